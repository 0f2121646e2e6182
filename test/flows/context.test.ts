import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ContextUse } from '../../src/domain/context-use.ts'
import { openReadOnly } from '../../src/store/database.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { createDaemonTools } from '../peers/daemon-tools.ts'
import { finished } from '../peers/ran.ts'
import { createSpeaker } from '../peers/speaker.ts'

let build: Build
beforeAll(() => {
  build = createBuild()
})

const DAY = 86_400_000
const start = Date.UTC(2025, 3, 1, 9)

interface Line {
  chat: string
  id: string
  at: string
  from: string
  role: 'human' | 'bot'
  text: string
}

/** Days of conversation in a chat, twenty lines a day; on the first day somebody says where the key is. */
function pastOf(chat: string, days: number): Line[] {
  return Array.from({ length: days * 20 }, (_, n) => {
    const ours = n % 2 === 1
    const at = new Date(start + Math.floor(n / 20) * DAY + (n % 20) * 60_000).toISOString()
    const small = ours
      ? 'Good to hear. How did the rest of it go?'
      : `on day ${Math.floor(n / 20)} we walked by the lake`
    const text = n === 4 ? 'the spare key hangs behind the green barrel' : small
    return { chat, id: `${chat}-${n}`, at, from: ours ? 'Skein' : 'Ana', role: ours ? 'bot' : 'human', text }
  })
}

