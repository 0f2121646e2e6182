import { loadConfig } from '../../src/config/load.ts'
import { type ChatId, rootLane } from '../../src/domain/ids.ts'
import type { Person } from '../../src/domain/person.ts'
import type { Meaning } from '../../src/domain/recall.ts'
import type { Opening } from '../../src/gateway/assembly.ts'
import type { RecallMethod } from '../../src/gateway/recall/recall.ts'
import type { Database } from '../../src/store/database.ts'
import { learnFactor } from '../../src/store/work/usage.ts'
import { createPreview } from '../../src/tasks/context/preview.ts'
import type { RecallQuestion } from './data.ts'

/** What the model would be shown before it answers. */
export type ContextFor = (question: RecallQuestion, budget: number) => string

export interface BenchLine {
  id: number
  name: string
  at: number
  text: string
  conversation: number | undefined
}

/** The live tail, and beside it the other lines in the order they are given in, as long as they fit; shown in order. */
export function fill(tail: BenchLine[], others: Iterable<BenchLine>, budget: number): string {
  // A day's heading takes eleven characters, and a line twelve beside its name and text.
  let room = budget * 4
  const taken: BenchLine[] = []
  const days = new Set<number>()
  const costOf = ({ text, name, at }: BenchLine) =>
    escape(text).length + escape(name).length + 10 + (days.has(dayNumber(at)) ? 0 : 12)
  const take = (line: BenchLine) => {
    const cost = costOf(line)
    if (cost > room) return
    room -= cost
    days.add(dayNumber(line.at))
    taken.push(line)
  }
  for (const line of tail) take(line)
  for (const line of others) if (room > 20) take(line)
  return render(taken.sort((a, b) => a.at - b.at || a.id - b.id))
}

/** As it is for somebody who set nothing, wherever they are. */
export const benchConfig = { ...loadConfig(undefined, { HOME: '/nonexistent' }), timezone: 'UTC' }

export interface ContextOptions {
  method?: RecallMethod | undefined
  meaningOf?: ((text: string) => Meaning | undefined) | undefined
}

/** What a turn would show: the same code as an answer, and as `skein context`. */
export function createContextFor(db: Database, owner: Person, options?: ContextOptions): ContextFor {
  const openingFor = createOpeningFor(db, owner, options)
  return (question, budget) => openingFor(question, budget).context
}

/** The same with the record of its parts; at the configured budget by default. */
export function createOpeningFor(
  db: Database,
  owner: Person,
  { method, meaningOf = () => undefined }: ContextOptions = {},
): (question: RecallQuestion, budget?: number) => Opening {
  countCharacters(db)
  const preview = createPreview({
    db,
    config: () => benchConfig,
    person: owner,
    brain: { name: 'claude', model: MODEL },
    method,
  })
  return ({ chat, text, from, at }, budget = benchConfig.conversation.maxTokens) => {
    const meaning = meaningOf(text)
    return preview({ chat: chat as ChatId, text, from, meaning, at: new Date(at), budget })
  }
}

const MODEL = 'characters'

/**
 * The measure counts four characters as a token. Our estimate, which is nearer to what models count, takes English for a
 * tenth more and would leave that much of every budget unused; a model that counts less lets the characters bind, which
 * are limited too.
 */
function countCharacters(db: Database): void {
  learnFactor(db, { brain: 'claude', model: MODEL, estimated: 2, reported: 1 }, new Date(0))
}

export const TAIL = 10

/** Newest first. */
export function newestLines(db: Database, chat: ChatId, limit: number): BenchLine[] {
  return db
    .statement(
      `SELECT id, name, message.at, text, conversation_id AS conversation
       FROM message LEFT JOIN conversation_message ON message_id = id WHERE lane = ? ORDER BY id DESC LIMIT ?`,
    )
    .all(rootLane(chat), limit) as BenchLine[]
}

function render(lines: BenchLine[]): string {
  let day = Number.NaN
  return lines
    .map(({ name, at, text }) => {
      const heading = dayNumber(at) === day ? '' : `${dayOf(at)}\n`
      day = dayNumber(at)
      return `${heading}[${escape(name)} ${new Date(at).toISOString().slice(11, 16)}] ${escape(text)}`
    })
    .join('\n')
}

function dayNumber(at: number): number {
  return Math.floor(at / 86_400_000)
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
