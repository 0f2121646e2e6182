import { expect, test } from 'vitest'
import { createStemmers } from '../../../src/lib/text/language/stemmers.ts'
import { stopWords } from '../../../src/lib/text/language/stop-words.ts'
import { size } from '../../support/sizes.ts'

const scripts = {
  latin: 'abcdefghijklmnopqrstuvwxyzäöüßéèêçñåøæşğıłőű',
  cyrillic: 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґђјљњћџ',
  greek: 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويةأإآىءئؤ',
  armenian: 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
  devanagari: 'अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौंः्',
  tamil: 'அஆஇஈஉஊஎஏஐஒஓகஙசஞடணதநபமயரலவழளறனாிீுூெேைொோ்',
}
const WORDS_EACH = size(100, 500)

test('no word of any script breaks the stemmer of any language, and none is left without a stem', () => {
  const stem = createStemmers()
  const pick = createPick(7)
  const stemless: string[] = []
  for (const letters of Object.values(scripts).map((script) => Array.from(script))) {
    for (const language of Object.keys(stopWords) as (keyof typeof stopWords)[]) {
      for (let count = 0; count < WORDS_EACH; count++) {
        const word = Array.from({ length: 3 + pick(12) }, () => letters[pick(letters.length)]).join('')
        if (stem(word, language) === '') stemless.push(`${word} in ${language}`)
      }
    }
  }
  expect(stemless).toEqual([])
})

test('a word on which the rules of its language break is found as it stands', () => {
  const stem = createStemmers()
  expect(stem('взаимосвязи', 'bg')).toBe('взаимосвязи')
})

/** The same numbers at every run. */
function createPick(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
