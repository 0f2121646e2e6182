import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { type Database, openDatabase } from '../../../src/store/database.ts'
import { migrateDatabase } from '../../../src/store/file/migrate.ts'
import { audienceOf, chatOwner, ensureChat, isPrivateTo, ownChats } from '../../../src/store/messages/chats.ts'
import { forgetAddress } from '../../../src/store/people/people.ts'
import { canRead } from '../../../src/store/recall/readable.ts'
import { createRoadWorld } from '../../support/road-world.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
const noon = new Date('2026-03-14T12:00:00Z')

/** A store as it was before chats had an audience. */
function openOlder(): { db: Database; upgrade(): void } {
  const room = mkdtempSync(join(tmpdir(), 'skein-audience-'))
  const older = join(room, 'migrations')
  cpSync(migrations, older, { recursive: true })
  const journal = JSON.parse(readFileSync(join(older, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  const until = journal.entries.findIndex(({ tag }) => tag.endsWith('_chat_audience'))
  const entries = journal.entries.slice(0, until)
  writeFileSync(join(older, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  const db = openDatabase(join(room, 'skein.db'))
  onTestFinished(() => {
    db.close()
    rmSync(room, { recursive: true, force: true })
  })
  migrateDatabase(db, room, older)
  return { db, upgrade: () => migrateDatabase(db, room) }
}

test('a store from before keeps every chat, and each is whose it was', () => {
  const { db, upgrade } = openOlder()
  db.raw.exec(`
    INSERT INTO person (id, name, role, created_at) VALUES (1, 'Ana', 'owner', 0), (2, 'Bo', 'member', 0);
    INSERT INTO address (channel, remote_id, person_id, name, created_at) VALUES
      ('web', 'owner', 1, 'Ana', 0), ('telegram', '42', 1, 'Ana', 0), ('telegram', '43', 2, 'Bo', 0), ('telegram', '66', NULL, 'Nobody', 0);
    INSERT INTO chat (id, channel, title, person_id, created_at) VALUES
      ('web:a', 'web', 'A', 1, 1), ('web:notices', 'web', 'Notices', 2, 2), ('telegram:42', 'telegram', 'Ana', 1, 3),
      ('telegram:43', 'telegram', 'Bo', 2, 4), ('telegram:66', 'telegram', 'Nobody', NULL, 5), ('telegram:-100', 'telegram', 'Roses', 2, 6);
  `)
  upgrade()
  expect(
    db.raw
      .prepare('SELECT id, audience, owner_address AS owner, first_person_id AS first FROM chat ORDER BY created_at')
      .raw()
      .all(),
  ).toEqual([
    ['web:a', 'private', 'owner', 1],
    ['web:notices', 'private', 'owner', 1],
    ['telegram:42', 'private', '42', 1],
    ['telegram:43', 'private', '43', 2],
    ['telegram:66', 'private', '66', null],
    ['telegram:-100', 'group', null, 2],
  ])
  expect(isPrivateTo(db, makeChatId('telegram', '43'), 2)).toBe(true)
  expect(isPrivateTo(db, makeChatId('telegram', '-100'), 2)).toBe(false)
})

test('whose a private chat is, who spoke there first, and who reads along are three facts', () => {
  const { db, owner, member } = createRoadWorld()
  const room = makeChatId('talk', 'x7k2')
  const bo = member(43).id
  ensureChat(db, { id: room, title: 'Room', audience: 'group', personId: bo }, noon)
  expect([audienceOf(db, room), chatOwner(db, room), isPrivateTo(db, room, bo)]).toEqual(['group', bo, false])
  db.raw
    .prepare(
      "INSERT INTO address (channel, remote_id, person_id, name, created_at) VALUES ('talk', 'users/ana', ?, '', 0)",
    )
    .run(owner.id)
  ensureChat(db, { id: room, title: 'Room', audience: 'private', owner: { channel: 'talk', id: 'users/ana' } }, noon)
  expect([audienceOf(db, room), chatOwner(db, room), isPrivateTo(db, room, owner.id)]).toEqual([
    'private',
    owner.id,
    true,
  ])
  // The address goes to somebody else, and the chat with it.
  db.raw.prepare("UPDATE address SET person_id = ? WHERE channel = 'talk'").run(bo)
  expect([isPrivateTo(db, room, owner.id), isPrivateTo(db, room, bo)]).toEqual([false, true])
  // A second partner is told nothing that was said to the first.
  ensureChat(db, { id: room, title: 'Room', audience: 'private', owner: { channel: 'talk', id: 'users/eve' } }, noon)
  expect(isPrivateTo(db, room, bo)).toBe(true)
})

test('of several private chats with one address a person is told in the one they wrote in last', () => {
  const world = createRoadWorld()
  const from = (id: string) =>
    ({ channel: 'telegram', chat: makeChatId('telegram', id), sender: { channel: 'telegram', id: '1' } }) as const
  for (const id of ['t1', 't2', 't1']) world.say('hello', from(id))
  expect(ownChats(world.db, world.owner.id)).toEqual(['telegram:t1'])
  const all = { here: makeChatId('telegram', 't1'), allChatsOf: world.owner.id }
  const isReadable = (id: string) => canRead(world.db, all, makeChatId('telegram', id))
  expect(['t1', 't2', 't3'].filter(isReadable)).toEqual(['t1', 't2'])
})

test('what somebody said from an address that is nobody’s now is still found by them, and by nobody else', () => {
  const world = createRoadWorld()
  const chat = makeChatId('telegram', '1')
  world.say('the key is under the pot', { channel: 'telegram', chat, sender: { channel: 'telegram', id: '1' } })
  const bo = world.member(43).id
  const readers = () =>
    [world.owner.id, bo].filter((personId) => canRead(world.db, { here: undefined, allChatsOf: personId }, chat))
  expect(readers()).toEqual([world.owner.id])
  const give = world.db.raw.prepare("UPDATE address SET person_id = ? WHERE channel = 'telegram' AND remote_id = '1'")
  // They lost it and wrote from it again, as a stranger.
  give.run(null)
  expect(readers()).toEqual([world.owner.id])
  give.run(bo)
  expect(readers()).toEqual([bo])
  forgetAddress(world.db, { channel: 'telegram', id: '1' })
  expect(readers()).toEqual([world.owner.id])
  expect(isPrivateTo(world.db, chat, world.owner.id)).toBe(false)
})
