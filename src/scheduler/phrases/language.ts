import { lazy } from '../../lib/lazy.ts'
import { escapeRegExp } from '../../lib/text/pattern.ts'
import type { Doubt } from './doubts.ts'

/** `pm` is what English says beside a clock: noon to midnight. */
export type Part = 'pm' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'
export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** One fact about a time. */
export type Piece =
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
 * The words of one language. Each pattern of `meanings` says what its words mean; in it, `{n}`, `{unit}`, `{day}` and so on
 * stand for a word of a list. Patterns are matched in lower case without accents, and they repeat nothing without a limit,
 * which keeps them linear.
 */
export interface Language {
  chrono: 'en' | 'de' | 'fr' | 'es' | 'zh'
  /** From one on, separated by spaces; larger ones with their value. */
  numbers: string
  moreNumbers?: Record<string, number>
  units: Partial<Record<Unit, string>>
  /** From Sunday on, separated by spaces; each may have several forms. */
  weekdays: string
  parts: Partial<Record<Part, string>>
  /** First to fourth and last, separated by spaces. */
  ordinals: string
  /** Between the weekdays of a list. */
  listed: string
  meanings: Partial<Record<Meaning, string | string[]>>
  /** May stand between two pieces of one time: "at", "on". */
  glue: string
  /** May stand before a time, and belongs to it: "el viernes". */
  lead?: string
  /** "please", "remind me", "to", and "please" again at the end. */
  polite: string
  opener: string
  link: string
  closer: string
  /** Slashed dates have the day first. */
  dayFirst: boolean
}

interface Found {
  n: number
  unit: Unit
  part: Part
  days: number[]
  day: number
  to: number
  hour: number
  minute: number
  nth: number
  date: number
  month: number
}

const MINUTE_MS = 60_000
const MS = { second: 1000, minute: MINUTE_MS, hour: 3_600_000 }
const LAST = 5
const WORKDAYS = [1, 2, 3, 4, 5]

const every = (unit: 'day' | 'week' | 'month' | 'year', count = 1): Piece => ({ kind: 'every', unit, count })
const interval = (ms: number): Piece[] => [{ kind: 'interval', ms }]
const clock = (hour: number, minute: number): Piece[] => [{ kind: 'clock', hour, minute }]
const after = (ms: number): Piece => ({ kind: 'after', months: 0, days: 0, ms })
const weekly = (weekdays: number[]): Piece => ({ kind: 'weekly', weekdays })
const isShort = (unit: Unit): unit is keyof typeof MS => unit in MS

