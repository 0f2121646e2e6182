import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { ParsedLine } from '../../../../src/store/messages/import-messages.ts'
import { type ImportInput, openImportInput } from '../../../../src/tasks/intake/import-formats/import-input.ts'
import { previewImport } from '../../../../src/tasks/intake/import-formats/import-preview.ts'
import { collectedHeap } from '../../../support/collected-heap.ts'
import { now } from './import-world.ts'

function createFolder(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'skein-import-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), content)
  }
  return dir
}

async function linesOf(input: ImportInput) {
  const found: ParsedLine[] = []
  for await (const entries of input.read()) for (const entry of entries) if (entry) found.push(entry)
  return found.map((entry) => {
    if (entry.status === 'bad') return entry.problem
    const { chat, title, from, role, isOwners, text } = entry.line
    return { chat, title, from, role, isOwners, text }
  })
}

const mail = (id: string, subject: string, text: string, extra = '') =>
  `From: ben@example.org\r\nSubject: ${subject}\r\nDate: Sat, 01 Feb 2025 10:00:00 +0000\r\nMessage-ID: <${id}@x>\r\n${extra}\r\n${text}\r\n`

test('a Maildir is read with its folders, without drafts and deleted mails', async () => {
  const dir = createFolder({
    'cur/1.a.host:2,S': mail('1', 'Roof', 'Is it done?'),
    'new/2.b.host': mail('2', 'Re: Roof', 'Well?', 'References: <1@x>\r\n'),
    'tmp/3.c.host': mail('3', 'Half', 'written'),
    'cur/4.d.host:2,DS': mail('4', 'Draft', 'not sent'),
    'cur/5.e.host:2,ST': mail('5', 'Deleted', 'gone'),
    '.Sent/cur/6.f.host:2,S': mail('6', 'Garden', 'It grows.'),
    '.Sent/new/7.g.host': 'no mail at all',
    'dovecot.index': '\0\0',
  })
  symlinkSync('/etc/passwd', join(dir, 'cur', '8.link'))
  const input = await openImportInput(dir, now)
  expect([input.formats, input.hasNames, input.otherFiles]).toEqual([['Maildir'], true, 1])
  const lines = await linesOf(input)
  const from = { from: 'ben@example.org', role: 'human', isOwners: undefined }
  expect(lines).toMatchObject([
    { title: 'Roof', text: 'Is it done?', ...from },
    { title: 'Re: Roof', text: 'Well?', ...from },
    { title: 'Garden', text: 'It grows.', ...from },
    { en: 'mail 7.g.host: has no valid time' },
  ])
  expect(await linesOf(input)).toEqual(lines)
})

const session = (id: string) =>
  `{"type":"session","version":3,"id":"${id}","timestamp":"2025-02-01T10:00:00.000Z","cwd":"/home/ana"}`
const entry = (id: string, role: string, content: unknown, type = 'message') =>
  JSON.stringify({ type, id, parentId: null, timestamp: '2025-02-01T10:00:01.000Z', message: { role, content } })
const text = (words: string) => [{ type: 'text', text: words }]
const block = (label: string, facts: object) =>
  `${label} (untrusted metadata):\n\`\`\`json\n${JSON.stringify(facts, undefined, 2)}\n\`\`\`\n\n`
const said = `${block('Conversation info', { message_id: '7' })}${block('Sender', { name: 'Ben', id: '9' })}See you.`

const openclawLines = [
  entry('1', 'user', text('Water the plants?')),
  entry('2', 'assistant', [{ type: 'thinking', thinking: 'hm' }, ...text('Done.'), { type: 'toolCall', name: 'x' }]),
  entry('3', 'toolResult', text('ok')),
  entry('4', 'user', said),
  '{"type":"compaction","id":"5","summary":"…"}',
]
const openclawFound = [
  { title: 'Plants', from: '', role: 'human', isOwners: true, text: 'Water the plants?' },
  { title: 'Plants', from: 'OpenClaw', role: 'bot', isOwners: undefined, text: 'Done.' },
  { title: 'Plants', from: 'Ben', role: 'human', isOwners: undefined, text: 'See you.' },
]

test('the sessions of OpenClaw have their names and no background work; a torn last line is reported', async () => {
  const dir = createFolder({
    'agents/main/sessions/s1.jsonl': [session('s1'), ...openclawLines, '{"type":"message","id":"to'].join('\n'),
    'agents/main/sessions/s2.jsonl': [session('s2'), entry('1', 'user', 'run the job')].join('\n'),
    'agents/main/sessions/sessions.json': JSON.stringify({
      'agent:main:main': { sessionId: 's1', displayName: 'Plants', updatedAt: 1 },
      'agent:main:cron:daily': { sessionId: 's2' },
    }),
    'openclaw.json': '{"agents":{}}',
  })
  const input = await openImportInput(dir, now)
  expect([input.formats, input.files, input.otherFiles]).toEqual([['OpenClaw'], 2, 2])
  const [one, two, three, torn, ...rest] = await linesOf(input)
  expect([one, two, three]).toMatchObject(openclawFound)
  expect(torn).toMatchObject({ en: 's1.jsonl: line 7: is not valid JSON' })
  expect(rest).toEqual([])
  const options = { owner: 'Ana', ownersNames: [], signal: new AbortController().signal }
  expect(await previewImport(input, options)).toMatchObject({ isOwnerUnknown: true, messages: 3, withoutText: 3 })
})

