import type { Schedule } from '../../domain/job.ts'
import { wallAt } from '../../lib/time/zone.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { doubtMessages } from '../../messages/when-messages.ts'
import { asksToCancel, isOnlyCancelling } from './cancel-requests.ts'
import { chinese } from './chinese.ts'
import { readDates } from './chrono.ts'
import type { Doubt } from './doubts.ts'
import { english } from './english.ts'
import { type FoldedText, fold } from './fold.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { type FoundPiece, type LanguageReader, readerOf, type TimePiece } from './language.ts'
import { findDoubt, isVague, namesDay, namesZone, type Sentence, type WordSpan } from './leftover-words.ts'
import { resolve, type Spoken } from './resolve.ts'
import { spanish } from './spanish.ts'

// Words are read in four steps. The table of a language finds repetitions, parts of the day and times in words. chrono
// reads the dates and times in the rest. All of these must be next to each other, before or after the text. The remaining
// text must not name anything that could belong to a time. If a step fails, the words are unclear, and nothing is guessed:
// a model reads them (`ask-model.ts`), or the person is asked.

/** `ask` says what is unclear and how to say it. `cancels`: the person wants to cancel something. */
export type Unclear = { status: 'unclear'; ask: LocalizedText; cancels?: boolean }
export type UnderstoodTime = { status: 'understood'; when: Schedule } | Unclear
export type UnderstoodRequest = { status: 'understood'; when: Schedule; what: string } | Unclear
export type { Spoken } from './resolve.ts'

export const MAX_CHARACTERS = 2000

/** Reads when a job is due and what it is about from a person's words. */
export function understand(words: string, spoken: Spoken): UnderstoodRequest {
  const read = readBest(words, spoken)
  if (typeof read === 'string') return unclear(read)
  const what = read.what.replace(LEADING_LINK, '')
  return what === '' ? unclear('noText') : { status: 'understood', when: read.when, what }
}

/** After a command that already means "remind me", the text may still start with "to" or "that". */
const LEADING_LINK =
  /^(?:to (?=\p{Ll})|that (?=(?:I|we|you|he|she|it|they|the|my|our) )|(?:daran,? )?dass (?=\p{L})|zu (?=\p{Ll}{3,30}n$)|de (?=\p{Ll})|d['’](?=\p{Ll})|que (?=\p{L})|qu['’](?=\p{L}))/u

/** Reads words that are only a time: "tomorrow at 9", "in 20 minutes", "every weekday at 7". */
export function understandTime(words: string, spoken: Spoken): UnderstoodTime {
  const read = readBest(words, spoken)
  if (typeof read === 'string') return unclear(read)
  return read.what === '' ? { status: 'understood', when: read.when } : unclear('notOnlyTime')
}

export const unclear = (doubt: Doubt): Unclear => ({
  status: 'unclear',
  ask: doubtMessages[doubt],
  ...(doubt === 'cancels' && { cancels: true }),
})

interface ReadRequest {
  when: Schedule
  what: string
}

/** The reading of one language, and how many characters of the words it knows. */
interface Reading {
  known: number
  result: ReadRequest | Doubt
}

const LATIN = [english, german, french, spanish].map(readerOf)
const HAN = readerOf(chinese)

/** Reads the words in the language that knows most of their characters. On a tie the languages must agree. */
function readBest(words: string, spoken: Spoken): ReadRequest | Doubt {
  if (words.length > MAX_CHARACTERS) return 'tooLong'
  const foldedText = fold(words)
  if (asksToCancel(foldedText.folded)) return 'cancels'
  if (namesZone(foldedText)) return 'otherZone'
  const isChinese = /\p{Script=Han}/u.test(foldedText.folded)
  const readings = (isChinese ? [HAN] : LATIN).map((reader) => readIn(reader(), foldedText, spoken))
  const maxKnown = Math.max(...readings.map(({ known }) => known))
  const results = readings.filter(({ known }) => known === maxKnown).map(({ result }) => result)
  const doubt = results.find((result) => typeof result === 'string')
  if (doubt !== undefined) return doubt
  const [first, ...others] = results as ReadRequest[]
  if (!first) return 'noTimeFound'
  return others.some(({ when }) => JSON.stringify(when) !== JSON.stringify(first.when)) ? 'severalTimes' : first
}

