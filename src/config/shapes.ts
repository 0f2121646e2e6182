import { z } from 'zod'

// What keys are made of. Every message is what the key must be, so that a problem reads "web.port must be a whole number
// from 1 to 65535".

export function table<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, 'a table')
}

// prefault, not default: the empty table is parsed, so that each key's own default fills it.
export function section<T extends z.ZodRawShape>(shape: T) {
  return table(shape).prefault({} as never)
}

export function whole(min: number, max: number) {
  const expected = `a whole number from ${min} to ${max}`
  return z.int(expected).min(min, expected).max(max, expected)
}

export function amount(min: number, max: number) {
  const expected = `a number from ${min} to ${max}`
  return z.number(expected).min(min, expected).max(max, expected)
}

export function dollars() {
  const expected = 'a sum in dollars over 0'
  return z.number(expected).positive(expected)
}

export function words() {
  return z.string('a text').min(1, 'a text that is not empty')
}

/** A text that may well have several lines. */
export function prose() {
  return words().meta({ long: true })
}

export function secret() {
  return words().meta({ secret: true })
}

export function oneOf<const T extends readonly string[]>(choices: T) {
  return z.enum(choices, `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`)
}

// One check for the whole list, so that what is wrong with it is said of the key and not of "key.0".
export function listOf<T extends string = string>(isFine: (item: string) => boolean, expected: string) {
  return z.custom<T[]>(
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' && isFine(item)),
    expected,
  )
}

export function ids() {
  return z
    .custom<number[]>(
      (value) => Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item !== 0),
      'a list of numeric ids such as [123456789]',
    )
    .default([])
}

/** Ids that are words, as people have them on a server of their own. */
export function names() {
  return listOf((item) => item.trim() !== '', 'a list of user ids such as ["alice"]').default([])
}

export function flag(fallback: boolean) {
  return z.boolean('true or false').default(fallback)
}
