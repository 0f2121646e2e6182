import { lazy } from '../../lib/lazy.ts'
import { escapeRegExp } from '../../lib/text/text-matching.ts'
import type { Doubt } from './doubts.ts'

const PARTS = ['morning', 'noon', 'afternoon', 'evening', 'night'] as const
export type Part = (typeof PARTS)[number]

const UNITS = ['second', 'minute', 'quarterHour', 'halfHour', 'hour', 'day', 'week', 'month', 'year'] as const
type Unit = (typeof UNITS)[number]
const MS = { second: 1000, minute: 60_000, quarterHour: 900_000, halfHour: 1_800_000, hour: 3_600_000 }

/** One fact about a time. */
export type TimePiece =
  /** `exact`: no other hour can be meant. `digital`: written with minutes in digits, such as "3:30". */
  | { kind: 'clock'; hour: number; minute: number; exact?: boolean; digital?: boolean; midnight?: boolean }
  | { kind: 'part'; part: Part }
  /** 0 is today. */
  | { kind: 'day'; days: number }
  /** 0 is Sunday. */
  | { kind: 'weekday'; weekday: number; isNextWeek?: boolean }
  | { kind: 'date'; day: number; month: number; year?: number }
  | { kind: 'monthday'; day: number }
  | { kind: 'after'; months: number; days: number; ms: number }
  | { kind: 'every'; unit: 'day' | 'week' | 'month' | 'year'; count: number }
  | { kind: 'interval'; ms: number }
  | { kind: 'weekly'; weekdays: number[] }
  /** The last three fields of a cron line: the first Monday or the last day of every month. */
  | { kind: 'ofMonth'; fields: string }

/**
 * The words of one language. The words of a list are separated by commas, and those with the same meaning by `|`. Each
 * pattern of `meanings` says what its words mean; in it, `{n}`, `{unit}`, `{day}` and so on stand for a word of a list.
 * Patterns are matched in lower case without accents. They repeat nothing without a limit, which keeps them linear.
 */
export interface LanguageTable {
  chrono: 'en' | 'de' | 'fr' | 'es' | 'zh'
  /** From one on; larger ones with their value. */
  numbers: string
  moreNumbers: Record<string, number>
  /** A quarter and a half, as words for minutes. */
  fractions: string
  /** In the order of `UNITS`. */
  units: string
  /** From Sunday on. */
  weekdays: string
  /** In the order of `PARTS`; empty where the language has no word. */
  parts: string
  /** First to fourth and last. */
  ordinals: string
  /** Between the weekdays of a list. */
  listed: string
  meanings: Partial<Record<Meaning, string | string[]>>
  /** Allowed between two pieces of one time: "at", "on". */
  glue: string
  /** Belongs to a time if it is in front of it: "el viernes". */
  lead: string
  /** "please", "remind me", "to", and "please" again at the end. */
  polite: string
  opener: string
  link: string
  closer: string
}

/** The values of what the groups of a pattern matched. */
interface Words {
  n: number
  unit: Unit
  days: number[]
  day: number
  to: number
  hour: number
  minute: number
  nth: number
  date: number
  month: number
}

const LAST = 5

const every = (unit: 'day' | 'week' | 'month' | 'year', count = 1): TimePiece => ({ kind: 'every', unit, count })
const weekly = (...weekdays: number[]): TimePiece => ({ kind: 'weekly', weekdays })
const monthday = (day: number): TimePiece => ({ kind: 'monthday', day })
const isShort = (unit: Unit): unit is keyof typeof MS => unit in MS