function readIn(reader: LanguageReader, foldedText: FoldedText, spoken: Spoken): Reading {
  const all = findPieces(reader, foldedText, spoken)
  const group = firstGroup(reader, all, foldedText.folded)
  const time = { start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 }
  const parts = findText(reader, foldedText.folded, time)
  const kinds = group.flatMap(({ pieces }) => pieces.map(({ kind }) => kind))
  const isTimeComplete =
    parts.isLinked && kinds.some((kind) => DAY_KINDS.has(kind)) && kinds.some((kind) => CLOCK_KINDS.has(kind))
  const known = parts.known + all.reduce((sum, { start, end }) => sum + end - start, 0)
  const doubt = (isTimeComplete ? group : all).find((piece) => piece.doubt)?.doubt
  if (group.length === 0) return { known, result: isVague(foldedText.folded) ? 'vague' : 'noTimeFound' }
  if (doubt || (group.length < all.length && !isTimeComplete)) return { known, result: doubt ?? 'severalTimes' }
  return {
    known,
    result: readParts(foldedText, { reader, found: group, time, text: parts.text, isTimeComplete }, spoken),
  }
}

const DAY_KINDS: ReadonlySet<TimePiece['kind']> = new Set(
  'day weekday date monthday after every interval weekly ofMonth'.split(' ') as TimePiece['kind'][],
)
const CLOCK_KINDS: ReadonlySet<TimePiece['kind']> = new Set(['clock', 'part', 'after', 'interval'])

/** Everything that the table and chrono find, in order. What the table found is hidden from chrono. */
function findPieces(reader: LanguageReader, { text, folded }: FoldedText, { now, timezone }: Spoken): FoundPiece[] {
  const { language } = reader
  const fromTables = reader.find(folded)
  let rest = language.chrono === 'zh' ? folded : text.replaceAll('’', "'")
  for (const { start, end } of fromTables) rest = hide(rest, start, end)
  rest = hide(rest, MAX_EDGE_CHARACTERS, rest.length - MAX_EDGE_CHARACTERS)
  const wall = wallAt(now, timezone)
  const weekday = new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay()
  return [...fromTables, ...readDates(language, rest, weekday)]
    .toSorted((a, b) => a.start - b.start)
    .map((piece) => ({
      ...piece,
      pieces: piece.pieces.map((fact) => clarifyClock(fact, folded.slice(piece.start, piece.end), language.chrono)),
    }))
}

/** A time is near the beginning or the end of the words, and the patterns of chrono take more than linear time. */
const MAX_EDGE_CHARACTERS = 300

const hide = (text: string, start: number, end: number) =>
  start < end ? text.slice(0, start) + '¦'.repeat(end - start) + text.slice(end) : text

/** "03:00" is at night, "3:00" may be day or night, and "6:30" is in the morning in languages with a 24-hour clock. */
function clarifyClock(piece: TimePiece, written: string, locale: string): TimePiece {
  if (piece.kind !== 'clock') return piece
  if (piece.hour === 0 && written.includes('12')) return { ...piece, midnight: true }
  if (piece.exact) return piece
  if (/(?<![\d:.h])0\d/u.test(written)) return { ...piece, exact: true }
  if (!/\d ?(?:[:.]\d|h(?![a-z]))/u.test(written)) return piece
  return locale !== 'en' && piece.hour === 6 ? { ...piece, exact: true } : { ...piece, digital: true }
}

/** The pieces of the first time: adjacent ones, with only words like "at" or "on" between them. */
function firstGroup(reader: LanguageReader, group: FoundPiece[], folded: string): FoundPiece[] {
  const end = group.findIndex((piece, index) => {
    const previous = group[index - 1]
    return previous && !isJoined(reader, previous, piece, folded.slice(previous.end, piece.start))
  })
  return end < 0 ? group : group.slice(0, end)
}

