import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import { onlyIn } from '../../src/domain/recall.ts'
import { WORDS_VERSION } from '../../src/lib/text/words.ts'
import { openStore } from '../../src/store/open-store.ts'
import { messagesContaining } from '../../src/store/recall/word-index.ts'
import { listsFor } from '../../src/store/recall/word-lists.ts'
import { recover } from '../../src/tasks/queue/recovery.ts'
import { createRoadWorld, type RoadWorld } from '../support/road-world.ts'

// A store that an earlier program filled and was killed over, opened by this one. The fixture is never changed: it has rows
// of every kind, work in every state, and deliveries in every state under every kind of key.

const fixture = readFileSync(new URL('fixtures/store-at-0018.sql', import.meta.url), 'utf8')

type Value = string | number | null
type Row = Record<string, Value>

// Whoever moves something in a migration says here where it is now; all the rest must be where it was.

/** `table` or `table.column` of then: what it is called now. */
const renamed: Record<string, string> = {
  chat_talk: 'chat_size',
  'instance.epoch': 'id',
  'task.lease_epoch': 'lease_instance',
  'outbox.epoch': 'instance',
  'chat.person_id': 'first_person_id',
}
/** `table.column` of then: what must stand there now. */
const rewritten: Record<string, (before: Value, row: Row) => Value> = {
  // Every chat of the local page is the owner's.
  'chat.person_id': (person, { channel }) => (channel === 'web' ? 1 : person),
  // Talk is the name of a channel.
  'message.kind': (kind) => (kind === 'talk' ? 'conversation' : kind),
  'address.source': (source) => (source === 'house' ? 'daemon' : source),
  // Words are read in another way, and all lines were filed by them.
  'meta.value': (value, { key }) => (key === 'words' ? WORDS_VERSION : value),
  // A compaction stood in a lane made up for it; now that is its queue.
  'task.lane': (lane, { kind }) => (kind === 'compaction' ? String(lane).slice('compaction:'.length) : lane),
}
/** Rows that stand in another table now, as they must stand there. */
const moved: Record<string, (row: Row) => { to: string; row: Row } | undefined> = {
  channel_cursor: ({ stream = '', updated_at: _at, ...kept }) =>
    stream === 'waiting' || stream === 'placeholders'
      ? { to: 'channel_memory', row: { ...kept, name: stream } }
      : undefined,
}
/** Counted anew from the lines themselves, because words are read in another way since; a row is known by its first column. */
const recounted = ['chat_talk', 'conversation']
/** Tables that opening the store may add rows to. */
const growing = ['meta', 'conversation_message']

