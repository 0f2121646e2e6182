import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { createRecall } from '../../../src/gateway/recall/recall.ts'
import type { Database } from '../../../src/store/database.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { linesHolding, linesWithin, speakersIn } from '../../../src/store/recall/line-search.ts'
import { createRecallSource } from '../../../src/store/recall/recall-source.ts'
import { createRecallWorld, noon } from './recall-world.ts'

const LINES = 2000
const later = new Date(noon.getTime() + 400 * 86_400_000)
const everything = { from: undefined, until: undefined, isWanted: () => true, cleared: false }

/** The same lines in so many chats of the owner's, and as many in chats of somebody else's. */
function createMany(chats: number) {
  const world = createRecallWorld()
  const { db, owner, say } = world
  db.transaction(() => {
    const places = Array.from({ length: chats * 2 }, (_, n) => {
      const chat = makeChatId('web', `room-${n}`)
      ensureChat(
        db,
        { id: chat, title: `Room ${n}`, audience: 'group', ...(n % 2 === 0 && { personId: owner.id }) },
        noon,
      )
      ensureLane(db, rootLane(chat), chat)
      return { chat, lane: rootLane(chat) }
    })
    for (let n = 0; n < LINES * 2; n++) {
      const line = Math.floor(n / 2)
      const place = places[(Math.floor(line / 4) % chats) * 2 + (n % 2)]
      say(line * 10, `the garden of ${line % 7} roses, part ${line}`, { ...place, name: n % 2 === 0 ? 'Ana' : 'Bob' })
    }
  })
  return { ...world, watched: watch(db), readable: { here: makeChatId('web', 'room-0'), allChatsOf: owner.id } }
}

/** Counts what is asked of a store, and what it answers with. */
function watch(db: Database) {
  const seen = { calls: 0, rows: 0, texts: new Set<string>() }
  const statement = (text: string) =>
    new Proxy(db.statement(text), {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'pluck' || name === 'raw')
          return () => {
            value.call(target)
            return new Proxy(target, this)
          }
        return (...asked: unknown[]) => {
          const answer: unknown = value.apply(target, asked)
          seen.calls++
          seen.texts.add(text)
          seen.rows += Array.isArray(answer) ? answer.length : 1
          return answer
        }
      },
    })
  return { seen, db: { ...db, statement } as Database }
}

function askAll({ watched: { db, seen }, readable }: ReturnType<typeof createMany>) {
  const { recall, search } = createRecall(createRecallSource(db))
  const query = {
    text: 'what did Ana say of 3 roses in the garden, part 100?',
    chats: readable,
    timezone: 'UTC',
    limit: 50,
  }
  const hits = [...recall({ ...query, bound: { asOf: later } }).hits, ...search({ ...query, bound: { asOf: later } })]
  const counted = linesHolding(db, readable, [{ exact: ['garden'], beginning: 'gard' }], everything)
  const week = { ...everything, from: noon, until: new Date(noon.getTime() + 7 * 86_400_000) }
  const within = linesWithin(db, readable, week)
  const speakers = speakersIn(db, readable)
  return { hits, counted, within, speakers, ...seen }
}

test('a question over five hundred chats asks the store as often as one over five, and reads as many rows', () => {
  const [few, many] = [askAll(createMany(5)), askAll(createMany(500))]
  for (const { counted, within, hits, speakers } of [few, many]) {
    expect(counted.lines).toHaveLength(LINES)
    expect(within.lines).toHaveLength(1008)
    expect(hits.length).toBeGreaterThan(50)
    expect(speakers).toEqual(['Ana'])
    expect(new Set(hits.map(({ line }) => line.name))).toEqual(new Set(['Ana']))
  }
  expect(many.calls).toBeLessThanOrEqual(few.calls)
  // Short conversations in many chats have more beginnings, and fewer neighbours.
  expect(many.rows / few.rows).toBeLessThan(1.1)
})

/** Holds only what changed hands lately, or versions that are not chosen; and what ends with the first row it meets, which is nearly always the newest there is. */
const mayScan = ['SCAN earlier_owner', 'SCAN conversation_message', 'SCAN branch USING INDEX branch_hidden']

test('no statement of a question reads a whole table', () => {
  const world = createMany(50)
  const { texts } = askAll(world)
  expect(texts.size).toBeGreaterThan(15)
  const scans = [...texts].flatMap((text) => {
    const plan = world.db.raw.prepare(`EXPLAIN QUERY PLAN ${text}`)
    const names = [...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, null])
    const count = (text.match(/\?/g) ?? []).length
    const asked: unknown[] = names.length > 0 ? [Object.fromEntries(names)] : Array.from({ length: count }, () => null)
    const steps = (plan.all(...asked) as { detail: string }[]).map(({ detail }) => detail)
    return steps.filter(
      (step) => step.startsWith('SCAN') && !/VIRTUAL TABLE|SUBQUERY|CONSTANT ROW|\(subquery/.test(step),
    )
  })
  expect(scans.filter((step) => !mayScan.some((known) => step.startsWith(known)))).toEqual([])
})
