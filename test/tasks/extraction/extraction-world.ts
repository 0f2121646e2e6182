import { countDropped } from '../../../src/store/memory/extractions.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { type Complete, chat, chatter, good, HOUR, lane, usage, worldWith } from '../../support/many-messages.ts'
import type { RoadWorld } from '../../support/road-world.ts'

export interface Shown {
  id: string
  from: string
  text: string
}

export interface Told {
  source: string
  quote: string
  statement: string
  kind?: string
  replaces?: string[]
  until?: string
}

/** What an extractor makes of the messages that it is shown. */
export type Extractor = (shown: Shown[], known: { id: string; statement: string }[]) => Told[] | string

function isForFacts(prompt: string): boolean {
  return prompt.startsWith('Below are messages')
}

function linesIn(prompt: string): Shown[] {
  return prompt.split('\n').flatMap((line) => (line.startsWith('{"id":"m') ? [JSON.parse(line) as Shown] : []))
}

function knownIn(prompt: string) {
  return prompt
    .split('\n')
    .flatMap((line) => (line.startsWith('{"id":"f') ? [JSON.parse(line) as { id: string; statement: string }] : []))
}

export function worldWithExtractor(extract: Extractor, extractFacts = true) {
  const complete: Complete = async (prompt) => {
    if (!isForFacts(prompt)) return { kind: 'text', text: good }
    const answer = extract(linesIn(prompt), knownIn(prompt))
    const text = typeof answer === 'string' ? answer : `Sure!\n\`\`\`json\n${JSON.stringify({ facts: answer })}\n\`\`\``
    return { kind: 'text', text, usage: { ...usage, costUsd: 0 } }
  }
  const world = worldWith(complete, {
    config: { memory: { extract: extractFacts, dayNotes: false, consolidateAt: '03:30' } },
  })
  world.say('/whoami')
  return Object.assign(world, { requests: () => world.prompts.filter(isForFacts) })
}

export type Line = Partial<Parameters<typeof insertMessage>[1]> & { text: string }

/** Ana says something; the clock goes on by a minute. */
export function say(world: RoadWorld, line: string | Line): number {
  world.clock.advance(60_000)
  const at = world.clock.now()
  return insertMessage(world.db, {
    chat,
    lane,
    author: 'human',
    name: 'Ana',
    kind: 'conversation',
    origin: 'chat',
    trust: 'owner',
    personId: world.owner.id,
    at,
    receivedAt: at,
    ...(typeof line === 'string' ? { text: line } : line),
  })
}

export async function endConversation(world: RoadWorld): Promise<void> {
  world.clock.advance(HOUR)
  world.upkeep.findWork()
  await world.settle()
}

/** Some facts in a conversation that is long enough for all of them. */
export async function talk(world: RoadWorld, lines: (string | Line)[], messages = 20): Promise<number[]> {
  const ids = lines.map((line) => say(world, line))
  chatter(world, Math.max(0, messages - lines.length), 'so what else is new around the house today, anything at all')
  await endConversation(world)
  return ids
}

export const factsIn = ({ db }: RoadWorld) =>
  db
    .statement(
      'SELECT id, statement, message_id AS source, count, replaced_by AS replacedBy, written_by AS writtenBy FROM fact',
    )
    .all() as {
    id: number
    statement: string
    source: number
    count: number
    replacedBy: number | null
    writtenBy: string
  }[]

/** What became of the batches and of what a model found in them. */
export const figures = ({ db }: RoadWorld) => ({
  ...(db
    .statement(
      'SELECT total(sources > 0) AS requests, total(messages) AS messages, total(written) AS written FROM extraction',
    )
    .get() as object),
  dropped: Object.fromEntries(countDropped(db).map(({ reason, facts }) => [reason, facts])),
})

/** A fact for each line with this word, in the words of the line. */
export const tellAll =
  (word: string, extra: Partial<Told> = {}): Extractor =>
  (shown) =>
    shown
      .filter(({ text }) => text.includes(word))
      .map(({ id, from, text }) => ({ source: id, quote: text, statement: `${from}: ${text}`, ...extra }))