test('an upgrade keeps every row of every table', () => {
  const dir = oldStore()
  const before = contents(join(dir, 'skein.db'))
  const store = openStore(dir)
  onTestFinished(store.close)
  expect(Object.keys(before).length).toBeGreaterThan(30)
  for (const [table, rows] of Object.entries(before)) {
    expect(rows.length, `the fixture has nothing in ${table}`).toBeGreaterThan(0)
    const found = rowsOf(store.db.raw, renamed[table] ?? table)
    const gone = rows.flatMap((row) => moved[table]?.(row) ?? [])
    for (const { to, row } of gone) expect(rowsOf(store.db.raw, to), to).toContainEqual(row)
    const expected = rows.filter((row) => !moved[table]?.(row)).map((row) => asNow(table, row))
    const columns = Object.keys(expected[0] ?? {})
    const named = recounted.includes(table) ? columns.slice(0, 1) : columns
    const same = found.map((row) => JSON.stringify(named.map((column) => row[column])))
    for (const row of expected) expect(same, table).toContain(JSON.stringify(named.map((column) => row[column])))
    if (![...growing, ...recounted].includes(table)) expect(found.length, table).toBe(rows.length - gone.length)
  }
  expect(store.db.raw.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(store.db.raw.pragma('foreign_key_check')).toEqual([])
  const counted = store.db.raw.prepare(
    `SELECT chat, count(*) AS messages, sum(length(text)) AS chars FROM message
     WHERE kind = 'conversation' AND id NOT IN (SELECT message_id FROM deleted_message) GROUP BY chat ORDER BY chat`,
  )
  const sizes = store.db.raw.prepare('SELECT chat, messages, chars FROM chat_size ORDER BY chat')
  expect(sizes.all()).toEqual(counted.all())
  // The words of the lines are found as they were filed then.
  const lists = listsFor(store.db, onlyIn(makeChatId('telegram', '-100')))
  expect(messagesContaining(store.db, lists, 'ladder', { most: 9 })).toHaveLength(1)
})

test('after an upgrade all that was open comes to its end, once', async () => {
  const dir = oldStore()
  openStore(dir).close()
  const first = goOn(dir)
  const left = first.db.raw.prepare('SELECT id, chat, state FROM task WHERE finished_at IS NULL').all() as Task[]
  const open = bodies(first, "state IN ('pending', 'sending', 'retry', 'unknown')")
  const over = bodies(first, "state IN ('sent', 'held', 'dead')")
  expect([left.length, open.length, over.length]).toEqual([12, 13, 33])
  await goThrough(first)
  const sent = [...first.web.sent, ...first.telegram.sent].map(({ body }) => body)
  for (const body of open) expect(sent.filter((one) => one === body)).toEqual([body])
  for (const body of over) expect(sent).not.toContain(body)
  // What had begun to change something waits for a person, as it did; everything else has its one answer.
  for (const { id, state } of left) {
    const now = first.db.raw.prepare('SELECT state FROM task WHERE id = ?').pluck().get(id)
    expect(now, `task ${id}, ${state} before`).toBe(state === 'interrupted' ? 'interrupted' : 'answered')
  }
  expect(sent.filter((body) => body.startsWith('echo: ')).toSorted()).toEqual([
    'echo: bake',
    'echo: for the member',
    'echo: in the group',
    'echo: joined one\njoined two',
    'echo: the leased one',
    'echo: the queued one',
    'echo: the retry one',
    'echo: the running one',
    'echo: the waiting one',
    'echo: under the topic',
  ])

  const second = goOn(dir)
  await goThrough(second)
  expect([...second.web.sent, ...second.telegram.sent]).toEqual([])
})

test('after an upgrade everybody is who they were, and has what they had', async () => {
  const dir = oldStore()
  openStore(dir).close()
  const world = goOn(dir)
  await goThrough(world)
  const answerTo = async (text: string, id: string, remoteId: string) => {
    const chat = makeChatId('telegram', id)
    const before = world.telegram.sent.length
    const sender = { channel: 'telegram', id } as const
    world.say(text, { channel: 'telegram', account: '777', keys: [`later:${remoteId}`], chat, remoteId, sender })
    await world.settle()
    return world.telegram.sent
      .slice(before)
      .map(({ body }) => body)
      .join('')
  }
  expect(await answerTo('/whoami', '1', '9001')).toContain('**Ana** (owner)')
  expect(await answerTo('/whoami', '7', '9002')).toContain('**Member 7** (member)')
  expect(await answerTo('/whoami', '50', '9003')).toContain('**Person 50** (member)')
  // Refused once, and told so once.
  expect(await answerTo('me again', '66', '9004')).toBe('')
  // A line that was taken in then is none to be taken in again.
  expect(world.say('good morning', { keys: ['test:k4'] })).toMatchObject({ status: 'duplicate' })
})

interface Task {
  id: number
  chat: string
  state: string
}

function oldStore(): string {
  const dir = mkdtempSync(join(tmpdir(), 'skein-upgrade-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const raw = new BetterSqlite3(join(dir, 'skein.db'))
  // The tables behind the full-text index are filled by hand: they are as that program left them.
  raw.unsafeMode(true)
  raw.exec(fixture)
  raw.close()
  return dir
}

/** The road over the upgraded store, an hour later. */
function goOn(dataDir: string): RoadWorld {
  const world = createRoadWorld({ dataDir })
  world.clock.advance(3_600_000)
  return world
}

/** What is suspected of having killed the daemon begins a while after the rest. */
async function goThrough(world: RoadWorld): Promise<void> {
  recover(world)
  await world.settle()
  world.clock.advance(60_000)
  await world.settle()
}

function bodies({ db }: RoadWorld, where: string): string[] {
  return db.raw.prepare(`SELECT body FROM outbox WHERE ${where}`).pluck().all() as string[]
}

function asNow(table: string, row: Row): Row {
  const columns = Object.entries(row).map(([column, value]) => {
    const name = `${table}.${column}`
    return [renamed[name] ?? column, rewritten[name]?.(value, row) ?? value] as const
  })
  return Object.fromEntries(columns)
}

function contents(file: string): Record<string, Row[]> {
  const raw = new BetterSqlite3(file, { readonly: true })
  // Not those that SQLite and the full-text index keep for themselves.
  const tables = raw
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
         AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name <> '__drizzle_migrations'`,
    )
    .pluck()
    .all() as string[]
  const found = tables.map((table) => [table, rowsOf(raw, table)] as const)
  raw.close()
  return Object.fromEntries(found)
}

function rowsOf(raw: BetterSqlite3.Database, table: string): Row[] {
  return raw.prepare(`SELECT * FROM "${table}"`).all() as Row[]
}
