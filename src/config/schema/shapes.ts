import { z } from 'zod'
import { type LocalizedText, serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'

// The building blocks of the schema. Every message says what the key must be, so that a problem reads "web.port must be a
// whole number from 1 to 65535". Zod carries a message as one string, so it holds every language: see `serializeText`.

export function table<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, serializeText(expectedValues.table))
}

// prefault, not default: the empty table is parsed, so that each key's own default fills it.
export function section<T extends z.ZodRawShape>(shape: T) {
  return table(shape).prefault({} as never)
}

export function listOfTables<T extends z.ZodRawShape>(shape: T) {
  return z.array(table(shape), serializeText(expectedValues.tables)).default([])
}

/** Tables that people name themselves. `expected` says what they are. */
export function namedTables<T extends z.ZodRawShape>(shape: T, expected: LocalizedText) {
  return z.record(z.string(), table(shape), serializeText(expected)).default({})
}

export function wholeNumber(min: number, max: number) {
  const expected = serializeText(expectedValues.wholeNumber(min, max))
  return z.int(expected).check(z.gte(min, expected), z.lte(max, expected))
}

export function amount(min: number, max: number) {
  const expected = serializeText(expectedValues.number(min, max))
  return z.number(expected).check(z.gte(min, expected), z.lte(max, expected))
}

export function dollarAmount() {
  const expected = serializeText(expectedValues.dollars)
  return z.number(expected).positive(expected)
}

export function text() {
  return z.string(serializeText(expectedValues.text)).min(1, serializeText(expectedValues.filledText))
}

export function nameText() {
  return text().max(60, serializeText(expectedValues.name))
}

/** A text that may have several lines. */
export function longText() {
  return text().meta({ long: true })
}

export function secret() {
  return text().meta({ secret: true })
}

export function httpUrl() {
  return z.url({ protocol: /^https?$/, error: serializeText(expectedValues.httpAddress), abort: true })
}

/** Of a service that is asked by Node itself, which sends nothing to an address with a password in it. */
export function serviceUrl() {
  return httpUrl().refine((address) => {
    const { username, password } = new URL(address)
    return username === '' && password === ''
  }, serializeText(expectedValues.serviceAddress))
}

export function imapUrl() {
  return z.url({ protocol: /^imaps?$/, error: serializeText(expectedValues.addressSuchAs('imaps://imap.example.org')) })
}

export function oneOf<const T extends readonly string[]>(choices: T) {
  return z.enum(choices, serializeText(expectedValues.choice(quoteAll(choices))))
}

export function quoteAll(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ')
}

// One check for the whole list, so that a problem names the key and not "key.0".
export function listOf<T extends string = string>(isValid: (item: string) => boolean, expected: LocalizedText) {
  return z.custom<T[]>(
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' && isValid(item)),
    serializeText(expected),
  )
}

/** A program with its arguments. */
export function commandLine() {
  return listOf((item) => item !== '', expectedValues.commandLine)
}

export function numericIds() {
  return z
    .custom<number[]>(
      (value) => Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item !== 0),
      serializeText(expectedValues.numericIds),
    )
    .default([])
}

/** User ids that are words, as on a Nextcloud server. */
export function userIds() {
  return listOf((item) => item.trim() !== '', expectedValues.userIds).default([])
}

export function flag(fallback: boolean) {
  return z.boolean(serializeText(expectedValues.boolean)).default(fallback)
}
