import { withoutEditedMark } from '../domain/message-parts.ts'
import { messageReference, messageReferencesIn } from '../domain/message-reference.ts'
import { dateText } from '../lib/time/calendar.ts'
import { factIn } from './not-facts.ts'
import { type Note, replaceOlder } from './replaced-notes.ts'
import { sentencesOf } from './sentence-splitter.ts'
import { weightOf, wordsOf } from './sentence-weight.ts'
import { type Items, noItems, parseSummary, renderSummary, type Section, sections } from './summary-format.ts'
import { type SummaryLine, speakerOf } from './summary-line.ts'

export interface ExtractLimits {
  maxChars: number
  timezone: string
}

/** The previous summary. */
export interface EarlierSummary {
  text: string
  made: 'model' | 'extract'
}

/** A candidate sentence for the summary. */
interface Candidate extends Note {
  /** Its section in the previous summary. A new candidate gets one when it is chosen. */
  section?: Section
  /** Renders the item. Called only for chosen candidates, which are few. */
  text(before: string | undefined): string
  /** The length of the rendered item without what it replaced. */
  chars: number
  /** The words in lower case; candidates with equal `words` are duplicates. */
  words: string
  /** Its value in relation to its length. */
  worth: number
  /** The message it is from. */
  id: number
  /** Its position in time. */
  order: number
}

/** Limits one message, so that it does not crowd out others. */
const MAX_SENTENCES_PER_MESSAGE = 6
/** What people say is usually said nowhere else. Our own answers came from a source that can be read again. */
const OWN_LINE_PENALTY = 1.5
/** A long answer of ours explains something; only its beginning is used. */
const LONG_ANSWER_CHARS = 240
const LONG_ANSWER_SENTENCES = 4
/** A new sentence below this weight is left out. One that an earlier summary chose stays a candidate. */
const MIN_WEIGHT = 1.5
/** Subtracted from the weight for each character, so that a longer sentence must say more. */
const CHAR_COST = 0.006
/** The share of the room for a model's earlier notes, which are not quotes and cannot be found anywhere else. */
const NOTES_SHARE = 0.75
/** Added to the weight of what replaced something. */
const REPLACING_BONUS = 2
/** A sentence that is repeated this often carries no information. */
const REPETITIONS_TO_IGNORE = 3

/**
 * A summary without a model: literal sentences with names, numbers, dates, decisions, preferences and promises, each
 * with its day, speaker and message. Earlier items compete with new ones on equal terms.
 */
export function extractSummary(old: EarlierSummary | undefined, lines: SummaryLine[], limits: ExtractLimits): string {
  const earlier = candidatesOfSummary(old?.text ?? '')
  const fresh = candidatesOfLines(lines, earlier.length, (at) => dateText(at, limits.timezone))
  const room = limits.maxChars - headingChars
  const candidates = replaceOlder([...earlier, ...fresh], ({ worth }) => worth > Number.NEGATIVE_INFINITY)
  const isEarlier = ({ order }: Candidate) => order < earlier.length
  const notes = old?.made === 'model' ? chooseBest(candidates.filter(isEarlier), room * NOTES_SHARE) : []
  const rest = candidates.filter((candidate) => !notes.includes(candidate))
  return renderSummary(sortIntoSections([...notes, ...chooseBest(rest, room - countChars(notes))]))
}

/** "- " and the line break of an item; "## " and the line break of a heading. */
const ITEM_MARKUP_CHARS = 3
const HEADING_MARKUP_CHARS = 4
const headingChars = sections.reduce((sum, name) => sum + name.length + HEADING_MARKUP_CHARS, 0)

function candidatesOfSummary(old: string): Candidate[] {
  const { items } = parseSummary(old)
  return sections
    .flatMap((section) => items[section].map((text) => ({ section, text })))
    .map(({ section, text: item }) => ({ section, ...parseItem(item) }))
    .toSorted((a, b) => a.id - b.id)
    .map(({ isOurs, frame: [head, tail], ...rest }, order) => ({
      ...rest,
      text: (before: string | undefined) => `${head}${rest.sentence}${renderBefore(before)}${tail}`,
      chars: head.length + rest.sentence.length + tail.length,
      words: joinWords(wordsOf(rest.sentence)),
      // An earlier summary chose it, so it stays a candidate even with a low weight.
      worth: Math.max(0, worthOf(rest.sentence, isOurs)),
      order,
    }))
}

/** Parses an item as `candidatesOfLines` wrote it; any other line is one sentence. */
function parseItem(item: string) {
  const [, head = '', speaker = '', sentence = item, before, tail = ''] =
    /^(\d{4}-\d\d-\d\d ([^:]{1,80}): )(.*?)(?: \(before: ([^()]{1,100})\))?( \[m?\d+\])?$/.exec(item) ?? []
  const frame: [string, string] = [head, tail]
  return { sentence, before, frame, isOurs: speaker === 'assistant', id: messageReferencesIn(item).at(-1) ?? 0 }
}

/** Without parentheses, so that it can be parsed again. */
function renderBefore(before: string | undefined): string {
  return before === undefined ? '' : ` (before: ${before.replace(/[()]/g, '')})`
}