/** What each kind of phrase means, in all languages. A part of the day that its pattern names is added to it. */
const MEANINGS = {
  every: ({ n, unit }) => (isShort(unit) ? { kind: 'interval', ms: n * MS[unit] } : every(unit, n)),
  daily: () => every('day'),
  weekly: ({ days }) => weekly(...days),
  fromTo: ({ day, to }) => weekly(...Array.from({ length: ((to - day + 7) % 7) + 1 }, (_, i) => (day + i) % 7)),
  workdays: () => weekly(1, 2, 3, 4, 5),
  weekends: () => weekly(6, 0),
  everySecond: ({ days }) => [every('week', 2), ...(days.length > 0 ? [weekly(...days)] : [])],
  nthOfMonth: ({ nth, day }) => ({ kind: 'ofMonth', fields: `* * ${day}${nth === LAST ? 'L' : `#${nth}`}` }),
  lastOfMonth: () => ({ kind: 'ofMonth', fields: 'L * *' }),
  monthly: ({ date }) => [every('month'), monthday(date)],
  monthday: ({ date }) => monthday(date),
  numericDate: ({ date, month }) => ({ kind: 'date', day: date, month }),
  weekday: ({ day }) => ({ kind: 'weekday', weekday: day }),
  weekdayNextWeek: ({ day }) => ({ kind: 'weekday', weekday: day, isNextWeek: true }),
  today: () => ({ kind: 'day', days: 0 }),
  tomorrow: () => ({ kind: 'day', days: 1 }),
  dayAfterTomorrow: () => ({ kind: 'day', days: 2 }),
  part: () => [],
  noon: ({ minute }) => ({ kind: 'clock', hour: 12, minute, exact: true }),
  midnight: () => ({ kind: 'clock', hour: 0, minute: 0, exact: true, midnight: true }),
  clock: ({ hour, minute }) => ({ kind: 'clock', hour, minute }),
  clockTo: ({ hour, minute }) => ({ kind: 'clock', hour: (hour + 23) % 24, minute: 60 - minute }),
  in: ({ n, unit }) => {
    const [months = 0, days = 0] = { day: [0, n], week: [0, 7 * n], month: [n], year: [12 * n] }[unit as string] ?? []
    return { kind: 'after', months, days, ms: isShort(unit) ? n * MS[unit] : 0 }
  },
  inAndHalf: ({ n }) => ({ kind: 'after', months: 0, days: 0, ms: (n + 0.5) * MS.hour }),
} satisfies Record<string, (words: Words) => TimePiece | TimePiece[]>

type Meaning = keyof typeof MEANINGS

/** The letters of words once they are folded. */
export const LETTERS = 'a-z0-9ßæœø'

/** A range of the text, and what it means. */
export interface FoundPiece {
  start: number
  end: number
  pieces: TimePiece[]
  /** Why it is unclear. */
  doubt?: Doubt
}

export interface LanguageReader {
  language: LanguageTable
  /** Everything that the table finds, in order and without overlaps. */
  find(folded: string): FoundPiece[]
  isGlue(gap: string): boolean
  polite: RegExp
  opener: RegExp
  link: RegExp
  lead: RegExp
  closer: RegExp
  startsWithNumber: RegExp
}

export const readerOf = (language: LanguageTable) => lazy(() => createReader(language))

function createReader(language: LanguageTable): LanguageReader {
  const isSpaced = language.chrono !== 'zh'
  const firstNumbers = wordList(language.numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const numbers = new Map([...firstNumbers, ...Object.entries(language.moreNumbers)])
  const fractions = wordList(language.fractions, [15, 30])
  const minutes = new Map([...[...numbers].filter(([, n]) => n < 60), ...fractions])
  const weekdays = wordList(language.weekdays, [0, 1, 2, 3, 4, 5, 6])
  const ordinals = wordList(language.ordinals, [1, 2, 3, 4, LAST])
  const dates = new Map([...(isSpaced ? [] : numbers), ...[...ordinals].filter(([, nth]) => nth !== LAST)])
  const units = wordList(language.units, UNITS)
  const parts = wordList(language.parts, PARTS)
  const day = `(?:${alternatives(weekdays)})`
  // Where words do not stand apart, a number must not be the end of a longer one.
  const notAfterNumber = isSpaced ? '' : '(?<![一二三四五六七八九十两百])'
  const upTo = (limit: number) => [...numbers].filter(([, n]) => n <= limit)
  const numberPattern = (words: Iterable<[string, number]>) => `${notAfterNumber}(?:${alternatives(words)}|\\d{1,3})`
  const lists: Record<string, string> = {
    n: numberPattern(numbers),
    hour: numberPattern(upTo(24)),
    /** An hour as a word: chrono reads those in digits. */
    word: alternatives(upTo(24)),
    minute: numberPattern(minutes),
    fraction: alternatives(fractions),
    unit: alternatives(units),
    part: alternatives(parts),
    day,
    to: day,
    days: `${day}s?(?:(?:${language.listed})${day}s?){0,6}`,
    nth: alternatives(ordinals),
    date: `${alternatives(dates)}|\\d{1,2}`,
  }
  const [start, end] = isSpaced
    ? [`(?<![${LETTERS}$€£#+_-])(?<!\\d[.:,/])`, `(?![${LETTERS}_%€$£°]|['-][a-z]|[.:,/]\\d)`]
    : ['(?<![\\d.:])', '(?:(?<=\\d)(?![.:%]?\\d)|(?<!\\d))']
  const rules = Object.entries(language.meanings).flatMap(([meaning, sources]) =>
    [sources].flat().map((source) => {
      const filled = source.replace(/\{([a-z]+)\}/g, (_, name: string) => `(?<${name}>${lists[name]})`)
      return { meaning: MEANINGS[meaning as Meaning], pattern: new RegExp(`${start}(?:${filled})${end}`, 'gu') }
    }),
  )
  const dayPattern = new RegExp(day, 'gu')
  const value = (words: Map<string, number>, word: string | undefined, fallback: number) =>
    word === undefined ? fallback : (words.get(word) ?? Number(word))

  function piecesOf(
    meaning: (words: Words) => TimePiece | TimePiece[],
    groups: Record<string, string | undefined>,
  ): TimePiece[] {
    const part = parts.get(groups.part ?? '')
    const words: Words = {
      n: value(numbers, groups.n, 1),
      hour: value(numbers, groups.hour ?? groups.word, 0),
      minute: value(minutes, groups.minute ?? groups.fraction, 0),
      unit: units.get(groups.unit ?? '') ?? 'day',
      day: value(weekdays, groups.day, 0),
      to: value(weekdays, groups.to, 0),
      days: [...(groups.days ?? groups.day ?? '').matchAll(dayPattern)].map(([name]) => value(weekdays, name, 0)),
      nth: value(ordinals, groups.nth, 1),
      date: value(dates, groups.date, 1),
      month: Number(groups.month),
    }
    return [meaning(words), part ? [{ kind: 'part' as const, part }] : []].flat()
  }

  const edge = isSpaced ? `(?:(?<=')|(?![${LETTERS}]))` : ''
  const [space, open] = isSpaced ? [' ', `(?<![${LETTERS}])`] : [' ?', '']
  const glue = new RegExp(`^[ ,;:]{0,3}(?:(?:${language.glue})${space}){0,2}$`, 'u')
  const atStart = (source: string) => new RegExp(`^(?:${source})${edge}`, 'u')
  return {
    language,
    find(folded) {
      const matches = rules.flatMap(({ meaning, pattern }) =>
        [...folded.matchAll(pattern)].map(({ 0: matchedText, index, groups = {} }) => ({
          start: index,
          end: index + matchedText.length,
          pieces: piecesOf(meaning, groups),
        })),
      )
      const found: FoundPiece[] = []
      for (const piece of matches.toSorted((a, b) => a.start - b.start || b.end - a.end))
        if (piece.start >= (found.at(-1)?.end ?? 0)) found.push(piece)
      return found
    },
    isGlue: (gap) => glue.test(gap),
    polite: atStart(language.polite),
    opener: atStart(language.opener),
    link: atStart(language.link),
    lead: new RegExp(`${open}(?:${language.lead}) ?$`, 'u'),
    closer: new RegExp(`${open}(?:${language.closer})$`, 'u'),
    startsWithNumber: new RegExp(
      `^ ?(?:(?:to|past|nach|vor|und|and|et|y|moins|menos) )?(?:${alternatives([...numbers].filter(([, n]) => n > 1))})${edge}`,
      'u',
    ),
  }
}

/** The words of a list with the values they stand for. */
function wordList<T>(list: string, values: readonly T[]): Map<string, T> {
  const forms = list.split(', ')
  const pairs = values.flatMap((value, index) =>
    (forms[index] ?? '').split('|').map((form): [string, T] => [form, value]),
  )
  return new Map(pairs.filter(([form]) => form !== ''))
}

/** The longest first, so that no word hides behind its own beginning. */
function alternatives(words: Iterable<[string, unknown]>): string {
  return [...words]
    .map(([form]) => escapeRegExp(form))
    .toSorted((a, b) => b.length - a.length)
    .join('|')
}
