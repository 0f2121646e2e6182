import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import {
  importLines,
  importMessages,
  MAX_LINE_CHARS,
  parseImportLine,
} from '../../../src/store/messages/import-messages.ts'
import { findListedChat } from '../../../src/store/messages/listed-chats.ts'
import { createRecallWorld, noon, type RecallWorld } from '../recall/recall-world.ts'

const line = (id: string, extra: object = {}) =>
  JSON.stringify({
    chat: 'web:old',
    id,
    at: '2025-06-01T10:00:00Z',
    from: 'Ben',
    role: 'human',
    text: `line ${id}`,
    ...extra,
  })

async function* stream(lines: string[]) {
  for (const one of lines) yield [one]
}

function load({ db, owner }: RecallWorld, lines: string[]) {
  return importLines(stream(lines), {
    write: (batch) => importMessages(db, batch, { owner, now: noon }),
    signal: new AbortController().signal,
  })
}

const rows = ({ db }: RecallWorld, columns: string) => db.statement(`SELECT ${columns} FROM message ORDER BY id`).all()

test('the same file twice is the same past once', async () => {
  const world = createRecallWorld()
  expect(await load(world, [line('1'), line('2')])).toMatchObject({ added: 2, known: 0 })
  expect(await load(world, [line('1'), line('2'), line('3')])).toMatchObject({ added: 1, known: 2 })
  expect(rows(world, 'text')).toHaveLength(3)
  expect(world.db.statement('SELECT count(*) FROM task').pluck().get()).toBe(0)
})

test('lines with a role and no name are of the owner and of their assistant', async () => {
  const world = createRecallWorld()
  const nameless = (id: string, role: string) => line(id, { from: undefined, role })
  const roles = ['user', 'assistant', 'human', 'bot']
  expect(
    await load(
      world,
      roles.map((role, at) => nameless(String(at), role)),
    ),
  ).toMatchObject({ added: 4, bad: 0 })
  const asOwner = { author: 'human', trust: 'owner', person_id: world.owner.id, name: world.owner.name }
  const asBot = { author: 'bot', trust: 'owner', person_id: null, name: 'Assistant' }
  expect(rows(world, 'author, trust, person_id, name')).toEqual([asOwner, asBot, asOwner, asBot])
})

test('a past is no news, and hides none that there is', async () => {
  const world = createRecallWorld()
  const { db, owner } = world
  const state = () => findListedChat(db, owner.id, makeChatId('web', 'old'))?.state
  await load(world, [line('1'), line('2', { role: 'bot' })])
  await load(world, [line('3')])
  expect(state()).toBeUndefined()
  const [newest] = rows(world, 'max(id) AS id') as { id: number }[]
  db.statement('UPDATE kept_chat SET seen = ?').run((newest?.id ?? 0) - 1)
  expect(state()).toBe('new')
  await load(world, [line('4')])
  expect(state()).toBe('new')
})

test('lanes are topic, then reply, then root, as for a message that arrives', async () => {
  const world = createRecallWorld()
  await load(world, [
    line('1', { topic: 't' }),
    line('2', { reply_to: '1' }),
    line('3', { reply_to: 'unknown' }),
    line('4'),
  ])
  expect(rows(world, 'lane').map((row) => (row as { lane: string }).lane)).toEqual([
    'topic:web:old:t',
    'topic:web:old:t',
    'reply:web:old:unknown',
    'root:web:old',
  ])
})

test('a line under the owner’s name is theirs, another is third-party text, and a bot’s is ours', async () => {
  const world = createRecallWorld()
  await load(world, [line('1', { from: 'ana' }), line('2'), line('3', { role: 'bot', from: 'Helper' })])
  expect(rows(world, 'author, trust, person_id AS person')).toEqual([
    { author: 'human', trust: 'owner', person: world.owner.id },
    { author: 'human', trust: 'untrusted', person: null },
    { author: 'bot', trust: 'owner', person: null },
  ])
})

test('the roles of other programs are taken too, and a new chat gets the title of its line', async () => {
  const world = createRecallWorld()
  await load(world, [
    line('1', { role: 'user', chat: 'roof', title: 'The roof' }),
    line('2', { role: 'assistant', chat: 'roof', title: 'Another title' }),
  ])
  expect(rows(world, 'author')).toEqual([{ author: 'human' }, { author: 'bot' }])
  expect(world.db.statement("SELECT title FROM chat WHERE id = 'web:roof'").pluck().get()).toBe('The roof')
})

test('a chat without a channel is one of the local page; only there it is the owner’s', async () => {
  const world = createRecallWorld()
  await load(world, [line('1', { chat: 'journal' }), line('2', { chat: 'telegram:-5' })])
  expect(world.db.statement('SELECT id, first_person_id AS person FROM chat ORDER BY id').all()).toEqual([
    { id: 'telegram:-5', person: null },
    { id: 'web:journal', person: world.owner.id },
    { id: 'web:one', person: world.owner.id },
  ])
})

test('a bad line is reported with its number and stops nothing', async () => {
  const world = createRecallWorld()
  const report = await load(world, [
    line('1'),
    'nonsense',
    '',
    line('2', { at: 'yesterday' }),
    line('3', { role: 'cat' }),
    line('4'),
  ])
  expect(report).toMatchObject({ added: 2, bad: 3 })
  expect(report.problems).toEqual([
    'line 2: is not JSON',
    expect.stringMatching(/^line 4: "at" is missing or /),
    expect.stringMatching(/^line 5: "role" is missing or /),
  ])
})

test('a line that is too long is not read', async () => {
  const world = createRecallWorld()
  const report = await load(world, ['x'.repeat(MAX_LINE_CHARS + 1), line('1')])
  expect(report).toMatchObject({ added: 1, problems: ['line 1: is too long'] })
})

test('lines are written in batches that a bound keeps small', async () => {
  const sizes: number[] = []
  const write = (batch: unknown[]) => {
    sizes.push(batch.length)
    return { added: batch.length, known: 0 }
  }
  const long = Array.from({ length: 5 }, (_, n) => line(String(n), { text: 'x'.repeat(900) }))
  await importLines(stream(long), { write, batch: { lines: 3, chars: 1500 }, signal: new AbortController().signal })
  expect(sizes).toEqual([2, 2, 1])
})

test('an import that is stopped stops', async () => {
  const stop = new AbortController()
  stop.abort()
  const write = () => ({ added: 0, known: 0 })
  await expect(importLines(stream([line('1')]), { write, signal: stop.signal })).rejects.toThrow()
})

test('times keep their offset', () => {
  const parsed = parseImportLine(line('1', { at: '2025-06-01T12:00:00+02:00' }))
  expect(parsed.status === 'ok' && parsed.line.at.toISOString()).toBe('2025-06-01T10:00:00.000Z')
})

test('a name that is said to be the owner’s makes its lines theirs, and those of a bot stay ours', async () => {
  const world = createRecallWorld()
  const { db, owner } = world
  await importLines(stream([line('1', { from: 'ANA L.' }), line('2'), line('3', { role: 'bot', from: 'Ana L.' })]), {
    write: (batch) => importMessages(db, batch, { owner, now: noon }),
    ownersNames: ['Ana L.'],
    signal: new AbortController().signal,
  })
  expect(rows(world, 'name, trust, person_id AS person')).toEqual([
    { name: 'ANA L.', trust: 'owner', person: owner.id },
    { name: 'Ben', trust: 'untrusted', person: null },
    { name: 'Ana L.', trust: 'owner', person: null },
  ])
})
