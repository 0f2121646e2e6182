import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { DaemonTools } from '../peers/daemon-tools.ts'
import { hasDovecot } from '../peers/mail/dovecot.ts'
import { createHastyMailBuild, LOOK_MS, startMailDaemon } from '../peers/mail/mail-daemon.ts'
import { createHastyBuild, HASTY_SECOND_MS, startTalkDaemon } from '../peers/talk/talk-daemon.ts'
import { findBytes, plantedWords } from '../support/byte-search.ts'
import { until } from '../support/until.ts'

// A backup is made, somebody writes, and the chat is erased; then the backup is restored. Its server still has what was
// written, and the restored store does not know that it read it. It is not stored again, nor are the attached files.

/** A daemon with its server. */
interface Place extends DaemonTools {
  daemon: { data: string; stop(): Promise<unknown> }
  restart(): Promise<void>
  close(): Promise<void>
}

let place: Place | undefined
afterEach(async () => place?.close())

const heard = ({ query }: Place) => query("SELECT text FROM message WHERE author = 'human' AND text <> ''") as string[]

/** Erases the chat of the newest message, restores the backup from before it, and starts again. */
async function eraseAndRestore(here: Place, makeBackup: () => Promise<string>, write: () => Promise<void>) {
  const archive = await makeBackup()
  await write()
  const { data } = here.daemon
  const [chat = ''] = here.query("SELECT chat FROM message WHERE author = 'human' ORDER BY id DESC LIMIT 1") as string[]
  expect(await here.skein('erase', '--chat', chat, '--yes')).toMatchObject({ code: 0 })
  await here.daemon.stop()
  const restored = `${data}-restored`
  expect(await here.skein('restore', archive, '--data', restored)).toMatchObject({ code: 0 })
  rmSync(data, { recursive: true })
  renameSync(restored, data)
  await here.restart()
}

function backupOf(here: Place): () => Promise<string> {
  return async () => {
    const archives = join(here.daemon.data, '..', 'archives')
    expect(await here.skein('backup', '--to', archives)).toMatchObject({ code: 0 })
    return join(archives, readdirSync(archives).find((name) => name.endsWith('.tar.gz')) ?? '')
  }
}

describe('what was erased after a backup is not fetched again', { timeout: 120_000 }, () => {
  test.skipIf(!hasDovecot())('from the mailbox', async () => {
    const mail = await startMailDaemon({ build: createHastyMailBuild() })
    place = mail
    const [subject = '', text = '', file = '', name = ''] = plantedWords(4)
    const first = await mail.ana.write({ to: 'skein@house.test', subject: 'Garden', text: 'The gate is green.' })
    await mail.answers(mail.ana, first)
    await mail.settled()
    await eraseAndRestore(mail, backupOf(mail), async () => {
      const files = [{ name: `${name}.txt`, type: 'text/plain', bytes: `about ${file}` }]
      const asked = await mail.ana.write({ to: 'skein@house.test', subject, text: `The ${text} is here.`, files })
      await mail.answers(mail.ana, asked)
      await mail.settled()
      expect(findBytes(mail.daemon.data, [text, file])).not.toEqual([])
    })
    const last = await mail.ana.write({ to: 'skein@house.test', subject: 'Fence', text: 'The fence is red.' })
    await mail.answers(mail.ana, last)
    await mail.settled()
    expect(heard(mail).map((line) => line.trim())).toEqual([
      expect.stringContaining('green'),
      expect.stringContaining('red'),
    ])
    await mail.daemon.stop()
    expect(findBytes(mail.daemon.data, [subject, text, file, name])).toEqual([])
  })

  test('from Talk', async () => {
    let tokens: string[] = []
    const talk = await startTalkDaemon({
      build: createHastyBuild(),
      secondMs: HASTY_SECOND_MS,
      prepare(server, bot) {
        const ana = server.user('ana', 'Ana')
        tokens = [server.oneToOne(ana, bot).token, server.group('Lab', [ana, bot]).token]
      },
    })
    place = talk
    const ana = talk.server.user('ana', 'Ana')
    const [direct, lab] = tokens.map((token) => talk.server.place(token))
    if (!direct || !lab) throw new Error('no rooms')
    const [text = '', file = '', name = ''] = plantedWords(3)
    direct.say(ana, 'The gate is green.')
    await talk.answers(direct, 1)
    await talk.quiet()
    await eraseAndRestore(talk, backupOf(talk), async () => {
      lab.share(ana, { name: `${name}.txt`, bytes: `about ${file}` })
      lab.say(ana, `@skein The ${text} is here.`)
      await talk.answers(lab, 1)
      await talk.quiet()
      expect(findBytes(talk.daemon.data, [text, file])).not.toEqual([])
    })
    lab.say(ana, '@skein The fence is red.')
    await until(() => expect(heard(talk).join()).toContain('red'), LOOK_MS)
    await talk.quiet()
    expect(heard(talk).join()).toMatch(/^The gate is green\.,.*The fence is red\.$/)
    await talk.daemon.stop()
    expect(findBytes(talk.daemon.data, [text, file, name])).toEqual([])
  })
})
