import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '../../src/app/backup/backup.ts'
import { restoreArchive } from '../../src/app/backup/restore.ts'
import { createErasing, listCopies } from '../../src/app/erasing.ts'
import { loadConfig } from '../../src/config/load.ts'
import { makeChatId } from '../../src/domain/ids.ts'
import { importMessages } from '../../src/store/messages/import-messages.ts'
import { findBytes, plantedWords } from '../support/byte-search.ts'
import { createRoadWorld } from '../support/road-world.ts'
import { placeStore } from '../support/template-store.ts'

const house = makeChatId('web', 'house')
const room = makeChatId('telegram', '-7')
const never = new AbortController().signal

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-erasing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function openWorld(dir: string) {
  const world = createRoadWorld({ dataDir: dir })
  const config = loadConfig(undefined, { HOME: dir })
  const erasing = createErasing({ runners: undefined, pipeline: world, dataDir: dir, config })
  return { ...world, dir, config, erasing }
}

test('a restored backup loses again what was erased after it, and servers do not bring it back', async () => {
  const [early = '', kept = '', later = '', edited = ''] = plantedWords(4)
  const dir = emptyFolder()
  placeStore(dir)
  const world = openWorld(dir)
  world.say(`The ${early} is here.`, { chat: house, remoteId: 'r1' })
  world.say(`The ${kept} is here.`, { chat: house, remoteId: 'r2' })
  await world.settle()
  const archives = emptyFolder()
  const backup = await makeBackup({
    dataDir: dir,
    configFile: undefined,
    env: { HOME: dir },
    withSecrets: false,
    to: archives,
    nightly: false,
    encryption: undefined,
    version: '0',
    clock: world.clock,
    signal: never,
    progress() {},
  })
  world.clock.advance(1000)
  const message = {
    chat: room,
    sender: { channel: 'telegram', id: '1' },
    keys: ['telegram:1:5'],
    remoteId: '5',
  } as const
  const afterBackup = {
    ...message,
    keys: [...message.keys],
    channel: 'telegram',
    text: `The ${later} is here.`,
  } as const
  world.say(afterBackup.text, { ...afterBackup, keys: ['telegram:1:5'] })
  await world.settle()
  const idOf = (word: string) =>
    world.db.raw
      .prepare("SELECT id FROM message WHERE author = 'human' AND text LIKE ?")
      .pluck()
      .get(`%${word}%`) as number
  world.erasing.erase({ message: idOf(early) })
  world.erasing.erase({ message: idOf(later) })
  await world.erasing.settled()
  expect(findBytes(dir, [early, later])).toEqual([])
  expect(listCopies(dir, { ...world.config, backup: { ...world.config.backup, to: archives } })).toEqual([
    backup.archive,
  ])
  // The notes are also beside the archive if it is where the configuration has backups made.
  const notes = readFileSync(join(dir, 'backups', 'skein-erasures.json'), 'utf8')
  expect(notes).not.toContain('telegram:1:5')

  const target = join(emptyFolder(), 'restored')
  await restoreArchive(backup.archive, target, { keys: {}, signal: never, progress() {}, env: { HOME: target } })
  expect(existsSync(join(target, 'backups', 'skein-erasures.json'))).toBe(true)
  const restored = openWorld(target)
  expect(findBytes(target, [early])).not.toEqual([])
  restored.erasing.resume()
  await restored.erasing.settled()
  expect(findBytes(target, [early])).toEqual([])
  expect(findBytes(target, [kept])).not.toEqual([])
  // The same message as its server still has it, and a later version of it.
  expect(restored.say(afterBackup.text, { ...afterBackup, keys: ['telegram:1:5'] })).toEqual({ status: 'ignored' })
  const edit = { ...afterBackup, kind: 'edit', keys: ['telegram:1:5:2'], text: `The ${edited} is here.` } as const
  expect(restored.say(edit.text, edit as never)).toEqual({ status: 'ignored' })
  expect(restored.say('The key is elsewhere.', { ...message, keys: ['telegram:1:6'], remoteId: '6' })).toMatchObject({
    status: 'stored',
  })
  expect(findBytes(target, [later, edited])).toEqual([])
  // Nor does an import bring them back, which does not see keys of servers.
  const lines = [
    { chat: room, id: '5', text: afterBackup.text },
    { chat: house, id: 'r1', text: `The ${early} is here.` },
  ].map((line) => ({ ...line, at: restored.clock.now(), from: 'Ana', role: 'human' }) as const)
  const imported = importMessages(restored.db, lines, { owner: restored.owner, now: restored.clock.now() })
  expect(imported).toMatchObject({ added: 0, known: 2 })
  expect(findBytes(target, [early, later])).toEqual([])
  // The next start erases nothing more: the chat may go on.
  restored.say(`The ${early} is back.`, { chat: house, remoteId: 'r9' })
  restored.erasing.resume()
  await restored.erasing.settled()
  expect(findBytes(target, [early])).not.toEqual([])
})

test('an erasure that nothing works on any more says so, and the next start finishes it', async () => {
  const dir = emptyFolder()
  placeStore(dir)
  const world = openWorld(dir)
  await world.erasing.close()
  world.say('The key is here.', { chat: house })
  await world.settle()
  const id = world.erasing.erase({ chat: house })
  expect(world.erasing.read(id)).toMatchObject({ state: 'hiding', isStopped: false })
  await world.erasing.settled()
  expect(world.erasing.read(id)).toMatchObject({ state: 'hiding', isStopped: true })
  const next = openWorld(dir)
  next.erasing.resume()
  await next.erasing.settled()
  expect(next.erasing.read(id)).toMatchObject({ state: 'done', isStopped: false })
})

test('an import brings back nothing of a chat that was erased', async () => {
  const dir = emptyFolder()
  placeStore(dir)
  const world = openWorld(dir)
  const [word = ''] = plantedWords(1)
  const line = { chat: house, id: 'old1', at: world.clock.now(), from: 'Ana', role: 'human' } as const
  const bring = () =>
    importMessages(world.db, [{ ...line, text: `The ${word}.` }], { owner: world.owner, now: world.clock.now() })
  expect(bring()).toMatchObject({ added: 1 })
  world.erasing.erase({ chat: house })
  await world.erasing.settled()
  expect(bring()).toMatchObject({ added: 0, known: 1 })
  expect(findBytes(dir, [word])).toEqual([])
})
