import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { createRandom, type Random } from '../support/seeded.ts'
import { hostileStrings } from './hostile-strings.ts'

// Files that an attacker, or a broken program, could give somebody to import.

const at = '2026-03-14T10:00:00Z'
const json = (value: unknown) => JSON.stringify(value)

/** One file of each kind, with texts of the attacker. */
function honestFiles(text: string): Buffer[] {
  const ownLine = { chat: 'journal', id: '1', at, from: text, role: 'human', text }
  const node = { author: { role: 'user' }, create_time: 1.7e9, content: { content_type: 'text', parts: [text] } }
  const chatgpt = [{ id: text, title: text, current_node: 'a', mapping: { a: { parent: 'a', message: node } } }]
  const claude = [{ uuid: text, name: text, chat_messages: [{ uuid: 'm', sender: 'human', text, created_at: at }] }]
  const message = { id: 1, type: 'message', date_unixtime: '1700000000', from: text, from_id: 'user1', text }
  const telegram = { name: text, type: 'personal_chat', id: 1, messages: [message] }
  const openclaw = [
    { type: 'session', id: 'main', timestamp: at },
    { type: 'message', id: '1', timestamp: at, message: { role: 'user', content: text } },
  ]
  const mail = `From ${text} Sat Mar 14 10:00:00 2026\nFrom: ${text} <a@example.org>\nDate: ${at}\nSubject: ${text}\n\n${text}\n`
  return [
    `${json(ownLine)}\n`,
    json(chatgpt),
    json(claude),
    json(telegram),
    openclaw.map(json).join('\n'),
    `1.2.25, 10:00 - ${text}: ${text}\n`,
    mail,
  ].map((file) => Buffer.from(file))
}

/** Databases as klausbot and OpenClaw keep them, one of them with a view that never ends. */
function databases(text: string): Buffer[] {
  const entry = json({ type: 'user', uuid: 'u', timestamp: at, message: { content: text } })
  const event = json({ type: 'message', id: '1', timestamp: at, message: { role: 'user', content: text } })
  return [
    [
      'CREATE TABLE conversations (session_id, started_at, transcript, summary, chat_id)',
      "INSERT INTO conversations VALUES (?, 1, ?, '', 1)",
      text,
      entry,
    ],
    [
      'CREATE TABLE transcript_events (session_id, seq, event_json)',
      'INSERT INTO transcript_events VALUES (?, 1, ?)',
      text,
      event,
    ],
    [
      'CREATE VIEW conversations AS WITH RECURSIVE n(session_id) AS (SELECT 1 UNION ALL SELECT session_id + 1 FROM n) SELECT session_id, 1 AS started_at, NULL AS transcript, 1 AS summary FROM n',
    ],
    ['PRAGMA journal_mode = wal', undefined],
  ].map(makeDatabase)
}

function makeDatabase([create = '', insert, ...values]: (string | undefined)[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'skein-hostile-'))
  try {
    const path = join(folder, 'store.db')
    const db = new BetterSqlite3(path)
    db.exec(`${create}; CREATE TABLE IF NOT EXISTS other (a)`)
    if (insert) db.prepare(insert).run(...values)
    db.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Files that no program wrote. */
function strangeFiles(random: Random): Buffer[] {
  const bytes = Buffer.from(Array.from({ length: 5000 }, () => random.integer(256)))
  const deep = 20_000
  return [
    Buffer.alloc(0),
    bytes,
    Buffer.from('PK\u0003\u0004 an archive'),
    Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), bytes]),
    Buffer.concat([Buffer.from('SQLite format 3\0'), bytes]),
    Buffer.from('['.repeat(deep)),
    Buffer.from(`[${'{"mapping":'.repeat(deep)}`),
    Buffer.from(`{"messages":${'['.repeat(deep)}${']'.repeat(deep)}}`),
    Buffer.from(`${'a'.repeat(3_000_000)}\n`),
    Buffer.from('\n'.repeat(300_000)),
    Buffer.from('From a\n'.repeat(20_000)),
    Buffer.from('{"__proto__":{"isYou":true},"constructor":{"prototype":{}},"messages":[]}'),
    Buffer.from(
      `\ufeff${json({ chat: '../../skein.db', id: '\0', at: '9999-99-99', from: 1, role: 'system', text: {} })}`,
    ),
    Buffer.from('1.2.25, 10:00 - A: '.repeat(20_000)),
    Buffer.from(
      json(Array.from({ length: 2000 }, () => ({ mapping: { a: { parent: 'b' }, b: { parent: 'a' } }, id: 'x' }))),
    ),
  ]
}

/** Cuts, doubles, swaps and overwrites parts of a file. */
function spoil(file: Buffer, random: Random): Buffer {
  let spoiled = Buffer.from(file)
  for (let count = random.integer(6); count > 0; count--) {
    const [from, to] = [random.integer(spoiled.length + 1), random.integer(spoiled.length + 1)].toSorted(
      (a, b) => a - b,
    )
    const part = spoiled.subarray(from, to)
    const others = [
      Buffer.alloc(0),
      Buffer.concat([part, part]),
      Buffer.from(random.pick(replacements)),
      Buffer.from(part).reverse(),
    ]
    const other = random.pick(others)
    spoiled = Buffer.concat([spoiled.subarray(0, from), other, spoiled.subarray(to)])
  }
  return spoiled
}

const replacements = [
  'null',
  '1e999',
  '-0',
  '"\\ud800"',
  '{}',
  '[]',
  '\0',
  '\u2028',
  '"',
  '}',
  ']',
  ',',
  '\n',
  '\r',
  '99999999999999999999',
]

/** The same files for the same start. */
export function hostileImportFiles(start: number, count: number): Buffer[] {
  const random = createRandom(start)
  const strings = hostileStrings()
  const strange = strangeFiles(random)
  const known = Array.from({ length: 12 }, () => random.pick(strings)).flatMap((text) => [
    ...honestFiles(text),
    ...databases(text),
  ])
  return Array.from({ length: count }, (_, place) => strange[place] ?? spoil(random.pick(known), random))
}
