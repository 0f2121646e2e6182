import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { gatherBlocks } from '../../../src/scheduler/briefing/gather.ts'
import { blockFrom } from '../../../src/scheduler/sources/from-config.ts'
import { createStoreWorld } from '../world.ts'

const rss = '<rss><channel><item><title>The ferry is late</title><guid>1</guid></item></channel></rss>'
const ics = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART:20260314T120000Z',
  'DTEND:20260314T130000Z',
  'SUMMARY:Dentist',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

test('each block of the configuration is gathered from its source, under its title', async () => {
  const world = createStoreWorld()
  const folder = mkdtempSync(join(tmpdir(), 'skein-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [calendar, file] = [join(folder, 'own.ics'), join(folder, 'config.toml')]
  writeFileSync(calendar, ics)
  const blocks = [
    'source = "conversations"',
    'source = "questions"',
    'source = "reminders"\ntitle = "Today"',
    'source = "mail"\nmailbox = "home"',
    'source = "feed"\nurl = "https://news.example.org/all.rss"',
    `source = "calendar"\nfile = ${JSON.stringify(calendar)}`,
    `source = "command"\ncommand = [${JSON.stringify(process.execPath)}, "-p", "1 + 1"]`,
  ]
  writeFileSync(
    file,
    `${blocks.map((block) => `[[heartbeat.checks]]\n${block}`).join('\n')}
[mailboxes.home]
imap = "imaps://imap.example.org"
user = "ana"
password = "secret"
`,
    { mode: 0o600 },
  )
  const asked: string[] = []
  const deps = {
    db: world.db,
    path: '',
    fetch: async ({ url }: { url: string }) => {
      asked.push(url)
      return { status: 'fetched', body: Buffer.from(rss), isCut: false, type: 'text/xml', finalUrl: url } as const
    },
    unread: async (mailbox: string) => {
      asked.push(mailbox)
      return { status: 'failed', reason: 'imap.example.org does not let ana in' } as const
    },
  }
  const { checks } = loadConfig(file, { HOME: folder }).heartbeat
  const made = checks.map((table) => blockFrom(deps, table))
  const facts = { person: world.owner, timezone: 'UTC', now: world.clock.now(), since: undefined, told: new Map() }
  const gathered = await gatherBlocks(made, facts, new AbortController().signal)
  expect(gathered.map(({ title, lines, failed, trust }) => [title, trust, failed ?? lines])).toEqual([
    ['Conversations', 'owner', []],
    ['Open questions', 'owner', []],
    ['Today', 'owner', []],
    ['Unread mail (home)', 'untrusted', 'imap.example.org does not let ana in'],
    ['news.example.org', 'untrusted', ['The ferry is late']],
    ['Calendar', 'untrusted', ['12:00–13:00 Dentist']],
    ['node', 'untrusted', ['2']],
  ])
  expect(asked.toSorted()).toEqual(['home', 'https://news.example.org/all.rss'])
  expect(made.map(({ isNewsOnly }) => isNewsOnly)).toEqual([false, false, false, true, true, false, false])
})
