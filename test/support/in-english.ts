import { isLocalized, type LocalizedText, parseText, textIn } from '../../src/messages/localized.ts'

export type InEnglish<T> = unknown extends T
  ? T
  : [LocalizedText] extends [T]
    ? Exclude<T, LocalizedText> | string
    : T extends Date | ReadonlySet<unknown> | ((...given: never[]) => unknown)
      ? T
      : T extends object
        ? { [Name in keyof T]: InEnglish<T[Name]> }
        : T

/** The same with every text in English, also where a text is the name of a property. */
export function inEnglish<T>(given: T): InEnglish<T> {
  return convert(given) as InEnglish<T>
}

function convert(given: unknown): unknown {
  if (isLocalized(given)) return given.en
  if (Array.isArray(given)) return given.map(convert)
  if (typeof given !== 'object' || given === null || Object.getPrototypeOf(given) !== Object.prototype) return given
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [textIn(parseText(name), 'en'), convert(one)]))
}
