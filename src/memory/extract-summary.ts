import { sentencesOf } from './sentence-splitter.ts'
import { isQuestion, weightOf, wordsOf } from './sentence-weight.ts'
import {
  type Items,
  noItems,
  parseSummary,
  pointersIn,
  renderSummary,
  type Section,
  sections,
} from './summary-format.ts'
import { dayIn, type SummaryLine, speakerOf } from './summary-line.ts'

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
interface Pick {
  /** Its previous section; a new one is placed when it is chosen. */
  section?: Section
  sentence: string
  /** The rendered item. Few of many are chosen, so it is rendered only then. */
  text(): string
  /** The length of the rendered item. */
  chars: number
  /** The same for sentences that say the same. */
  words: string
  /** Its value in relation to its length. */
  worth: number
  /** The message it is from. */
  id: number
  /** Its position in time. */
  order: number
}

/** The most sentences of one message, so that it does not crowd out others. */
const MAX_SENTENCES_PER_MESSAGE = 6
/** What people say about themselves is said nowhere else; our own statements came from somewhere. */
const OWN_LINE_PENALTY = 1.5
/** A long answer of ours explains something; only its beginning is used. */
const LONG_ANSWER_CHARS = 240
const LONG_ANSWER_SENTENCES = 4
/** Below this weight a sentence is only used to fill free room. */
const MIN_WEIGHT = 1.5
/** Room has a price: a sentence that is twice as long must say more. */
const CHAR_COST = 0.006
/** The share of the room for a model's earlier notes, which are not quotes and cannot be found anywhere else. */
const NOTES_SHARE = 0.75
/** A sentence that is repeated this often carries no information. */
const REPETITIONS_TO_IGNORE = 3

/**
 * A summary without a model: literal sentences with names, numbers, dates, decisions, preferences and promises, each
 * with its day, speaker and message. Earlier items compete with new ones on equal terms.
 */
export function extractSummary(old: EarlierSummary | undefined, lines: SummaryLine[], limits: ExtractLimits): string {
  const before = picksOfSummary(old?.text ?? '')
  const fresh = picksOfLines(lines, before.length, dayIn(limits.timezone))
  const room = limits.maxChars - headingChars
  const notes = old?.made === 'model' ? best(before, room * NOTES_SHARE) : []
  const rest = [...before, ...fresh].filter((pick) => !notes.includes(pick))
  return renderSummary(inSections([...notes, ...best(rest, room - charsOf(notes))]))
}

const headingChars = sections.reduce((sum, name) => sum + name.length + 4, 0)

function picksOfSummary(old: string): Pick[] {
  const { items } = parseSummary(old)
  return sections
    .flatMap((section) => items[section].map((text) => ({ section, text })))
    .map(({ section, text }) => ({ section, text: () => text, chars: text.length, ...partsOf(text) }))
    .toSorted((a, b) => a.id - b.id)
    .map(({ isOurs, ...rest }, order) => ({
      ...rest,
      words: alike(wordsOf(rest.sentence)),
      // It was chosen once; now it only has to compete.
      worth: Math.max(0, worthOf(rest.sentence, isOurs)),
      order,
    }))
}

/** Parses an item as `picksOfLines` wrote it; any other line is one sentence. */
function partsOf(item: string): { sentence: string; isOurs: boolean; id: number } {
  const [, speaker = '', sentence = item] = /^\d{4}-\d\d-\d\d ([^:]{1,80}): (.*?)(?: \[\d+\])?$/.exec(item) ?? []
  return { sentence, isOurs: speaker === 'assistant', id: pointersIn(item).at(-1) ?? 0 }
}

function picksOfLines(lines: SummaryLine[], first: number, day: (at: Date) => string): Pick[] {
  const told = lines.map((line) => tellable(line).map(withWords))
  const times = new Map<string, number>()
  for (const { words } of told.flat()) times.set(words, (times.get(words) ?? 0) + 1)
  return lines.flatMap((line, at) => {
    const speaker = speakerOf(line)
    const headAndPointer = `2026-03-14 ${speaker}:  [${line.id}]`.length
    return (told[at] ?? [])
      .filter(({ words }) => (times.get(words) ?? 0) < REPETITIONS_TO_IGNORE)
      .map(({ sentence, words, split }) => ({
        sentence,
        text: () => `${day(line.at)} ${speaker}: ${sentence} [${line.id}]`,
        chars: headAndPointer + sentence.length,
        words,
        worth: worthOf(sentence, line.author === 'bot', split),
        id: line.id,
        order: first + at,
      }))
      .toSorted((a, b) => b.worth - a.worth)
      .slice(0, MAX_SENTENCES_PER_MESSAGE)
  })
}

function tellable({ author, text }: SummaryLine): string[] {
  const found = sentencesOf(text)
  const isLong = text.length > LONG_ANSWER_CHARS || found.length >= LONG_ANSWER_SENTENCES
  return author === 'bot' && isLong ? found.slice(0, 1) : found
}

/** Negative if only free room speaks for it. Rounded to tenths, so that close values are equal. */
function worthOf(sentence: string, isOurs: boolean, words?: string[]): number {
  const weight = weightOf(sentence, words) - (isOurs ? OWN_LINE_PENALTY : 0)
  return weight < MIN_WEIGHT ? Number.NEGATIVE_INFINITY : Math.round(10 * (weight - CHAR_COST * sentence.length))
}

function withWords(sentence: string) {
  const split = wordsOf(sentence)
  return { sentence, split, words: alike(split) }
}

/** The same words in the same order, whatever is between them. */
function alike(words: string[]): string {
  return words.join(' ').toLowerCase()
}

/** As many of the best as fit, each once; of those that say the same, the newest. */
function best(picks: Pick[], room: number): Pick[] {
  const taken: Pick[] = []
  let left = room
  for (const pick of saidOnce(picks).toSorted(byWorth)) {
    const chars = charsOf([pick])
    if (chars > left) continue
    left -= chars
    taken.push(pick)
  }
  return taken
}

function charsOf(picks: Pick[]): number {
  return picks.reduce((sum, { chars }) => sum + chars + 3, 0)
}

function saidOnce(picks: Pick[]): Pick[] {
  const worthy = picks.filter(({ worth }) => worth > Number.NEGATIVE_INFINITY)
  return [...new Map(worthy.map((pick) => [pick.words, pick])).values()]
}

/**
 * Equal values are ordered pseudo-randomly but consistently by message, so that neither early nor late ones are
 * preferred.
 */
function byWorth(a: Pick, b: Pick): number {
  return b.worth - a.worth || scattered(a.id) - scattered(b.id)
}

function scattered(id: number): number {
  return Math.imul(id ^ (id >>> 16), 0x45d9f3b) >>> 0
}

function inSections(picks: Pick[]): Items {
  const items = noItems()
  for (const { section, sentence, text } of picks.toSorted((a, b) => a.order - b.order))
    items[section ?? sectionOf(sentence)].push(text())
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

const sectionsOf = new Map(
  cues.flatMap(([section, words]) => words.split(/\s+/).map((word) => [word, section] as const)),
)

function sectionOf(sentence: string): Section {
  if (isQuestion(sentence)) return 'Goals and open questions'
  const found = wordsOf(sentence).flatMap((word) => sectionsOf.get(word.toLowerCase()) ?? [])
  return cues.find(([section]) => found.includes(section))?.[0] ?? 'Facts'
}
