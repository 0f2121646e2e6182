import { z } from 'zod'

// The building blocks of the schema. Every message says what the key must be, so that a problem reads "web.port must be a
// whole number from 1 to 65535".

export function table<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, 'a table')
}

// prefault, not default: the empty table is parsed, so that each key's own default fills it.
export function section<T extends z.ZodRawShape>(shape: T) {
  return table(shape).prefault({} as never)
}

export function listOfTables<T extends z.ZodRawShape>(shape: T) {
  return z.array(table(shape), 'a list of tables').default([])
}

/** Tables that people name themselves. `expected` says what they are: "a table of rooms". */
export function namedTables<T extends z.ZodRawShape>(shape: T, expected: string) {
  return z.record(z.string(), table(shape), expected).default({})
}

export function wholeNumber(min: number, max: number) {
  const expected = `a whole number from ${min} to ${max}`
  return z.int(expected).check(z.gte(min, expected), z.lte(max, expected))
}

export function amount(min: number, max: number) {
  const expected = `a number from ${min} to ${max}`
  return z.number(expected).check(z.gte(min, expected), z.lte(max, expected))
}

export function dollarAmount() {
  const expected = 'a sum in dollars over 0'
  return z.number(expected).positive(expected)
}

export function text() {
  return z.string('a text').min(1, 'a text that is not empty')
}

export function nameText() {
  return text().max(60, 'a name of at most 60 characters')
}

/** A text that may have several lines. */
export function longText() {
  return text().meta({ long: true })
}

export function secret() {
  return text().meta({ secret: true })
}

export function httpUrl() {
  return z.url({ protocol: /^https?$/, error: 'an http or https address' })
}

export function imapUrl() {
  return z.url({ protocol: /^imaps?$/, error: 'an address such as "imaps://imap.example.org"' })
}

export function oneOf<const T extends readonly string[]>(choices: T) {
  return z.enum(choices, `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`)
}

// One check for the whole list, so that a problem names the key and not "key.0".
export function listOf<T extends string = string>(isValid: (item: string) => boolean, expected: string) {
  return z.custom<T[]>(
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' && isValid(item)),
    expected,
  )
}

/** A program with its arguments. */
export function commandLine() {
  return listOf((item) => item !== '', 'a list of a program and its arguments')
}

export function numericIds() {
  return z
    .custom<number[]>(
      (value) => Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item !== 0),
      'a list of numeric ids such as [123456789]',
    )
    .default([])
}

/** User ids that are words, as on a Nextcloud server. */
export function userIds() {
  return listOf((item) => item.trim() !== '', 'a list of user ids such as ["alice"]').default([])
}

export function flag(fallback: boolean) {
  return z.boolean('true or false').default(fallback)
}
