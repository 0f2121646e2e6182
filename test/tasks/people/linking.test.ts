import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { type Address, addressName } from '../../../src/domain/person.ts'
import { userFile } from '../../../src/domain/profile.ts'
import { findPerson, listPeople } from '../../../src/store/people/people.ts'
import { listProfileVersions } from '../../../src/store/profile/profile-versions.ts'
import { insertAllowance, listAllowances } from '../../../src/store/work/approvals.ts'
import { createLinking } from '../../../src/tasks/people/linking.ts'
import { joinMergedFiles } from '../../../src/tasks/people/merged-files.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { placeStore } from '../../support/template-store.ts'

const telegram = (id: number): Address => ({ channel: 'telegram', id: String(id) })
const from = (id: number, chat = id) =>
  ({
    channel: 'telegram',
    chat: makeChatId('telegram', String(chat)),
    sender: telegram(id),
    senderName: `Person ${id}`,
  }) as const

function createWorld(options: WorldOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-linking-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  placeStore(dataDir)
  const world = createRoadWorld({ dataDir, ...options })
  const linking = createLinking({ ...world.stopping, dataDir })
  const write = (file: string, text: string) => {
    mkdirSync(join(dataDir, file, '..'), { recursive: true })
    writeFileSync(join(dataDir, file), text)
  }
  const read = (file: string) =>
    existsSync(join(dataDir, file)) ? readFileSync(join(dataDir, file), 'utf8') : undefined
  return { world, linking, dataDir, write, read, answers: (id: number) => answersTo(world, id) }
}

async function answersTo(world: RoadWorld, id: number): Promise<string[]> {
  await world.settle()
  const said = "SELECT text FROM message WHERE chat = ? AND author = 'bot' ORDER BY id"
  return world.db.statement(said).pluck().all(`telegram:${id}`) as string[]
}

const peopleIn = ({ db }: RoadWorld) =>
  listPeople(db).map(({ name, role, addresses }) => `${name} ${role} ${addresses.map(addressName).join(' ')}`)
const ok = (said: string) => ({ said: { en: expect.stringContaining(said) as string } })
const refused = (problem: string) => ({ problem: { en: expect.stringContaining(problem) as string } })

describe('the owner', () => {
  test('links a new address, which then is that person, and makes it a stranger’s again', async () => {
    const { world, linking, answers } = createWorld()
    const ben = world.member(43)
    world.say('hello?', from(50))
    expect(linking.link(telegram(50), ben.id)).toMatchObject(ok('telegram:50 is now an address of Member 43'))
    world.say('/whoami', from(50))
    expect((await answers(50)).at(-1)).toMatch(/You are \*\*Member 43\*\* \(member\).*`telegram:43`/)
    expect(linking.unlink(telegram(50))).toMatchObject(ok('as coming from a stranger'))
    world.say('/whoami', from(50))
    await answers(50)
    expect(findPerson(world.db, telegram(50))).toBeUndefined()
    expect(linking.unlink(telegram(50))).toMatchObject(refused('I know nobody'))
    expect(linking.unlink(telegram(43))).toMatchObject(refused('was not linked'))
  })

  test('makes two people one, with everything they had, and takes them apart again', async () => {
    const { world, linking, write, read, answers } = createWorld()
    const { db } = world
    const [ben, bea] = [world.member(43), world.member(44)]
    for (const [id, city] of [
      [43, 'Bergen'],
      [44, 'Tromso'],
    ] as const) {
      world.say(`/remember My aunt lives in ${city}.`, from(id))
      world.say('/remind tomorrow at 9 water the plants', from(id))
    }
    await world.settle()
    insertAllowance(db, ben.id, 'same', world.clock.now())
    insertAllowance(db, bea.id, 'same', world.clock.now())
    insertAllowance(db, bea.id, 'other', world.clock.now())
    write(`profile/people/${ben.id}/USER.md`, '## About\nTeacher.\n')
    write(`profile/people/${bea.id}/USER.md`, '## About\nBakes bread.\n\n## Answers\nBrief.\n')
    write(`notes/${ben.id}/2026-03-01.md`, '# 2026-03-01\n\n## Done\n\n- Paid the rent. [1]\n')
    write(`notes/${bea.id}/2026-03-01.md`, '# 2026-03-01\n\n## Done\n\n- Sold the car. [2]\n')
    write(`notes/${bea.id}/2026-03-02.md`, '# 2026-03-02\n\n## Done\n\n- Slept. [3]\n')

    expect(linking.link(telegram(44), ben.id)).toMatchObject(ok('one person now, called Member 43'))
    expect(peopleIn(world)).toContain('Member 43 member telegram:43 telegram:44')
    const ofPerson = (table: string, column: string, id: number) =>
      db.statement(`SELECT count(*) FROM ${table} WHERE ${column} = ?`).pluck().get(id)
    const counts = (id: number) => [
      ofPerson('fact', 'about_id', id),
      ofPerson('fact', 'told_by_id', id),
      ofPerson('job', 'person_id', id),
      ofPerson('message', 'person_id', id),
      ofPerson('chat', 'owner_id', id),
      listAllowances(db, id).length,
    ]
    expect([counts(ben.id), counts(bea.id)]).toEqual([
      [2, 2, 2, 4, 2, 2],
      [0, 0, 0, 0, 0, 0],
    ])
    expect(read(`profile/people/${ben.id}/USER.md`)).toBe('## About\nTeacher.\nBakes bread.\n\n## Answers\nBrief.\n')
    expect(read(`profile/people/${bea.id}/USER.md`)).toBeUndefined()
    expect(read(`notes/${ben.id}/2026-03-01.md`)).toContain('- Paid the rent. [1]\n- Sold the car. [2]')
    expect(read(`notes/${ben.id}/2026-03-02.md`)).toContain('Slept')
    world.say('/memory', from(44))
    expect((await answers(44)).at(-1)).toMatch(/Bergen[\s\S]*Tromso|Tromso[\s\S]*Bergen/)

    expect(linking.unlink(telegram(44))).toMatchObject(ok('belongs to Member 44 again'))
    expect([counts(ben.id), counts(bea.id)]).toEqual([
      [1, 1, 1, 2, 1, 2],
      [1, 1, 1, 3, 1, 0],
    ])
    world.say('/memory', from(43))
    world.say('/memory', from(44))
    expect((await answers(43)).at(-1)).not.toContain('Tromso')
    expect((await answers(44)).at(-1)).not.toContain('Bergen')
  })

  test('is told why an address cannot be linked', () => {
    const { world, linking } = createWorld()
    const ben = world.member(43)
    expect(linking.link(telegram(1), ben.id)).toMatchObject(refused('an address of the owner'))
    expect(linking.link(telegram(43), ben.id)).toMatchObject(refused('already'))
    expect(linking.link(telegram(50), 99)).toMatchObject(refused('no such person'))
    expect(linking.link(telegram(50), world.owner.id, false)).toMatchObject(refused('on the machine itself'))
    world.db.statement("UPDATE address SET source = 'configuration' WHERE remote_id = '43'").run()
    expect(linking.link(telegram(43), world.owner.id)).toMatchObject(refused('Move it to the list of the owner'))
    expect(peopleIn(world)).toHaveLength(2)
  })

  test('gives a member’s address all rights, but not the permissions that the member gave', async () => {
    const { world, linking, answers } = createWorld()
    const ben = world.member(43)
    insertAllowance(world.db, ben.id, 'rule', world.clock.now())
    expect(linking.link(telegram(43), world.owner.id)).toMatchObject(ok('all rights of the owner'))
    world.say('/whoami', from(43))
    expect((await answers(43)).at(-1)).toContain('**Ana** (owner)')
    expect(listAllowances(world.db, world.owner.id)).toEqual([])
    linking.unlink(telegram(43))
    expect(peopleIn(world)).toContain('Member 43 member telegram:43')
    expect(listAllowances(world.db, ben.id)).toHaveLength(1)
  })

  test('what was asked before is not answered with other rights', () => {
    const { world, linking } = createWorld()
    world.member(43)
    world.say('what is in the safe?', from(43))
    expect(linking.link(telegram(43), world.owner.id)).toMatchObject(ok('Unanswered requests that I canceled: 1.'))
    expect(world.db.statement("SELECT state FROM task WHERE kind = 'reply'").pluck().all()).toEqual(['cancelled'])
  })
})

