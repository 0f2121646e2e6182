import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileLimits } from '../../../src/domain/file.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../src/domain/message.ts'
import { userFile } from '../../../src/domain/profile.ts'
import { filesOf } from '../../../src/store/files/files.ts'
import { linkAddress } from '../../../src/store/people/people.ts'
import { addProposal } from '../../../src/store/profile/proposals.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { placeStore } from '../../support/template-store.ts'

const house = makeChatId('web', 'house')
const group = makeChatId('telegram', '-5')

const from = (id: number, chat = makeChatId('telegram', String(id))): Partial<InboundMessage> => ({
  channel: 'telegram',
  chat,
  sender: { channel: 'telegram', id: String(id) },
  senderName: id === 1 ? 'Ana' : `Member ${id}`,
})

function openWorld() {
  const dir = mkdtempSync(join(tmpdir(), 'skein-export-command-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  placeStore(dir)
  const world = createRoadWorld({ dataDir: dir })
  const newest = () => world.db.raw.prepare('SELECT id, text FROM message ORDER BY id DESC').get()
  return {
    ...world,
    dir,
    /** What the last message says, and everything in its archive as one text. */
    async export(place: Partial<InboundMessage>) {
      world.say('/export', place)
      await world.settle()
      const { id, text } = newest() as { id: number; text: string }
      const [file] = filesOf(world.db, [id]).get(id) ?? []
      const archive = file && world.files.fileStore.pathOf(file.hash)
      const unpacked = archive && spawnSync('tar', ['xzOf', archive], { encoding: 'utf8' }).stdout
      return { text, name: file?.name, unpacked: unpacked ?? '' }
    },
  }
}

test('the owner gets the archive of the chat where they ask, and of no other, without earlier archives', async () => {
  const world = openWorld()
  world.say('The roses are red.', { chat: house })
  world.say('The tulips are yellow.')
  await world.settle()
  const first = await world.export({ chat: house })
  expect(first.text).toMatch(/^Here is the archive, with \d messages and 0 files/)
  expect(first.name).toMatch(/^skein-export-web-house-\d{4}-\d\d-\d\d\.tar\.gz$/)
  expect(first.unpacked).toContain('The roses are red.')
  expect(first.unpacked).not.toContain('tulips')
  expect((await world.export({ chat: house })).text).toContain('0 files')
})

test('a second archive is not begun while the first one is being made', async () => {
  const world = openWorld()
  world.say('The roses are red.', { chat: house })
  for (let times = 0; times < 3; times++) world.say('/export', { chat: house })
  await world.settle()
  const texts = world.db.raw.prepare('SELECT text FROM message').pluck().all() as string[]
  expect(texts.filter((text) => text.startsWith('I am still working on the archive'))).toHaveLength(2)
  expect(texts.filter((text) => text.startsWith('Here is the archive'))).toHaveLength(1)
})

test('a member gets what is theirs, in their private chat only', async () => {
  const world = openWorld()
  world.member(7)
  world.member(8)
  for (const [id, words] of [
    [7, 'seven likes roses'],
    [8, 'eight likes tulips'],
  ] as const) {
    world.say(words, from(id))
    world.say(`/remember ${words} very much`, from(id))
    world.say(`In the group, ${words}`, from(id, group))
    await world.settle()
  }
  const { text, unpacked } = await world.export(from(7))
  expect(text).toContain('Here is the archive')
  expect(unpacked).toContain('In the group, seven likes roses')
  expect(unpacked).toContain('"statement": "seven likes roses very much"')
  expect(unpacked).not.toContain('eight')
  expect((await world.export(from(7, group))).text).toContain('only my owner')
  const ofGroup = await world.export(from(1, group))
  expect(ofGroup.unpacked).toContain('In the group, eight likes tulips')
  expect(ofGroup.unpacked).not.toContain('very much')
})

test('a member of the page sees and exports their own memory and schedule there, and nothing of others', async () => {
  const world = openWorld()
  const people = [7, 8].map((number) => {
    const { id, name } = world.member(number)
    const sender = { channel: 'web', id: `person-${id}` } as const
    linkAddress(world.db, sender, id, name, world.clock.now())
    return { sender, senderName: name, chat: makeChatId('web', `room-${number}`), isRemote: true } as const
  })
  const answer = async (text: string, place: (typeof people)[number]) => {
    world.say(text, place)
    await world.settle()
    const last = "SELECT text FROM message WHERE chat = ? AND author = 'bot' ORDER BY id DESC"
    return world.db.statement(last).pluck().get(place.chat) as string
  }
  const [seven, eight] = people as [(typeof people)[number], (typeof people)[number]]
  await answer('/remember Seven likes roses.', seven)
  await answer('/remind tomorrow at 8 water the roses', seven)
  await answer('/remember Eight likes tulips.', eight)
  await answer('/remind tomorrow at 9 water the tulips', eight)
  for (const command of ['/memory', '/schedule']) {
    const text = await answer(command, seven)
    expect(text).toContain('roses')
    expect(text).not.toContain('tulips')
  }
  const { text, unpacked } = await world.export(seven)
  expect(text).toContain('Here is the archive')
  expect(unpacked).toContain('water the roses')
  expect(unpacked).toContain('"statement": "Seven likes roses."')
  expect(unpacked).not.toContain('tulips')
})

test('words proposed for the profile of a person are in nobody else’s archive', async () => {
  const world = openWorld()
  const { id } = world.member(7)
  world.say('hello', from(7, group))
  await world.settle()
  const proposed = { section: 'Manner', before: '', text: 'Call them Sunflower.', reason: 'They corrected me.' }
  addProposal(
    world.db,
    { ...proposed, file: userFile(id), personId: id, chat: group, messageId: 1, taskId: 1 },
    world.clock.now(),
  )
  expect((await world.export(from(1, group))).unpacked).not.toContain('Sunflower')
  expect((await world.export(from(7))).unpacked).toContain('Sunflower')
})

test('an archive that is too large for a message is not sent, and the answer says how to get it', async () => {
  const world = openWorld()
  const skill = join(world.dir, 'profile', 'rooms', 'web-house', 'skills', 'report')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'SKILL.md'), '---\ndescription: Reports\n---\nWrite it.')
  writeFileSync(join(skill, 'form.bin'), randomBytes(fileLimits.fileBytes + 1))
  const { text, name } = await world.export({ chat: house })
  expect(text).toMatch(/has 25 MB, and I can send at most 25 MB.*`skein export --chat web:house`/)
  expect(name).toBeUndefined()
})
