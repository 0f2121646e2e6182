import { describe, expect, test } from 'vitest'
import { readSeveral } from '../../../../src/gateway/recall/several/several.ts'
import { laterOrdinary, laterSeveral, ordinary, several } from './cases.ts'

describe('a question that takes several lines is known for what it asks', () => {
  test.each(several)('%s', (text, kind) => {
    expect(readSeveral(text, false)?.kind).toBe(kind)
  })

  test.each(laterSeveral)('%s', (text) => {
    expect(readSeveral(text, false)).toBeDefined()
  })
})

describe('an ordinary message is not taken for one', () => {
  test.each([...ordinary, ...laterOrdinary])('%s', (text) => {
    expect(readSeveral(text, false)).toBeUndefined()
  })
})