function isJoined(reader: LanguageReader, first: FoundPiece, second: FoundPiece, gap: string): boolean {
  const isList = AND.test(gap) && [...first.pieces, ...second.pieces].every(({ kind }) => kind === 'clock')
  return isList || reader.isGlue(gap)
}

const AND = /^ ?(?:and|und|et|y|和|&) ?(?:at|um|a)? ?$/

/** The words around the time. */
interface Parts {
  /** The position of the text, before or after the time; undefined if there is text on both sides. */
  text: WordSpan | undefined
  /** Whether "remind me", the time and "to" are all before the text, so that nothing in it can belong to the time. */
  isLinked: boolean
  /** How many characters belong to phrases such as "please remind me". */
  known: number
}

/** Separates the text from "please remind me ... to". */
function findText({ polite, opener, link, lead, closer }: LanguageReader, folded: string, time: WordSpan): Parts {
  let [known, isOpened] = [0, false]
  /** The position after the phrases of these patterns. */
  const skip = (from: number, to: number, maxPhrases: number, ...patterns: RegExp[]): number => {
    for (let at = from, phrases = 0; ; phrases++) {
      at += (MARKS.exec(folded.slice(at, to)) ?? [''])[0].length
      const match = patterns.map((pattern) => pattern.exec(folded.slice(at, to))).find(Boolean)
      if (!match || phrases === maxPhrases) return at
      if (opener.test(match[0])) isOpened = true
      known += match[0].length
      at += match[0].length
    }
  }
  let end = folded.length - (END_MARKS.exec(folded.slice(time.end)) ?? [''])[0].length
  const [closingWords = ''] = closer.exec(folded.slice(time.end, end)) ?? []
  end -= closingWords.length
  known += closingWords.length
  if (/erinner|提醒|叫我/u.test(closingWords)) isOpened = true
  const start = skip(0, time.start, MAX_FRAME_PHRASES, opener, polite)
  const afterTime = skip(time.end, end, MAX_FRAME_PHRASES, opener, polite)
  const [leadWords = ''] = lead.exec(folded.slice(start, time.start)) ?? []
  known += leadWords.length
  const linked = isOpened ? skip(start, time.start - leadWords.length, 1, link) : start
  if (linked >= time.start - leadWords.length) {
    const from = isOpened ? skip(afterTime, end, 1, link) : afterTime
    return { text: { start: Math.min(from, end), end }, isLinked: from > afterTime, known }
  }
  return {
    text: afterTime < end ? undefined : { start: linked, end: time.start - leadWords.length },
    isLinked: false,
    known,
  }
}

const MAX_FRAME_PHRASES = 8
const MARKS = /^[\s,;:.!?¿¡，。：、；！？–—-]{0,9}/u
const END_MARKS = /(?<![\s,;.!?，。；！？])[\s,;.!?，。；！？]{1,9}$/u

/** Words about getting up mean an hour in the morning. */
const WAKING =
  /(?<![a-z])(?:wake|get up|weck|aufwachen|aufsteh|reveil|lever|despiert|despert|levantar)|起床|叫醒|叫我起|闹钟/

function readParts(
  foldedText: FoldedText,
  sentence: Omit<Sentence, 'text'> & Pick<Parts, 'text'>,
  spoken: Spoken,
): ReadRequest | Doubt {
  const { time, text, found: group } = sentence
  const { folded } = foldedText
  if (!text)
    return namesDay(`${folded.slice(0, time.start)} ${folded.slice(time.end)}`) ? 'otherDay' : 'eventOrReminder'
  const what = foldedText.text.slice(text.start, text.end).replace(MARKS, '').replace(END_MARKS, '')
  const doubt = findDoubt(folded, fold(what).folded, { ...sentence, text })
  if (doubt) return doubt
  const when = resolve(
    group.flatMap(({ pieces }) => pieces),
    spoken,
    WAKING.test(folded),
  )
  if (typeof when === 'string') return when
  return isOnlyCancelling(fold(what).folded) ? 'cancels' : { when, what }
}
