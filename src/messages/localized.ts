import { parseJson } from '../lib/text/json.ts'
import { dayAndTime } from '../lib/time/calendar.ts'
import { type InLanguages, type Language, languages } from './languages.ts'

// Most of what the daemon says is written before its reader is known: a failure deep in a run, or a notice for several
// chats. Such a text is carried in every language at once, and the language is chosen where it is said or shown.

/** One text in every language. */
export type LocalizedText = InLanguages<string>

/** A text for people. A plain string is the same in every language: a name, or the words of somebody else. */
export type AnyText = string | LocalizedText

/** A catalogue whose messages come out in every language at once. Wherever a message takes a string, it takes a text. */
export type Localized<Words> = {
  [Name in keyof Words]: Words[Name] extends string
    ? LocalizedText
    : Words[Name] extends (...given: infer Given) => string
      ? (...given: { [At in keyof Given]: WithTexts<Given[At]> }) => LocalizedText
      : Localized<Words[Name]>
}

type WithTexts<Given> = string extends Given
  ? Given | LocalizedText
  : Given extends object
    ? { [Name in keyof Given]: WithTexts<Given[Name]> }
    : Given

export function localized<Words extends object>(words: { en: Words; de: NoInfer<Words> }): Localized<Words> {
  const both = words as InLanguages<Record<string, unknown>>
  const entries = Object.keys(words.en).map((name) => [
    name,
    localizedMessage(inEachLanguage((language) => both[language][name])),
  ])
  return Object.fromEntries(entries) as Localized<Words>
}

function localizedMessage(message: InLanguages<unknown>): unknown {
  if (typeof message.en === 'string') return message
  if (typeof message.en !== 'function') return localized(message as InLanguages<object>)
  const inLanguage = message as InLanguages<(...given: unknown[]) => string>
  return (...given: unknown[]) =>
    inEachLanguage((language) => inLanguage[language](...given.map((value) => resolve(value, language))))
}

function resolve(given: unknown, language: Language): unknown {
  if (isLocalized(given)) return given[language]
  if (Array.isArray(given)) return given.map((value) => resolve(value, language))
  if (typeof given !== 'object' || given === null || given instanceof Date) return given
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, resolve(one, language)]))
}

/** Builds something once for every language. */
export function inEachLanguage<Made>(make: (language: Language) => Made): InLanguages<Made> {
  return { en: make('en'), de: make('de') }
}

export function textIn(text: AnyText, language: Language): string {
  return typeof text === 'string' ? text : text[language]
}

/** Such as a command, in contrast to a sentence. */
export function isSameInAll(text: AnyText): boolean {
  return new Set(languages.map((language) => textIn(text, language))).size === 1
}

/** The same change in every language. */
export function mapText(text: AnyText, change: (text: string) => string): AnyText {
  return typeof text === 'string' ? change(text) : inEachLanguage((language) => change(text[language]))
}

export function joinTexts(texts: AnyText[], separator: string): LocalizedText {
  return inEachLanguage((language) => texts.map((text) => textIn(text, language)).join(separator))
}

/** "Sunday 15 March, 00:00" and "Sonntag, 15. März, 00:00", in that zone. */
export function dayAndTimeText(at: Date, timezone: string): LocalizedText {
  return inEachLanguage((language) => dayAndTime(at, timezone, language))
}

/** A number as each language writes it: "1,234.5" and "1.234,5". */
export function numberText(value: number, digits = 0): LocalizedText {
  return inEachLanguage((language) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
}

/** "$0.35" and "0,35 $". */
export function dollarText(usd: number): LocalizedText {
  const { en, de } = numberText(usd, 2)
  return { en: `$${en}`, de: `${de} $` }
}

/** "1, 2 and 3". */
export function listWords(words: readonly (string | number)[], conjunction: string): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(` ${conjunction} `)
}

/** How a text is written into one column of the store. */
export function serializeText(text: AnyText): string {
  return typeof text === 'string' ? text : JSON.stringify(text)
}

/** Reads what `serializeText` wrote. Anything else is a plain string, as in stores from before texts had languages. */
export function parseText(stored: string): AnyText {
  if (!stored.startsWith('{"en":')) return stored
  const parsed = parseJson(stored)
  return isLocalized(parsed) ? parsed : stored
}

export function isLocalized(given: unknown): given is LocalizedText {
  return (
    typeof given === 'object' &&
    given !== null &&
    Object.keys(given).length === languages.length &&
    languages.every((language) => typeof (given as Record<string, unknown>)[language] === 'string')
  )
}