function createDatabase(schema: string, insert: string, rows: unknown[][]): string {
  const path = join(createFolder({}), 'any.name')
  const db = new BetterSqlite3(path)
  db.exec(schema)
  for (const row of rows) db.prepare(insert).run(...row)
  db.close()
  return path
}

test('so do those in the database of newer versions', async () => {
  const path = createDatabase(
    `CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT, display_name TEXT);
     INSERT INTO session_windows VALUES ('s1', 'agent:main:main', 'Plants'), ('s2', 'agent:main:cron:daily', NULL);
     CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, created_at INTEGER)`,
    'INSERT INTO transcript_events VALUES (?, ?, ?, 0)',
    [
      ...[session('s1'), ...openclawLines, null].map((event, seq) => ['s1', seq, event]).toReversed(),
      ['s2', 1, entry('1', 'user', 'run the job')],
    ],
  )
  const input = await openImportInput(path, now)
  expect(input.formats).toEqual(['OpenClaw'])
  const [one, two, three, missing, ...rest] = await linesOf(input)
  expect([one, two, three]).toMatchObject(openclawFound)
  expect(missing).toMatchObject({ en: expect.stringContaining('message 6 of chat "Plants": is too large') })
  expect(rest).toEqual([])
})

test('the conversations of klausbot are one chat for each Telegram chat', async () => {
  const transcript = [
    { type: 'summary', summary: 'Roof' },
    { type: 'user', uuid: 'u1', timestamp: '2025-02-01T10:00:00.000Z', message: { role: 'user', content: 'And now?' } },
    { type: 'user', isMeta: true, timestamp: '2025-02-01T10:00:00.000Z', message: { content: 'caveat' } },
    { type: 'assistant', uuid: 'u2', timestamp: '2025-02-01T10:00:01.000Z', message: { content: text('Now.') } },
    {
      type: 'user',
      timestamp: '2025-02-01T10:00:02.000Z',
      message: { content: [{ type: 'tool_result', content: 'x' }] },
    },
  ]
  const lines = `${transcript.map((line) => JSON.stringify(line)).join('\n')}\nbroken\n`
  const path = createDatabase(
    `CREATE TABLE conversations (id INTEGER PRIMARY KEY, session_id TEXT, started_at TEXT, ended_at TEXT,
       transcript TEXT, summary TEXT, message_count INTEGER, chat_id INTEGER)`,
    "INSERT INTO conversations (session_id, started_at, ended_at, transcript, summary, message_count, chat_id) VALUES (?, ?, '', ?, '', 2, ?)",
    [['s1', '2025-02-01', lines, 42]],
  )
  const input = await openImportInput(path, now)
  expect(input.formats).toEqual(['klausbot'])
  expect(await linesOf(input)).toMatchObject([
    { chat: 'web:klausbot-42', title: 'klausbot', from: '', isOwners: true, text: 'And now?' },
    { chat: 'web:klausbot-42', from: 'klausbot', role: 'bot', text: 'Now.' },
    { en: 'message 6 of chat "s1": is not valid JSON' },
  ])
})

test('a damaged database, an archive, an empty folder and nothing at all get a clear answer', async () => {
  const dir = createFolder({
    'a.db': `SQLite format 3\0${'x'.repeat(5000)}`,
    'b.zip': 'PK\u0003\u0004xx',
    'c/readme.txt': 'hi',
  })
  const damaged = await openImportInput(join(dir, 'a.db'), now)
  expect(await linesOf(damaged)).toMatchObject([{ en: 'line 1: is not JSON' }])
  await expect(openImportInput(join(dir, 'b.zip'), now)).rejects.toThrow('This is a zip archive.')
  await expect(openImportInput(join(dir, 'c'), now)).rejects.toThrow('is a known export or mailbox')
  await expect(openImportInput(join(dir, 'none'), now)).rejects.toThrow('There is no file or folder')
})

test('of a folder with many files, no content is kept before it is read', async () => {
  const session = `{"type":"session","id":"s"}\n${'x'.repeat(65_536)}`
  const dir = createFolder(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}.jsonl`, session])))
  const before = collectedHeap()
  const input = await openImportInput(dir, now)
  expect(collectedHeap() - before).toBeLessThan(2_000_000)
  expect(input.files).toBe(100)
})
