import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { type ProfileFile, roomFile, soulFile, userFile } from '../../../src/domain/profile.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { linkAddress } from '../../../src/store/people/people.ts'
import { listProfileVersions } from '../../../src/store/profile/profile-versions.ts'
import { createRoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'

const group = makeChatId('telegram', '-100')

function createWorld(options: WorldOptions = {}) {
  const brain = { ...createScriptedBrain(echo), hasSessions: true, hasTools: true }
  const world = createRoadWorld({ brain, ...options })
  const path = (file: ProfileFile) => join(world.dataDir, 'profile', file)
  const edit = (file: ProfileFile, text: string) => {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), text)
  }
  async function say(text: string, extra: Parameters<typeof world.say>[1] = {}) {
    world.say(text, extra)
    await world.settle()
    return brain.turns.at(-1)?.system ?? ''
  }
  const fromTelegram = (id: number, chat = makeChatId('telegram', String(id))) =>
    ({ channel: 'telegram', sender: { channel: 'telegram', id: String(id) }, chat }) as const
  return { ...world, brain, path, edit, ask: say, fromTelegram }
}

const textsOf = (world: ReturnType<typeof createWorld>, file: ProfileFile) =>
  listProfileVersions(world.db, file, { limit: 10 }).map(({ text, origin }) => [origin, text])

test('an edited file applies from the next message on, in a new session, and every text it had is kept', async () => {
  const world = createWorld()
  const file = userFile(world.owner.id)
  expect(await world.ask('hello')).not.toContain('<profile-')
  world.edit(file, '\n## Answers\r\nNever use emojis.')
  expect(await world.ask('and now?')).toContain('## Answers\nNever use emojis.')
  await world.ask('still there?')
  world.edit(file, '## Answers\nAlways use emojis.\n')
  expect(await world.ask('and again?')).toContain('Always use emojis.')
  rmSync(world.path(file))
  expect(await world.ask('gone?')).not.toContain('<profile-')
  expect(world.brain.turns.map(({ session }) => session?.isNew)).toEqual([true, true, false, true, true])
  expect(textsOf(world, file)).toEqual([
    ['hand', ''],
    ['hand', '## Answers\nAlways use emojis.\n'],
    ['hand', '## Answers\nNever use emojis.\n'],
  ])
})

test('a person has one file on all channels, and nobody else ever sees it', async () => {
  const world = createWorld()
  const ben = world.member(2)
  linkAddress(world.db, { channel: 'telegram', id: '22' }, ben.id, 'Ben', world.clock.now())
  world.edit(userFile(world.owner.id), 'Ana is left-handed.')
  world.edit(userFile(ben.id), 'Ben is colour-blind.')
  world.edit(roomFile(group), 'Answer in rhymes.')
  for (const place of [{}, world.fromTelegram(1)]) {
    const system = await world.ask('hello', place)
    expect(system).toContain('left-handed')
    expect(system).not.toMatch(/colour-blind|rhymes/)
  }
  for (const place of [world.fromTelegram(2), world.fromTelegram(22)]) {
    const system = await world.ask('hello', place)
    expect(system).toContain('Ben is colour-blind')
    expect(system).not.toMatch(/left-handed|rhymes/)
  }
  for (const id of [1, 2]) {
    const system = await world.ask('hello', world.fromTelegram(id, group))
    expect(system).toContain('Answer in rhymes.')
    expect(system).not.toMatch(/left-handed|colour-blind/)
  }
})

