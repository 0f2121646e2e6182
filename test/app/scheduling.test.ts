import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBriefingSources } from '../../src/app/scheduling.ts'
import { loadConfig } from '../../src/config/load.ts'
import { silentLog } from '../support/silent-log.ts'

test('a briefing looks into the mailbox that it names, underscores and all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-briefing-sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'config.toml')
  const box = (name: string, host: string) =>
    `[mailboxes.${name}]\nimap = "imap://${host}:1"\nuser = "u"\npassword = "p"\n`
  writeFileSync(file, box('my_work', '127.0.0.1') + box('myWork', '127.0.0.2'), { mode: 0o600 })
  const config = loadConfig(file, {})
  const { unread } = openBriefingSources({ config: () => config, log: silentLog, path: '' })
  const look = async (name: string) => await unread(name, 1, new AbortController().signal)

  // Nobody listens there: what is said of it tells which one was looked into.
  expect(await look('my_work')).toMatchObject({
    reason: { en: expect.stringContaining('127.0.0.1 could not be read') },
  })
  expect(await look('myWork')).toMatchObject({ reason: { en: expect.stringContaining('127.0.0.2 could not be read') } })
  expect(await look('my_home')).toMatchObject({ status: 'failed', reason: { en: 'there is no [mailboxes.my_home]' } })
})
