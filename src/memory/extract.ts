import { truncate } from '../lib/text/text.ts'
import { dayIn, type Line, speakerOf } from './line.ts'
import { type Items, noItems, parseSummary, renderSummary, type Section, sections } from './summary-format.ts'

export interface ExtractLimits {
  maxChars: number
  timezone: string
}

/** One sentence that could stand in the summary. */
interface Pick {
  /** Where it stood before; a new one finds its place when it is taken. */
  section?: Section
  text: string
  score: number
  /** Its place in time. */
  order: number
}

/** Of one message; the first ones say what it is about. */
const MOST_SENTENCES = 6
/** Sentences are cut before they are looked at: a pattern may take as long as the square of what it reads. */
const SENTENCE_CHARS = 240
const MOST_READ = 100
/** Of the room, what the new may take from the old. */
const NEW_SHARE = 0.5

/**
 * A summary without a model: the sentences that carry names, numbers, dates, decisions, preferences and promises, word
 * for word, each with its day, its speaker and the message it is from.
 */
export function extractSummary(old: string | undefined, lines: Line[], limits: ExtractLimits): string {
  const before = picksOfSummary(old ?? '')
  const day = dayIn(limits.timezone)
  const picks = lines.flatMap((line, at) => picksOfLine(line, before.length + at, day))
  const room = limits.maxChars - headingChars
  const fresh = best(picks, room * NEW_SHARE)
  const kept = best(before, room - charsOf(fresh))
  const rest = best(
    picks.filter((pick) => !fresh.includes(pick)),
    room - charsOf(fresh) - charsOf(kept),
  )
  return renderSummary(inSections([...kept, ...fresh, ...rest]))
}

const headingChars = sections.reduce((sum, name) => sum + name.length + 4, 0)

function picksOfSummary(old: string): Pick[] {
  const { items } = parseSummary(old)
  return sections
    .flatMap((section) => items[section].map((text) => ({ section, text })))
    .map(({ section, text }, order) => ({ section, text, order, score: scoreOf(text) }))
}

function picksOfLine(line: Line, order: number, day: (at: Date) => string): Pick[] {
  const head = `${day(line.at)} ${speakerOf(line)}: `
  const picks = sentencesOf(line.text).map((sentence) => ({
    text: `${head}${sentence} [${line.id}]`,
    score: scoreOf(sentence) - (line.author === 'bot' ? BOT_LINE_PENALTY : 0),
    order,
  }))
  return picks.sort((a, b) => b.score - a.score).slice(0, MOST_SENTENCES)
}

/** What people say of themselves is not said anywhere else; what we said came from somewhere. */
const BOT_LINE_PENALTY = 1.5

function sentencesOf(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?]["')\]]?)\s+(?=\S)|(?<=[。！？])/u)
    .slice(0, MOST_READ)
    .map((sentence) => truncate(sentence.trim(), SENTENCE_CHARS).replace(/\s+/g, ' '))
    .filter((sentence) => sentence !== '')
}

/** What a word says about its sentence, and how much that weighs. The first section that fits is its place. */
const cues: [section: Section, weight: number, words: string][] = [
  ['Decisions', 2.5, 'decide decided decision agree agreed settled choose chose chosen picked instead plan planned'],
  [
    'Pending actions',
    2,
    "will i'll we'll must should promise promised remind todo deadline due pending forget tomorrow",
  ],
  [
    'Outcomes',
    1.5,
    'done finished failed worked fixed broke sent arrived paid cancelled canceled booked solved sold bought',
  ],
  [
    'Facts',
    2,
    'love hate like prefer prefers favourite favorite allergic vegan vegetarian always never birthday born live',
  ],
  ['Facts', 2, 'lives lived moved married address phone called named name cost costs belongs keeps wears works since'],
  ['Facts', 1, "my our i'm we're am"],
]

const cueOf = new Map(
  cues.flatMap(([section, weight, words], rank) =>
    words.split(' ').map((word) => [word, { section, weight, rank }] as const),
  ),
)

function sectionOf(sentence: string): Section {
  if (isQuestion(sentence)) return 'Goals and open questions'
  const found = cuesIn(wordsOf(sentence))
  return found.sort((a, b) => a.rank - b.rank)[0]?.section ?? 'Facts'
}

/** How likely a sentence is to be asked for again. */
function scoreOf(sentence: string): number {
  const words = wordsOf(sentence)
  const names = words.slice(1).filter((word) => word[0] !== word[0]?.toLowerCase()).length
  const figures = words.filter((word) => /\d/.test(word)).length
  const cue = new Map(cuesIn(words).map(({ rank, weight }) => [rank, weight]))
  return (
    [...cue.values()].reduce((sum, weight) => sum + weight, 0) +
    1.2 * Math.min(3, names) +
    Math.min(3, figures) -
    (isQuestion(sentence) ? 1 : 0) -
    (polite.has(words[0]?.toLowerCase() ?? '') ? 2 : 0) -
    (words.length === 0 ? 3 : words.length < 4 && !withoutSpaces.test(sentence) ? 1.5 : 0)
  )
}

const polite = new Set([
  'hi',
  'hello',
  'hey',
  'thanks',
  'thank',
  'ok',
  'okay',
  'sure',
  'great',
  'bye',
  'yes',
  'no',
  'haha',
])
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function wordsOf(sentence: string): string[] {
  return sentence.replaceAll('’', "'").match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []
}

function cuesIn(words: string[]) {
  return words.flatMap((word) => cueOf.get(word.toLowerCase()) ?? [])
}

function isQuestion(sentence: string): boolean {
  return /[?？]["')\]]?(?: \[\d+\])?$/.test(sentence)
}

/** As many of the best as fit; among equals the newest. */
function best(picks: Pick[], room: number): Pick[] {
  const taken: Pick[] = []
  let left = room
  for (const pick of picks.toSorted((a, b) => b.score - a.score || b.order - a.order)) {
    const chars = charsOf([pick])
    if (chars > left) continue
    left -= chars
    taken.push(pick)
  }
  return taken
}

function charsOf(picks: Pick[]): number {
  return picks.reduce((sum, { text }) => sum + text.length + 3, 0)
}

function inSections(picks: Pick[]): Items {
  const items = noItems()
  for (const { section, text } of picks.toSorted((a, b) => a.order - b.order))
    items[section ?? sectionOf(text)].push(text)
  return items
}