function candidatesOfLines(lines: SummaryLine[], firstOrder: number, day: (at: Date) => string): Candidate[] {
  const sentencesByLine = lines.map((line) => usableSentences(line).map(withWords))
  const repetitions = new Map<string, number>()
  for (const { words } of sentencesByLine.flat()) repetitions.set(words, (repetitions.get(words) ?? 0) + 1)
  return lines.flatMap((line, at) => {
    const speaker = speakerOf(line)
    const frameChars = `2026-03-14 ${speaker}:  ${messageReference(line.id)}`.length
    return (sentencesByLine[at] ?? [])
      .filter(({ words }) => (repetitions.get(words) ?? 0) < REPETITIONS_TO_IGNORE)
      .map(({ sentence, words, split }) => ({
        sentence,
        text: (before: string | undefined) =>
          `${day(line.at)} ${speaker}: ${sentence}${renderBefore(before)} ${messageReference(line.id)}`,
        chars: frameChars + sentence.length,
        words,
        worth: worthOf(sentence, line.author === 'bot', split),
        id: line.id,
        order: firstOrder + at,
      }))
      .toSorted((a, b) => b.worth - a.worth)
      .slice(0, MAX_SENTENCES_PER_MESSAGE)
  })
}

function usableSentences({ author, text }: SummaryLine): string[] {
  const sentences = sentencesOf(withoutEditedMark(text)).flatMap((sentence) => factIn(sentence) ?? [])
  const isLong = text.length > LONG_ANSWER_CHARS || sentences.length >= LONG_ANSWER_SENTENCES
  return author === 'bot' && isLong ? sentences.slice(0, 1) : sentences
}

/** Minus infinity if the sentence says too little to be quoted. Rounded to tenths, so that close values are equal. */
function worthOf(sentence: string, isOurs: boolean, words?: string[]): number {
  const weight = weightOf(sentence, words) - (isOurs ? OWN_LINE_PENALTY : 0)
  return weight < MIN_WEIGHT ? Number.NEGATIVE_INFINITY : Math.round(10 * (weight - CHAR_COST * sentence.length))
}

function withWords(sentence: string) {
  const split = wordsOf(sentence)
  return { sentence, split, words: joinWords(split) }
}

/** The same words in the same order, whatever is between them. */
function joinWords(words: string[]): string {
  return words.join(' ').toLowerCase()
}

/** As many of the best candidates as fit. Only the newest of those that say the same counts. */
function chooseBest(candidates: Candidate[], room: number): Candidate[] {
  const chosen: Candidate[] = []
  let charsLeft = room
  for (const candidate of withoutDuplicates(candidates).toSorted(byWorth)) {
    const chars = countChars([candidate])
    if (chars > charsLeft) continue
    charsLeft -= chars
    chosen.push(candidate)
  }
  return chosen
}

function countChars(candidates: Candidate[]): number {
  return candidates.reduce((sum, { chars, before }) => sum + chars + renderBefore(before).length + ITEM_MARKUP_CHARS, 0)
}

function withoutDuplicates(candidates: Candidate[]): Candidate[] {
  const worthy = candidates.filter((candidate) => valueOf(candidate) > Number.NEGATIVE_INFINITY)
  return [...new Map(worthy.map((candidate) => [candidate.words, candidate])).values()]
}

/**
 * Equal values are ordered pseudo-randomly but consistently by message, so that neither early nor late ones are
 * preferred.
 */
function byWorth(a: Candidate, b: Candidate): number {
  return valueOf(b) - valueOf(a) || scatter(a.id) - scatter(b.id)
}

/** A note that replaced another is worth more than either, because without it the older state would look current. */
function valueOf({ worth, before }: Candidate): number {
  return before === undefined ? worth : Math.max(0, worth, worthOf(before, false)) + 10 * REPLACING_BONUS
}

function scatter(id: number): number {
  return Math.imul(id ^ (id >>> 16), 0x45d9f3b) >>> 0
}

function sortIntoSections(candidates: Candidate[]): Items {
  const items = noItems()
  for (const { section, sentence, text, before } of candidates.toSorted((a, b) => a.order - b.order))
    items[section ?? sectionOf(sentence)].push(text(before))
  return items
}

// The section of a sentence in an extract. It does not affect whether the sentence is chosen.

const cues: [Section, string][] = [
  [
    'Decisions',
    `decide decided decision agree agreed settled choose chose chosen picked entschieden beschlossen vereinbart
    décidé choisi convenu decidido decidimos quedamos elegido 决定 商量 选`,
  ],
  [
    'Pending actions',
    `will i'll we'll must should promise promised remind todo deadline due pending forget tomorrow
    muss müssen morgen soll sollen erledigen dois doit devons demain debo debemos tengo mañana 必须 记得 明天`,
  ],
  [
    'Outcomes',
    `done finished failed worked fixed broke sent arrived paid cancelled canceled booked solved sold bought
    erledigt fertig bezahlt gebucht repariert verkauft gekauft fini payé réservé vendu acheté
    terminado pagado reservado vendido comprado 完成 付了 订好`,
  ],
]

const sectionByCue = new Map(
  cues.flatMap(([section, words]) => words.split(/\s+/).map((word) => [word, section] as const)),
)

function sectionOf(sentence: string): Section {
  const cued = wordsOf(sentence).flatMap((word) => sectionByCue.get(word.toLowerCase()) ?? [])
  return cues.find(([section]) => cued.includes(section))?.[0] ?? 'Facts'
}