test('SOUL.md takes the place of the persona in the configuration, everywhere', async () => {
  const world = createWorld({ persona: () => 'You bark.' })
  expect(await world.ask('hello')).toContain('You bark.')
  world.edit(soulFile, '# Name\nNora\n# Manner\nYou purr.\n')
  for (const place of [{}, world.fromTelegram(1, group)]) {
    const system = await world.ask('who are you?', place)
    expect(system).toMatch(/^You are Nora,/)
    expect(system).toContain('You purr.')
    expect(system).not.toMatch(/You bark|# Name/)
  }
})

test.each<[name: string, says: RegExp, spoil: (path: string) => void]>([
  [
    'a text in another encoding',
    /not a text in UTF-8/,
    (path) => writeFileSync(path, Buffer.from('Gr\xfc\xdfe', 'latin1')),
  ],
  ['a binary file', /not a text in UTF-8/, (path) => writeFileSync(path, 'a\0b')],
  ['10 MB', /larger than 64 KB/, (path) => writeFileSync(path, 'x'.repeat(10_000_000))],
  ['a link', /is a link/, (path) => symlinkSync('/etc/passwd', path)],
  [
    'a linked folder',
    /in a linked folder/,
    (path) => {
      rmSync(dirname(path), { recursive: true })
      symlinkSync('/etc', dirname(path))
    },
  ],
  ['a folder', /is not a file/, (path) => mkdirSync(path)],
  [
    'a file in the place of its folder',
    /is not a file/,
    (path) => {
      rmSync(dirname(path), { recursive: true })
      writeFileSync(dirname(path), '')
    },
  ],
  ['a named pipe', /is not a file/, (path) => execFileSync('mkfifo', [path])],
])('%s in the place of a file is reported once, and the last version applies', async (_name, says, spoil) => {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) }
  const world = createWorld({ log: log as never })
  const file = userFile(world.owner.id)
  world.edit(file, 'Ana is left-handed.')
  await world.ask('hello')
  rmSync(world.path(file))
  spoil(world.path(file))
  for (const text of ['one', 'two']) expect(await world.ask(text)).toContain('left-handed')
  expect(warnings).toEqual([{ file, problem: expect.stringMatching(says) }])
  expect(textIn(world.profiles.problemOf(file) ?? '', 'de')).not.toBe('')
  const change = { text: 'Changed.', origin: 'page', personId: world.owner.id } as const
  expect(world.profiles.change(file, change)).toEqual({ problem: world.profiles.problemOf(file) })
})

test('a change is refused if it has a secret, is too long, or if its writer saw an older version', () => {
  const world = createWorld()
  const file = userFile(world.owner.id)
  const by = { origin: 'page', personId: world.owner.id } as const
  expect(world.profiles.change(file, { ...by, text: 'My password is hunter2000.' })).toHaveProperty('problem')
  expect(world.profiles.change(file, { ...by, text: 'x'.repeat(70_000) })).toHaveProperty('problem')
  expect(world.profiles.change(file, { ...by, text: 'One.', seen: 0 })).toEqual({ changed: true })
  expect(world.profiles.change(file, { ...by, text: 'Two.', seen: 0 })).toHaveProperty('problem')
  expect(world.profiles.change(file, { ...by, text: ' One.\n\n' })).toEqual({ changed: true })
  expect(world.profiles.change(file, { ...by, text: ' One.' })).toEqual({ changed: false })
  expect(world.profiles.read(file)).toBe(' One.\n')
  world.edit(file, 'My password is hunter2000.')
  expect(world.profiles.read(file)).toBe('My password is [secret]\n')
})

test('what cannot be written is not kept as a version either', () => {
  const world = createWorld()
  const file = userFile(world.owner.id)
  mkdirSync(`${world.path(file)}.new/in-the-way`, { recursive: true })
  const written = world.profiles.change(file, { text: 'One.', origin: 'page', personId: world.owner.id })
  expect(written).toHaveProperty('problem')
  expect(textsOf(world, file)).toEqual([])
})

test('the first conversation with the owner, and no other, begins with getting to know them', async () => {
  const meets = /This is your first conversation with this person/
  const world = createWorld()
  world.member(2)
  expect(await world.ask('hi', world.fromTelegram(2))).not.toMatch(meets)
  expect(await world.ask('hi')).toMatch(meets)
  expect(await world.ask('never mind')).toMatch(meets)
  expect(world.brain.turns.at(-1)?.session?.isNew).toBe(false)
  world.clock.advance(1000)
  world.say('/new')
  expect(await world.ask('hi again')).not.toMatch(meets)
  world.clock.advance(3_600_000)
  expect(await world.ask('and again')).not.toMatch(meets)
})

test('an owner who already wrote their profile, or deleted it again, is not asked', async () => {
  const meets = /This is your first conversation with this person/
  const world = createWorld()
  const file = userFile(world.owner.id)
  world.edit(file, 'Ana is left-handed.')
  expect(await world.ask('hi')).not.toMatch(meets)
  rmSync(world.path(file))
  expect(await world.ask('hi')).not.toMatch(meets)
})

test('a store that takes nothing more does not stop an answer', () => {
  const world = createWorld()
  const file = userFile(world.owner.id)
  world.edit(file, 'Ana is left-handed.')
  world.db.raw.exec("CREATE TRIGGER full BEFORE INSERT ON profile_version BEGIN SELECT raise(ABORT, 'full'); END")
  expect(world.profiles.read(file)).toBe('Ana is left-handed.\n')
  const change = { text: 'New.', origin: 'page', personId: world.owner.id } as const
  expect(world.profiles.change(file, change)).toHaveProperty('problem')
  expect(world.profiles.read(file)).toBe('Ana is left-handed.\n')
  world.db.raw.exec('DROP TRIGGER full')
  expect(world.profiles.change(file, change)).toEqual({ changed: true })
})