test('files that were not joined before a kill are joined at the next start, once', () => {
  const { world, linking, dataDir, write, read } = createWorld()
  const [ben, bea] = [world.member(43), world.member(44)]
  linking.link(telegram(44), ben.id)
  write(`profile/people/${ben.id}/USER.md`, 'Teacher.\n')
  write(`profile/people/${bea.id}/USER.md`, 'Bakes bread.\n')
  const log = { warn: (_fields: object, text: string) => expect(text).toBeUndefined() }
  for (let start = 0; start < 3; start++) joinMergedFiles({ ...world, dataDir, log })
  expect(read(`profile/people/${ben.id}/USER.md`)).toBe('Teacher.\nBakes bread.\n')
  expect(read(`profile/people/${bea.id}/USER.md`)).toBeUndefined()
})

test('of profiles that are too long together, one is used and the other is kept as a version', () => {
  const { world, linking, write, read } = createWorld()
  const [ben, bea] = [world.member(43), world.member(44)]
  write(`profile/people/${ben.id}/USER.md`, 'a'.repeat(40_000))
  write(`profile/people/${bea.id}/USER.md`, 'b'.repeat(40_000))
  linking.link(telegram(44), ben.id)
  expect(read(`profile/people/${ben.id}/USER.md`)).toBe('a'.repeat(40_000))
  expect(read(`profile/people/${bea.id}/USER.md`)).toBeUndefined()
  const versions = listProfileVersions(world.db, userFile(ben.id), { limit: 5 })
  expect(versions.map(({ text }) => text.slice(0, 3))).toEqual(['bbb'])
})

test('after an address was taken off, its open session with what it was shown is not continued', async () => {
  const brain = { ...createScriptedBrain(echo), hasSessions: true }
  const { world, linking } = createWorld({ brain })
  const ben = world.member(43)
  linking.link(telegram(50), ben.id)
  world.say('/remember The safe opens with my birthday.', from(43))
  const ask = async () => {
    world.say('how does the safe open?', from(50))
    await world.settle()
    return `${brain.turns.at(-1)?.system}${brain.turns.at(-1)?.text}`
  }
  expect(await ask()).toContain('birthday')
  linking.unlink(telegram(50))
  world.member(50)
  expect(await ask()).not.toContain('birthday')
})

test('after two people were taken apart, no open session of either shows what the other said', async () => {
  const brain = { ...createScriptedBrain(echo), hasSessions: true }
  const { world, linking } = createWorld({ brain, conversation: { sharedHistory: true } })
  const [ben] = [world.member(43), world.member(44)]
  linking.link(telegram(44), ben.id)
  world.say('The locksmith Novak wants 90 euros for the cellar door.', from(44))
  await world.settle()
  const ask = async () => {
    world.say('what does the locksmith want for the cellar door?', from(43))
    await world.settle()
    return `${brain.turns.at(-1)?.system}${brain.turns.at(-1)?.text}`
  }
  expect(await ask()).toContain('Novak')
  linking.unlink(telegram(44))
  expect(await ask()).not.toContain('Novak')
})
