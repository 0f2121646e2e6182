import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toInbound } from '../../../src/channels/telegram/inbound.ts'
import { MAX_BATCH_UPDATES } from '../../../src/channels/telegram/receive/poller.ts'
import { readBatch } from '../../../src/channels/telegram/receive/update-dispatcher.ts'
import type { InboundEvent } from '../../../src/domain/message.ts'
import { withEditedMark } from '../../../src/domain/message-parts.ts'
import { createUpdateFuzz } from '../../peers/telegram/fuzz/fuzz.ts'
import type { Cast } from '../../peers/telegram/fuzz/shapes.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { size } from '../../support/sizes.ts'

const UPDATES = size(2000, 50_000)

const cast: Cast = {
  bot: { id: 7, is_bot: true, first_name: 'Skein', username: 'skein_bot' },
  listed: [{ id: 1, is_bot: false, first_name: 'Ana' }],
  strangers: [
    { id: 66, is_bot: false, first_name: 'Eve' },
    { id: 67, is_bot: false, first_name: 'Mal' },
  ],
  now: 1_773_482_400,
}

const view = {
  me: { id: 7, name: 'Skein', username: 'skein_bot' },
  account: '7',
  groupMode: () => 'mention' as const,
  isCommand: (name: string) => name === 'stop',
}

test(`${UPDATES} updates, sound and not: nothing throws, no unlisted id gets a task, the very bytes are kept`, () => {
  const fuzz = createUpdateFuzz(11, cast)
  const world = createRoadWorld({ settings: { queue: UPDATES, tasksPerHour: UPDATES } })
  const now = new Date(cast.now * 1000)
  const sent = new Map<string, boolean>()
  /** Digests, not the bytes themselves: hundreds of megabytes would make the collector pause. */
  const kept = new Map<string, string[]>()
  const kinds = new Map<string, number>()
  for (let first = 0; first < UPDATES; first += MAX_BATCH_UPDATES) {
    const raws = Array.from({ length: MAX_BATCH_UPDATES }, (_, at) => {
      const { update, listed } = fuzz.next()
      const raw = JSON.stringify({ update_id: first + at, ...update })
      sent.set(digest(raw), listed)
      return raw
    })
    const answer = `{"ok":true,"result":[${raws.join(',')}]}`
    const events = readBatch(answer).map(({ json, raw }) => toInbound(json, raw, now, view)?.event)
    const cursor = { channel: 'telegram', account: '7', stream: 'fuzz', value: String(first) } as const
    const accepted = world.inbox.accept(
      events.filter((event) => event !== undefined),
      cursor,
    )
    for (const [at, event] of events.entries()) {
      const outcome = event && accepted.shift()
      kinds.set(event?.kind ?? 'none', (kinds.get(event?.kind ?? 'none') ?? 0) + 1)
      const problem = event && problemOf(event, raws[at] ?? '', sent)
      if (problem) expect.fail(`${problem}: ${raws[at]?.slice(0, 500)}`)
      const isOurs = event && (!('sender' in event) || event.sender.id === '1')
      // An edit that changes nothing is not stored.
      if (event?.kind === 'edit' && outcome?.status === 'duplicate' && isSameText(world, outcome.message, event.text))
        continue
      if (isOurs && 'raw' in event) kept.set(digest(event.raw), 'keys' in event ? event.keys : [])
    }
  }
  for (const kind of ['message', 'edit', 'press', 'stop', 'reaction', 'membership', 'unreadable', 'none']) {
    expect(kinds.get(kind), `how many were ${kind}`).toBeGreaterThan(UPDATES / 1000)
  }
  expect(readStored(world, sent)).toMatchObject({
    owners: [world.owner.id],
    tasks: expect.toSatisfy((n) => n > UPDATES / 20),
  })
  expect(lostOf(world, kept)).toEqual([])
}, 900_000)

/** What would be wrong with it, whatever becomes of it. */
function problemOf(event: InboundEvent, raw: string, sent: Map<string, boolean>): string | undefined {
  if ('sender' in event && event.sender.id === '1' && !sent.get(digest(raw))) return 'a stranger speaks as Ana'
  if ('raw' in event && event.raw !== raw) return 'the bytes were changed'
  if ('text' in event && !event.text.isWellFormed()) return 'half a character'
  if ('at' in event && Number.isNaN(event.at.getTime())) return 'no time'
  return undefined
}

type Row = { raw: string | null; person: number | null; task: number | null }

/** Whose tasks there are, and how many; fails on a line that never came, and on a stranger who was let in. */
function readStored({ db }: RoadWorld, sent: Map<string, boolean>): { owners: unknown[]; tasks: number } {
  const rows = db.raw.prepare(
    `SELECT message.raw, message.person_id AS person, task_message.task_id AS task
     FROM message LEFT JOIN task_message ON task_message.message_id = message.id WHERE author = 'human'`,
  )
  let tasks = 0
  for (const { raw, person, task } of rows.iterate() as Iterable<Row>) {
    // Of strangers no bytes are kept.
    const listed = raw === null ? false : sent.get(digest(raw))
    if (listed === undefined) expect.fail(`stored bytes that never came: ${raw?.slice(0, 500)}`)
    if (!listed && (person !== null || task !== null)) expect.fail(`a stranger was let in by ${raw?.slice(0, 500)}`)
    if (task !== null) tasks++
  }
  return { owners: db.raw.prepare('SELECT DISTINCT person_id FROM task').pluck().all(), tasks }
}

/** What is nowhere in the store, although nothing with its name was there before: numbers are drawn at random here. */
function lostOf({ db }: RoadWorld, kept: Map<string, string[]>): string[] {
  const bytes = db.raw.prepare('SELECT raw FROM message WHERE person_id IS NOT NULL UNION ALL SELECT raw FROM unread')
  const found = new Set<string>()
  for (const raw of bytes.pluck().iterate() as Iterable<string>) found.add(digest(raw))
  const isKnown = db.raw.prepare('SELECT 1 FROM message_key WHERE key = ?').pluck()
  return [...kept].flatMap(([name, keys]) => (found.has(name) || keys.some((key) => isKnown.get(key)) ? [] : [name]))
}

function isSameText({ db }: RoadWorld, message: number, text: string): boolean {
  const stored = db.raw.prepare('SELECT text FROM message WHERE id = ?').pluck().get(message)
  return stored === text || stored === withEditedMark(text)
}

function digest(raw: string): string {
  return createHash('sha256').update(raw).digest('base64')
}