/** A folder of its own for a store, and the command over it. */
function createPlace(data?: string) {
  const dir = mkdtempSync(join(tmpdir(), 'skein-context-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const place = data ?? join(dir, 'data')
  const skein = (...args: string[]) =>
    finished(spawn(process.execPath, [build.main, '--data', place, ...args], { env: { HOME: dir } }))
  return {
    data: place,
    skein,
    async json<T>(...args: string[]): Promise<T> {
      const { out, err } = await skein('--json', ...args)
      if (out === '') throw new Error(`it printed nothing but ${err}`)
      return JSON.parse(out) as T
    },
    write(lines: (Line | string)[]): string {
      const file = join(dir, 'past.jsonl')
      writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
      return file
    },
  }
}

async function createDaemonPlace() {
  const daemon = createDaemon({ build })
  onTestFinished(() => daemon.remove())
  await daemon.start()
  return { daemon, ...createPlace(daemon.data) }
}

/** Every row of every table, in a form that can be compared; without the time, which a daemon writes down every minute. */
function everything(data: string): Record<string, unknown> {
  const db = openReadOnly(join(data, 'skein.db'))
  const tables = db.raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
  const rows = (name: string) =>
    db.raw.prepare(`SELECT * FROM "${name}"${name === 'meta' ? " WHERE key != 'steady_anchor'" : ''}`).all()
  const all = (tables.pluck().all() as string[]).map((name) => [name, rows(name)])
  db.close()
  return Object.fromEntries(all) as Record<string, unknown>
}

interface Report {
  lines: number
  added: number
  known: number
  bad: number
  problems: string[]
}

interface Shown {
  prompt: string
  tokens: number
  status: string
  context: string
  parts: { kind: string; reason: string; tokens: number; messages: string[]; trust?: string }[]
  left_out: ({ message: string; reason: string } | { count: number; reason: string })[]
}

describe('import', () => {
  test('without a daemon takes a past in once, makes no task, asks no model, and can be searched', async () => {
    const { data, skein, json, write } = createPlace()
    const file = write(pastOf('web:house', 30))
    expect((await skein('import', file)).out).toBe('600 messages imported, 0 were already there.\n')
    expect(await json<Report>('import', file)).toMatchObject({ lines: 600, added: 0, known: 600, bad: 0 })
    const rows = everything(data)
    expect(rows).toMatchObject({ task: [], usage: [], outbox: [] })
    expect(rows.summary).toContainEqual(expect.objectContaining({ made: 'extract' }))
    const [found] = await json<{ message: string; chat: string }[]>('search', 'spare key')
    expect(found).toMatchObject({ message: 'web:house-4', chat: 'web:house' })
  })

  test('a bad line is counted and told by its number, everything else is taken in, and it exits with 1', async () => {
    const { skein, json, write } = createPlace()
    const [one, two] = pastOf('web:house', 1)
    const file = write([one ?? '', 'nonsense', two ?? '', '{"chat":"web:x"}'])
    const { code, out, err } = await skein('import', file)
    expect(code).toBe(1)
    expect(out).toContain('2 messages imported, 0 were already there, 2 could not be read')
    expect(err).toMatch(/line 2: is not JSON\nline 4: "id"/)
    expect(await json<Report>('import', file)).toMatchObject({
      known: 2,
      bad: 2,
      problems: [/./, /./].map(() => expect.any(String)),
    })
    expect((await skein('--json', 'import', file)).code).toBe(1)
    expect(await skein('import', '/nonexistent.jsonl')).toMatchObject({
      code: 64,
      err: expect.stringContaining('no file'),
    })
  })

  test('beside a daemon goes through it, holds nobody up, and makes no task but to sum it up', async () => {
    const { daemon, json, write } = await createDaemonPlace()
    const speaker = createSpeaker(daemon.socket)
    onTestFinished(() => speaker.close())
    const importing = json<Report>('import', write(pastOf('web:years', 1_000)))
    const took: number[] = []
    let over = false
    void importing.finally(() => (over = true))
    while (!over) {
      const began = performance.now()
      await speaker.call('GET', '/status')
      took.push(performance.now() - began)
      await sleep(10)
    }
    expect(await importing).toMatchObject({ added: 20_000, known: 0 })
    const sorted = took.toSorted((a, b) => a - b)
    const [p50 = 0, p95 = 0, most = 0] = [0.5, 0.95, 1].map((share) => sorted.at(Math.ceil(sorted.length * share) - 1))
    console.log(
      `while 20,000 lines come in, a call takes p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${most.toFixed(0)} ms at most`,
    )
    expect(took.length).toBeGreaterThan(20)
    const { task, usage } = everything(daemon.data)
    expect(new Set((task as { kind: string }[]).map(({ kind }) => kind))).toEqual(new Set(['compaction']))
    expect(usage).toEqual([])
    expect(await json('import', write(pastOf('web:years', 1)))).toMatchObject({ added: 0, known: 20 })
  }, 120_000)
})

describe('context', () => {
  test('is told part by part, with the ids of the import and what was left out; the prompt holds it word for word', async () => {
    const { skein, json, write } = createPlace()
    await skein('import', write(pastOf('web:house', 60)))
    const at = new Date(start + 60 * DAY).toISOString()
    const asked = ['--chat', 'web:house', '--message', 'where is the spare key?', '--from', 'Ben', '--at', at]
    const shown = await json<Shown>('context', ...asked, '--budget', '1500')
    expect(Object.keys(shown)).toEqual(
      expect.arrayContaining(['prompt', 'tokens', 'status', 'context', 'parts', 'left_out']),
    )
    expect(shown.prompt).toContain(shown.context)
    expect(shown.prompt).toMatch(/where is the spare key\?\n<\/message-\w+>$/)
    expect(shown.prompt).toContain('from="Ben"')
    expect(shown.status).toBe('NEW CONVERSATION')
    expect(shown.tokens).toBeLessThanOrEqual(1500)
    expect(shown.context.length).toBeLessThanOrEqual(6000)
    const recalled = shown.parts.filter(({ kind }) => kind === 'recalled')
    expect(recalled.flatMap(({ messages }) => messages)).toContain('web:house-4')
    expect(shown.context).toContain('the spare key hangs behind the green barrel')
    const named = shown.parts.flatMap(({ messages }) => messages)
    expect(named.filter((id) => !/^web:house-\d+$/.test(id))).toEqual([])
    expect(new Set(named).size).toBeGreaterThan(10)
    for (const part of shown.parts) {
      expect(part).toEqual({
        kind: expect.any(String),
        reason: expect.any(String),
        tokens: expect.any(Number),
        messages: expect.any(Array),
        // Whose words it holds; what is our own says nothing of it.
        ...(part.trust !== undefined && { trust: expect.any(String) }),
        ...('foreign' in part && { foreign: expect.any(Array) }),
      })
    }
    // Every second line is ours and comes along with what was said to us.
    const said = recalled.filter(({ messages: [id] }) => Number(id?.split('-').at(-1)) % 2 === 0)
    expect(new Set(said.map(({ trust }) => trust))).toEqual(new Set(['untrusted']))
    expect(shown.parts.find(({ kind }) => kind === 'policy')).not.toHaveProperty('trust')
    const out = shown.left_out.flatMap((one) => ('message' in one ? [one.message] : []))
    expect(out.length).toBeGreaterThan(0)
    expect(out.filter((id) => named.includes(id))).toEqual([])
    // Without --json it is three sentences and the prompt itself; the same question has the same answer, byte for byte.
    const { out: text } = await skein('context', ...asked, '--budget', '1500')
    expect(text).toMatch(/^The model saw .*\n.*\n.*\n\nYou are /)
    expect(text.slice(text.indexOf('You are '))).toBe(`${shown.prompt}\n`)
  })

  test('holds nothing that was said, or summarised, after the moment', async () => {
    const { skein, json, write } = createPlace()
    await skein('import', write(pastOf('web:house', 60)))
    const at = new Date(start + 10 * DAY + 5 * 60_000)
    const shown = await json<Shown>(
      'context',
      '--chat',
      'house',
      '--message',
      'what did we do at the lake?',
      '--at',
      at.toISOString(),
    )
    const ids = shown.parts.flatMap(({ messages }) => messages).map((id) => Number(id.split('-').at(-1)))
    expect(Math.max(...ids)).toBe(10 * 20 + 5)
    expect(shown.context).toContain('on day 9 we walked')
    expect(shown.context).not.toMatch(/on day (?:1[1-9]|[2-9]\d)/)
    expect(shown.status).toBe('CONTINUATION')
  })

  test('changes nothing, without a daemon or beside one, and sees what the daemon sees', async () => {
    const { daemon, data, skein, json, write } = await createDaemonPlace()
    await skein('import', write(pastOf('web:house', 30)))
    await skein('send', 'the boiler was repaired by Ferri', '--chat', 'web:house', '--wait')
    await skein('config', 'conversation.max_tokens', '1234')
    const look = () => json<Shown>('context', '--chat', 'web:house', '--message', 'who repaired the boiler?')
    await createDaemonTools(build, () => daemon).quiet()
    const before = everything(data)
    const beside = await look()
    expect(everything(data)).toEqual(before)
    expect(beside.context).toContain('the boiler was repaired by Ferri')
    expect(beside.status).toBe('CONTINUATION')
    expect(beside.tokens).toBeLessThanOrEqual(1234)
    // Without a message: how full it is.
    const use = await json<ContextUse>('context', '--chat', 'web:house')
    expect(use.tokens).toBeGreaterThan(0)
    expect(use.shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(use.tokens)
    expect((await skein('context', '--chat', 'web:house')).out).toMatch(
      /^The model saw .*\n.*\n.*\n\nIn use: [\d,]+ tokens.*:\n- instructions: /,
    )
    expect(await json('context', '--chat', 'web:boat')).toBeNull()
    expect((await skein('context', '--chat', 'web:boat')).out).toBe('No model has been asked here yet.\n')
    expect(everything(data)).toEqual(before)
    await daemon.stop()
    const stopped = everything(data)
    expect((await look()).context).toContain('the boiler was repaired by Ferri')
    expect(everything(data)).toEqual(stopped)
  })

  test('asked wrongly, says how to ask', async () => {
    const { skein } = createPlace()
    const asked = (...extra: string[]) => skein('context', '--chat', 'web:x', '--message', 'y', ...extra)
    expect(await asked('--at', 'yesterday')).toMatchObject({
      code: 64,
      err: expect.stringContaining('2026-03-14T10:00:00Z'),
    })
    expect(await asked('--budget', '-1')).toMatchObject({ code: 64 })
    expect(await skein('context', '--chat', 'irc:x', '--message', 'y')).toMatchObject({ code: 64 })
    expect(await asked()).toMatchObject({ code: 78, err: expect.stringContaining('There is no data in') })
  })
})

test('search finds lines in all chats or in one, best first, and says so when there is none', async () => {
  const { skein, json, write } = createPlace()
  await skein('import', write([...pastOf('web:house', 3), ...pastOf('web:boat', 3)]))
  const ids = async (...args: string[]) =>
    (await json<{ message: string }[]>('search', ...args)).map((one) => one.message)
  expect((await ids('the spare key behind the barrel')).toSorted()).toEqual(['web:boat-4', 'web:house-4'])
  expect(await ids('the spare key behind the barrel', '--chat', 'web:boat')).toEqual(['web:boat-4'])
  expect((await skein('search', 'green barrel', '--chat', 'boat')).out).toMatch(
    /^\[\d+\] 2025-04-01 09:04 Ana in boat: the spare key hangs behind the green barrel\n$/,
  )
  expect(await skein('search', 'zebra')).toMatchObject({ code: 0, out: expect.stringContaining('No results') })
  expect(await json('search', 'zebra')).toEqual([])
})

test('search shows as many as are asked for, of a person and a time, and says how many more there are', async () => {
  const { skein, json, write } = createPlace()
  await skein('import', write(pastOf('web:house', 40)))
  const texts = async (...args: string[]) => (await json<{ text: string }[]>('search', ...args)).map(({ text }) => text)
  const all = await texts('lake', '--limit', '999')
  expect(all).toHaveLength(399)
  expect(await skein('search', 'lake')).toMatchObject({ code: 0, err: expect.stringContaining('389 more') })
  expect(await texts('lake', '--limit', '999', '--from', '2030-01-01')).toEqual([])
  expect(await texts('lake', '--limit', '999', '--to', '2030-01')).toHaveLength(399)
  expect(await texts('lake', '--limit', '999', '--person', 'nobody of that name')).toEqual([])
  expect(await skein('search', 'lake', '--from', 'the other day perhaps')).toMatchObject({
    code: 64,
    err: expect.stringContaining('"from" is not understood'),
  })
})
