import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { secretsOf } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'

const folder = mkdtempSync(join(tmpdir(), 'skein-schedules-'))
const file = join(folder, 'config.toml')
afterAll(() => rmSync(folder, { recursive: true }))

function load(text: string, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(file, text, { mode: 0o600 })
  return loadConfig(file, env)
}

const briefing = `
[[briefings]]
name = "morning"
cron = "0 7 * * *"
[[briefings.blocks]]
source = "calendar"
secret_url = "env:CALENDAR"
[[briefings.blocks]]
source = "feed"
url = "https://news.example.org/feed.xml"
`

test('a briefing with its blocks is read, and a secret address followed', () => {
  const config = load(briefing, { CALENDAR: 'https://cloud.example.org/private/abcdef.ics' })
  expect(config.briefings[0]).toMatchObject({ name: 'morning', model: 'fast', missed: 'run', silent: false, to: [] })
  expect(config.briefings[0]?.blocks.map(({ source, secretUrl, limit }) => [source, secretUrl, limit])).toEqual([
    ['calendar', 'https://cloud.example.org/private/abcdef.ics', 10],
    ['feed', undefined, 10],
  ])
  expect(secretsOf(config)).toContain('https://cloud.example.org/private/abcdef.ics')
})

describe('what is wrong is said with its line:', () => {
  const wrong: [name: string, text: string, says: string][] = [
    ['no time', '[[schedules]]\nname = "a"\ntext = "b"', 'line 2: "a" needs exactly one of cron'],
    [
      'two times',
      '[[schedules]]\nname = "a"\ntext = "b"\ncron = "0 7 * * *"\nat = "2026-12-01 09:00"',
      'line 5: "a" needs',
    ],
    ['no text', '[[schedules]]\nname = "a"\ncron = "0 7 * * *"', 'schedules.0.text must be a text'],
    [
      'the second of two',
      '[[schedules]]\nname = "a"\ntext = "b"\ncron = "0 7 * * *"\n\n[[schedules]]\nname = "a"\ntext = "b"\nat = "x"',
      'line 7: two of the schedules are called "a"',
    ],
    ['a key of a list', '[[schedules]]\nname = "a"\ntekst = "b"', 'line 3: unknown key schedules.0.tekst'],
    ['no blocks', '[[briefings]]\nname = "a"\ncron = "0 7 * * *"', 'line 1: the briefing "a" has no blocks'],
    [
      'a block in the second briefing',
      `${briefing.replace('env:CALENDAR', 'x')}\n[[briefings]]\nname = "b"\nevery_minutes = 60\n[[briefings.blocks]]\nsource = "mail"`,
      'line 16: a block of source "mail" needs mailbox',
    ],
    ['hours', '[scheduler]\nquiet_hours = "22-7"', 'line 2: scheduler.quiet_hours must be a part of the day'],
    ['a heartbeat of nothing', '[heartbeat]\nenabled = true', 'line 1: heartbeat.enabled needs'],
  ]
  test.each(wrong)('%s', (_name, text, says) => {
    expect(() => load(text)).toThrow(says)
  })
})
