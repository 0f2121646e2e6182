import type { Words } from './language.ts'

/** 0 to 59 as words: the first twenty by name, the rest by tens and how a language joins them. */
export function numberWords(
  firstTwenty: string[],
  tens: string[],
  join: (tens: string, ones: string, one: number) => string[],
): Words {
  const words: Words = {}
  for (const [value, names] of firstTwenty.entries()) for (const name of names.split('|')) words[name] = value
  for (const [index, ten] of tens.entries()) {
    const value = (index + 2) * 10
    words[ten] ??= value
    for (let one = 1; one < 10; one++) {
      for (const ones of (firstTwenty[one] ?? '').split('|')) {
        for (const name of join(ten, ones, one)) words[name] ??= value + one
      }
    }
  }
  return words
}

/** A key of a table that is a pattern: digits stand for themselves. */
export const digits = (pattern: string): Words => ({ [pattern]: '' })

export function upTo(most: number, words: Words): Words {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => typeof value === 'number' && value <= most))
}

export function from(least: number, words: Words): Words {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => typeof value === 'number' && value >= least))
}

const CHINESE = '零一二三四五六七八九'

/** 二十四 is 24, 两 is 2, 〇 is 0; digits stay. */
export function chineseNumber(said: string): number {
  if (/^\d/u.test(said)) return Number(said)
  const plain = said.replaceAll(/[两兩]/gu, '二').replaceAll('〇', '零')
  const digit = (character: string | undefined, otherwise: number) =>
    character ? CHINESE.indexOf(character) : otherwise
  const [tens, ones, more] = plain.split('十')
  if (tens === undefined || more !== undefined || tens.length > 1 || (ones?.length ?? 0) > 1) {
    // Digits in a row: 二零二七.
    return plain.includes('十')
      ? Number.NaN
      : Number(plain.replaceAll(/./gu, (character) => String(digit(character, 0))))
  }
  return ones === undefined ? digit(tens, 0) : digit(tens, 1) * 10 + digit(ones, 0)
}