/** What each kind of phrase means, in all languages. */
const MEANINGS = {
  every: ({ n, unit }: Found): Piece[] => (isShort(unit) ? interval(n * MS[unit]) : [every(unit, n)]),
  everyHalfHour: () => interval(30 * MINUTE_MS),
  everyQuarterHour: () => interval(15 * MINUTE_MS),
  hourly: () => interval(MS.hour),
  daily: () => [every('day')],
  everyPart: ({ part }: Found): Piece[] => [every('day'), { kind: 'part', part }],
  weekly: ({ days }: Found) => [weekly(days)],
  weeklyPart: ({ day, part }: Found): Piece[] => [weekly([day]), { kind: 'part', part }],
  fromTo: ({ day, to }: Found) => [weekly(Array.from({ length: ((to - day + 7) % 7) + 1 }, (_, i) => (day + i) % 7))],
  workdays: () => [weekly(WORKDAYS)],
  weekends: () => [weekly([6, 0])],
  everySecondWeek: () => [every('week', 2)],
  everySecond: ({ day }: Found) => [every('week', 2), weekly([day])],
  nthOfMonth: ({ nth, day }: Found): Piece[] => [
    { kind: 'ofMonth', fields: `* * ${day}${nth === LAST ? 'L' : `#${nth}`}` },
  ],
  lastOfMonth: (): Piece[] => [{ kind: 'ofMonth', fields: 'L * *' }],
  firstOfMonth: (): Piece[] => [every('month'), { kind: 'monthday', day: 1 }],
  monthly: ({ date }: Found): Piece[] => [every('month'), { kind: 'monthday', day: date }],
  monthday: ({ date }: Found): Piece[] => [{ kind: 'monthday', day: date }],
  weekday: ({ day }: Found): Piece[] => [{ kind: 'weekday', weekday: day }],
  weekdayNextWeek: ({ day }: Found): Piece[] => [{ kind: 'weekday', weekday: day, isNextWeek: true }],
  weekdayPart: ({ day, part }: Found): Piece[] => [
    { kind: 'weekday', weekday: day },
    { kind: 'part', part },
  ],
  numericDate: ({ date, month }: Found): Piece[] => [{ kind: 'date', day: date, month }],
  tomorrow: (): Piece[] => [{ kind: 'day', days: 1 }],
  dayAfterTomorrow: (): Piece[] => [{ kind: 'day', days: 2 }],
  part: ({ part }: Found): Piece[] => [{ kind: 'part', part }],
  partToday: ({ part }: Found): Piece[] => [
    { kind: 'day', days: 0 },
    { kind: 'part', part },
  ],
  partTomorrow: ({ part }: Found): Piece[] => [
    { kind: 'day', days: 1 },
    { kind: 'part', part },
  ],
  noon: (): Piece[] => [{ kind: 'clock', hour: 12, minute: 0, exact: true }],
  halfPastNoon: (): Piece[] => [{ kind: 'clock', hour: 12, minute: 30, exact: true }],
  midnight: (): Piece[] => [{ kind: 'clock', hour: 0, minute: 0, exact: true, midnight: true }],
  clock: ({ hour }: Found) => clock(hour, 0),
  clockMinute: ({ hour, minute }: Found) => clock(hour, minute),
  halfPast: ({ hour }: Found) => clock(hour, 30),
  halfTo: ({ hour }: Found) => clock((hour + 23) % 24, 30),
  quarterPast: ({ hour }: Found) => clock(hour, 15),
  quarterTo: ({ hour }: Found) => clock((hour + 23) % 24, 45),
  in: ({ n, unit }: Found): Piece[] => {
    const none = { kind: 'after', months: 0, days: 0, ms: 0 } as const
    if (isShort(unit)) return [after(n * MS[unit])]
    if (unit === 'month' || unit === 'year') return [{ ...none, months: unit === 'month' ? n : 12 * n }]
    return [{ ...none, days: unit === 'week' ? 7 * n : n }]
  },
  inHalfHour: () => [after(30 * MINUTE_MS)],
  inQuarterHour: () => [after(15 * MINUTE_MS)],
  inHourAndHalf: () => [after(90 * MINUTE_MS)],
  inHoursAndHalf: ({ n }: Found) => [after((n * 60 + 30) * MINUTE_MS)],
} satisfies Record<string, (found: Found) => Piece[]>

export type Meaning = keyof typeof MEANINGS

/** The letters of words once they are folded. */
export const LETTERS = 'a-z0-9ßæœø'

/** A place in what was said, and what it means. */
export interface FoundPiece {
  start: number
  end: number
  pieces: Piece[]
  /** Why it is unclear. */
  doubt?: Doubt
}

export interface Reader {
  language: Language
  /** Everything that the tables of the language know, in its order, without overlaps. */
  find(folded: string): FoundPiece[]
  isGlue(gap: string): boolean
  polite: RegExp
  opener: RegExp
  link: RegExp
  lead: RegExp | undefined
  closer: RegExp
  startsWithNumber: RegExp
}

export const readerOf = (language: Language) => lazy(() => createReader(language))

function createReader(language: Language): Reader {
  const isSpaced = language.chrono !== 'zh'
  const numbers = [...indexed(language.numbers, 1), ...Object.entries(language.moreNumbers ?? {})]
  const weekdays = indexed(language.weekdays, 0)
  const ordinals = indexed(language.ordinals, 1)
  const units = named(language.units)
  const parts = named(language.parts)
  const day = `(?:${alternatives(weekdays)})`
  // Where words do not stand apart, a number must not be the end of a longer one.
  const whole = isSpaced ? '' : '(?<![一二三四五六七八九十两百])'
  const upTo = (limit: number) => `${whole}(?:${alternatives(numbers.filter(([, n]) => n <= limit))}|\\d{1,3})`
  const lists: Record<string, string> = {
    n: upTo(999),
    hour: upTo(24),
    /** An hour as a word: chrono reads those in digits. */
    word: alternatives(numbers.filter(([, n]) => n <= 24)),
    minute: upTo(59),
    unit: alternatives(units),
    part: alternatives(parts),
    day,
    to: day,
    days: `${day}s?(?:(?:${language.listed})${day}s?){0,6}`,
    nth: alternatives(ordinals),
    date: `${alternatives([...ordinals.filter(([, nth]) => nth !== LAST), ...(isSpaced ? [] : numbers)])}|\\d{1,2}`,
  }
  const [before, behind] = isSpaced
    ? [`(?<![${LETTERS}$€£#+_-])(?<!\\d[.:,/])`, `(?![${LETTERS}_%€$£°]|['-][a-z]|[.:,/]\\d)`]
    : ['(?<![\\d.:])', '(?:(?<=\\d)(?![.:%]?\\d)|(?<!\\d))']
  const rules = Object.entries(language.meanings).flatMap(([meaning, sources]) =>
    [sources].flat().map((source) => {
      const filled = source.replace(/\{([a-z]+)\}/g, (_, name: string) => `(?<${name}>${lists[name]})`)
      return { meaning: meaning as Meaning, pattern: new RegExp(`${before}(?:${filled})${behind}`, 'gu') }
    }),
  )
  const aDay = new RegExp(day, 'gu')
  const count = (said: string | undefined) => (said === undefined ? 1 : (valueOf(numbers, said) ?? Number(said)))

  function found(groups: Record<string, string | undefined>): Found {
    return {
      n: count(groups.n),
      hour: count(groups.hour ?? groups.word),
      minute: count(groups.minute),
      unit: valueOf(units, groups.unit) ?? 'day',
      part: valueOf(parts, groups.part) ?? 'morning',
      day: valueOf(weekdays, groups.day) ?? 0,
      to: valueOf(weekdays, groups.to) ?? 0,
      days: [...(groups.days ?? '').matchAll(aDay)].map(([name]) => valueOf(weekdays, name) ?? 0),
      nth: valueOf(ordinals, groups.nth) ?? 1,
      date: valueOf(ordinals, groups.date) ?? count(groups.date),
      month: count(groups.month),
    }
  }

  const edge = isSpaced ? `(?:(?<=')|(?![${LETTERS}]))` : ''
  const [space, open] = isSpaced ? [' ', `(?<![${LETTERS}])`] : [' ?', '']
  const glue = new RegExp(`^[ ,;:]{0,3}(?:(?:${language.glue})${space}){0,2}$`, 'u')
  const starting = (source: string) => new RegExp(`^(?:${source})${edge}`, 'u')
  return {
    language,
    find(folded) {
      const all = rules.flatMap(({ meaning, pattern }) =>
        [...folded.matchAll(pattern)].map(({ 0: said, index, groups = {} }) => ({
          start: index,
          end: index + said.length,
          pieces: MEANINGS[meaning](found(groups)),
        })),
      )
      const kept: FoundPiece[] = []
      for (const piece of all.toSorted((a, b) => a.start - b.start || b.end - a.end))
        if (piece.start >= (kept.at(-1)?.end ?? 0)) kept.push(piece)
      return kept
    },
    isGlue: (gap) => glue.test(gap),
    polite: starting(language.polite),
    opener: starting(language.opener),
    link: starting(language.link),
    lead: language.lead ? new RegExp(`${open}(?:${language.lead}) ?$`, 'u') : undefined,
    closer: new RegExp(`${open}(?:${language.closer})$`, 'u'),
    startsWithNumber: new RegExp(
      `^ ?(?:(?:to|past|nach|vor|und|and|et|y|moins|menos) )?(?:${alternatives(numbers.filter(([, n]) => n > 1))})${edge}`,
      'u',
    ),
  }
}

/** Forms of words with what they stand for. */
type Words<T> = [form: string, value: T][]

function indexed(list: string, first: number): Words<number> {
  return list
    .split(' ')
    .flatMap((forms, index) => forms.split('|').map((form): [string, number] => [form, first + index]))
}

function valueOf<T>(words: Words<T>, said: string | undefined): T | undefined {
  return words.find(([form]) => form === said)?.[1]
}

function named<T extends string>(lists: Partial<Record<T, string>>): Words<T> {
  return Object.entries<string | undefined>(lists).flatMap(([name, forms = '']) =>
    forms.split('|').map((form): [string, T] => [form, name as T]),
  )
}

/** The longest first, so that no word hides behind its own beginning. */
function alternatives(words: Words<unknown>): string {
  return words
    .map(([form]) => escapeRegExp(form))
    .toSorted((a, b) => b.length - a.length)
    .join('|')
}
