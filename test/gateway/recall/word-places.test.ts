import { describe, expect, test } from 'vitest'
import { createWordPlaces } from '../../../src/gateway/recall/word-places.ts'
import { createRandom } from '../../support/seeded.ts'

describe('the places of a few words', () => {
  test('says -1 for every word when there are none', () => {
    const placeOf = createWordPlaces([])
    expect([0, 1, 7, 250_000].map(placeOf)).toEqual([-1, -1, -1, -1])
  })

  test('takes the last place of a word that is there twice', () => {
    const placeOf = createWordPlaces([
      [3, 0],
      [4, 1],
      [3, 2],
    ])
    expect([3, 4].map(placeOf)).toEqual([2, 1])
  })

  test('answers as a Map does, also where many numbers end alike', () => {
    const { integer } = createRandom(5)
    for (let round = 0; round < 200; round++) {
      const step = 2 ** integer(12)
      const words = Array.from({ length: integer(60) }, (_, at) => [integer(80) * step, at] as const)
      const [placeOf, known] = [createWordPlaces(words), new Map(words)]
      for (let word = 0; word <= 80; word++) expect(placeOf(word * step)).toBe(known.get(word * step) ?? -1)
    }
  })
})
