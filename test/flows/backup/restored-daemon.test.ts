import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { restoreArchive } from '../../../src/app/backup/restore.ts'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { ensurePlace } from '../../../src/store/messages/chats.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { ensureOwner } from '../../../src/store/people/people.ts'
import { insertLine, restoring } from '../../app/backup/backup-world.ts'
import { allRows } from '../../app/backup/stored-rows.ts'
import { type Build, createBuild } from '../../peers/build.ts'
import { createDaemon } from '../../peers/daemon.ts'
import { finished, type Ran } from '../../peers/ran.ts'
import { startTelegramDaemon } from '../../peers/telegram/telegram-daemon.ts'
import { size } from '../../support/sizes.ts'

let build: Build
beforeAll(() => {
  build = createBuild()
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-restored-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function skein(...args: string[]): Promise<Ran> {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent' }
  return finished(spawn(process.execPath, [build.main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

test('a restored daemon sends nothing twice and answers nothing twice', { timeout: 120_000 }, async () => {
  const bot = await startTelegramDaemon({ build })
  onTestFinished(() => bot.close())
  const folder = emptyFolder()
  const ana = bot.telegram.user({ id: 42, name: 'Ana' })
  const chat = bot.telegram.privateChat(ana)
  chat.say(ana, 'first')
  await bot.answers(chat, 1)
  await bot.quiet()
  chat.say(ana, 'second')
  await bot.telegram.until('work on it', () => bot.query('SELECT count(*) FROM task')[0] === 2)
  await bot.telegram.down()
  // The answer exists and could not be sent: it is part of the backup as something that is still to be sent.
  await expect
    .poll(() => bot.query("SELECT state FROM outbox WHERE attempt > 0 AND state <> 'sent'"))
    .toEqual(['retry'])
  const { code, out } = await bot.skein('backup', '--to', folder)
  expect(code).toBe(0)
  const archive = out.trim()

  // The old daemon goes on after the backup.
  await bot.telegram.up()
  await bot.answers(chat, 2)
  chat.say(ana, 'third')
  await bot.answers(chat, 3)
  await bot.quiet()
  const before = chat.answers().map(({ text }) => text)
  await bot.daemon.kill()
  chat.say(ana, 'said while it was dead')

  const data = join(folder, 'restored')
  expect(await skein('--data', data, 'restore', archive)).toMatchObject({ code: 0 })
  bot.telegram.hangUp()
  // Without the tables that `createDaemon` writes itself.
  const config = readFileSync(bot.daemon.config, 'utf8').split('\n').slice(5).join('\n')
  const restored = createDaemon({ build, config, data })
  onTestFinished(() => restored.remove())
  await restored.start()
  await bot.telegram.until(
    'an answer to what nobody had',
    () => restored.query("SELECT count(*) FROM task WHERE state = 'answered'")[0] === 3 || undefined,
  )
  await expect
    .poll(() => restored.query("SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending', 'retry')"))
    .toEqual([0])
  const after = chat.answers().map(({ text }) => text)
  expect(after.slice(0, before.length)).toEqual(before)
  const added = after.slice(before.length)
  expect(added).toHaveLength(2)
  expect(added[0]).toMatch(/^I was restored from a backup of .* \/retry 2 to have it done again\.$/)
  expect(added[1]).toContain('it is stored')
})

test('without a daemon, from the first command to a restored daemon', { timeout: 120_000 }, async () => {
  const folder = emptyFolder()
  const first = createDaemon({ build })
  onTestFinished(() => first.remove())
  await first.start()
  const ask = (daemon: typeof first, text: string) =>
    skein('--data', daemon.data, '--config', daemon.config, 'send', text, '--wait')
  expect(await ask(first, 'The key is under the mat.')).toMatchObject({ code: 0 })
  await first.stop()
  const backup = await skein('--data', first.data, '--config', first.config, 'backup', '--to', folder)
  expect(backup).toMatchObject({ code: 0, out: expect.stringMatching(/^\/.*\.tar\.gz\n$/) })
  const archive = backup.out.trim()
  expect(await skein('restore', archive, '--check')).toMatchObject({
    code: 0,
    out: expect.stringContaining('is sound: 2 messages'),
  })
  const data = join(folder, 'restored')
  const restore = await skein('--data', data, 'restore', archive)
  expect(restore).toMatchObject({ code: 0, out: expect.stringContaining(`skein start --data ${data}`) })
  expect(await skein('--data', data, 'restore', archive)).toMatchObject({
    code: 64,
    err: expect.stringContaining('not an empty folder'),
  })

  const second = createDaemon({ build, data })
  onTestFinished(() => second.remove())
  await second.start()
  expect(second.query('SELECT text FROM message ORDER BY id')).toEqual(
    first.query('SELECT text FROM message ORDER BY id'),
  )
  expect(await ask(second, 'Where is the key?')).toMatchObject({ code: 0, out: expect.stringContaining('mat') })
  // The first one was not harmed by being read.
  await first.start()
  expect(await ask(first, 'Where is the key?')).toMatchObject({ code: 0 })
})

test('what is no archive is refused with one sentence', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'letter.txt')
  writeFileSync(file, 'Dear Ana')
  const refused = await skein('--data', join(folder, 'x'), 'restore', file)
  expect(refused).toEqual({
    code: 1,
    out: '',
    err: 'skein: This file is not a backup of Skein. A backup is called skein-….tar.gz or skein-….tar.gz.age.\n',
  })
  const into = ['--data', join(folder, 'own'), 'backup', '--to']
  openStore(join(folder, 'own')).close()
  const { out } = await skein(...into, join(folder, 'backups'))
  expect(await skein('--data', join(folder, 'own'), 'restore', out.trim(), '--check')).toMatchObject({ code: 0 })
  const record = readFileSync(join(folder, 'own/backups/record.json'), 'utf8')
  expect(record).toContain('"rehearsal"')
  expect(await skein('--data', join(folder, 'own'), 'restore', file, '--check')).toEqual(refused)
  expect(readFileSync(join(folder, 'own/backups/record.json'), 'utf8')).toBe(record)
  expect(await skein(...into, file)).toEqual({
    code: 64,
    out: '',
    err: `skein: The folder ${file} cannot be created (a file has this name). Name another one.\n`,
  })
  expect(await skein('restore', join(folder, 'gone'))).toMatchObject({
    code: 64,
    err: expect.stringContaining('There is no file'),
  })
  expect(await skein('--data', join(folder, 'x'), 'backup', '--to', folder)).toMatchObject({
    code: 78,
    err: expect.stringContaining('nothing to back up'),
  })
  expect(await skein('--data', join(folder, 'x'), 'backup')).toMatchObject({
    code: 64,
    err: expect.stringContaining('backup.to'),
  })
})

test('a backup for a public key is opened with its key file', async () => {
  const folder = emptyFolder()
  openStore(join(folder, 'data')).close()
  const identity = await generateX25519Identity()
  const keyFile = join(folder, 'key.txt')
  writeFileSync(keyFile, `# created: today\n${identity}\n`)
  const to = ['--to', folder, '--recipient', await identityToRecipient(identity)]
  const { code, out } = await skein('--data', join(folder, 'data'), 'backup', ...to)
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\.tar\.gz\.age\n$/) })
  const locked = await skein('restore', out.trim(), '--check')
  expect(locked).toMatchObject({ code: 1, err: expect.stringContaining('--identity') })
  expect(await skein('restore', out.trim(), '--check', '--identity', keyFile)).toMatchObject({ code: 0 })
})

test('every backup under load is one moment of the store, row by row', { timeout: 900_000 }, async () => {
  const folder = emptyFolder()
  const data = join(folder, 'data')
  const store = openStore(data)
  onTestFinished(() => store.close())
  const chat = makeChatId('web', 'house')
  const now = new Date()
  const owner = ensureOwner(store.db, 'Ana', now)
  const place = { id: chat, title: 'House', audience: 'private', personId: owner.id } as const
  ensurePlace(store.db, { ...place, owner: { channel: 'web', id: 'owner' } }, rootLane(chat), now)
  let written = 0
  // Three lines per transaction, so that a copy from the middle of one would show. Over four thousand a minute.
  const write = () =>
    store.db.transaction(() => {
      for (let n = 0; n < 3; n++) insertLine(store.db, written++)
    })
  while (written < 1500) write()
  const writing = setInterval(write, 40)
  onTestFinished(() => clearInterval(writing))

  for (let round = 0; round < size(3, 50); round++) {
    const least = written
    const { code, out, err } = await skein('--data', data, 'backup', '--to', join(folder, 'out'))
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(written).toBeGreaterThan(least)
    const target = join(folder, `restored-${round}`)
    await restoreArchive(out.trim(), target, restoring())

    const rows = allRows(join(target, 'skein.db'))
    const count = rows.message?.length ?? 0
    expect(count).toBeGreaterThanOrEqual(least)
    expect(count).toBeLessThanOrEqual(written)
    expect(count % 3).toBe(0)
    const upTo = {
      message: `WHERE id <= ${count}`,
      message_key: `WHERE message_id <= ${count}`,
      conversation_message: `WHERE message_id <= ${count}`,
    }
    const live = allRows(join(data, 'skein.db'), upTo)
    for (const table of Object.keys(upTo)) expect(rows[table], table).toEqual(live[table])
    // Tables whose rows change agree with the lines of that moment.
    const restored = openStore(target)
    const sums = restored.db.raw
      .prepare(
        'SELECT (SELECT sum(messages) FROM conversation), (SELECT messages FROM chat_size), (SELECT sum(messages) FROM owner_size)',
      )
      .raw()
      .get()
    expect(sums).toEqual([count, count, count])
    restored.close()
    rmSync(target, { recursive: true })
  }
})
