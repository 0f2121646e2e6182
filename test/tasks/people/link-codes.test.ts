import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../src/domain/message.ts'
import { addressName } from '../../../src/domain/person.ts'
import { listPeople } from '../../../src/store/people/people.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const from = (id: number, chat = id) =>
  ({
    channel: 'telegram',
    chat: makeChatId('telegram', String(chat)),
    sender: { channel: 'telegram', id: String(id) },
    senderName: `Person ${id}`,
  }) as const

const said = (world: RoadWorld, id: number) =>
  world.db
    .statement("SELECT text FROM message WHERE chat = ? AND author = 'bot' ORDER BY id")
    .pluck()
    .all(`telegram:${id}`) as string[]
const lastTo = (world: RoadWorld, id: number) => said(world, id).at(-1) ?? ''

/** What the person at this address is told after they wrote this. */
function ask(world: RoadWorld, id: number, text: string): string {
  world.say(text, from(id))
  return lastTo(world, id)
}

function makeCode(world: RoadWorld, id: number): string {
  return /link ([A-Z2-9]{8})`/.exec(ask(world, id, '/link'))?.[1] ?? 'none'
}

const addressesOf = (world: RoadWorld, personId: number) =>
  listPeople(world.db)
    .find(({ id }) => id === personId)
    ?.addresses.map(addressName)

/** The command behind the last question in a chat. */
const yesIn = (world: RoadWorld, id: number) => /`(\/link yes \w+)`/.exec(lastTo(world, id))?.[1] ?? 'none'

describe('a person links another account of theirs', () => {
  test('with a code, from an address that nobody knows; both sides and the owner are told', async () => {
    const world = createRoadWorld()
    const ben = world.member(43)
    world.say('hi', from(1))
    const code = makeCode(world, 43)
    expect(lastTo(world, 43)).toContain('Do not give this code to anybody')
    expect(ask(world, 50, `/link ${code}`)).toContain('This account is Member 43 for me now')
    expect(lastTo(world, 43)).toMatch(/Person 50 \(`telegram:50`\) sent your code.*`\/link remove telegram:50`/)
    expect(lastTo(world, 1)).toContain('Person 50 (telegram:50) is an account of Member 43 now')
    expect(addressesOf(world, ben.id)).toEqual(['telegram:43', 'telegram:50'])
    expect(ask(world, 50, '/whoami')).toMatch(/\*\*Member 43\*\* \(member\).*Your other accounts: `telegram:43`/)
  })

  test('the first message after the code, in the same batch, is already theirs', async () => {
    const world = createRoadWorld()
    const ben = world.member(43)
    const code = makeCode(world, 43)
    const line = (key: string, text: string): InboundMessage => ({
      ...from(50),
      kind: 'message',
      account: 'local',
      keys: [key],
      audience: 'private',
      remoteId: key,
      at: world.clock.now(),
      text,
      addressed: true,
      raw: '',
    })
    world.inbox.accept([line('a', `!link ${code.toLowerCase()}`), line('b', 'what is my name?')])
    expect(world.db.statement("SELECT person_id FROM task WHERE kind = 'reply'").pluck().all()).toEqual([ben.id])
  })

  test('and takes it off again from another account, not from itself', () => {
    const world = createRoadWorld()
    const ben = world.member(43)
    ask(world, 50, `/link ${makeCode(world, 43)}`)
    expect(ask(world, 50, '/link remove telegram:50')).toContain('another account of yours')
    expect(ask(world, 43, '/link remove telegram:1')).toContain('not an address of yours')
    expect(ask(world, 43, '/link remove telegram:43')).toContain('another account of yours')
    expect(ask(world, 43, '/link remove telegram:50')).toContain('no longer belongs to Member 43')
    expect(addressesOf(world, ben.id)).toEqual(['telegram:43'])
    expect(ask(world, 50, 'hello?')).toContain('I only talk to people my owner has let in')
  })

  test('from an account with a memory of its own only with a yes on both sides', () => {
    const world = createRoadWorld()
    const [ben, bea] = [world.member(43), world.member(44)]
    world.say('/remember My cat is called Mauz.', from(44))
    const code = makeCode(world, 43)
    expect(ask(world, 44, `/link ${code}`)).toMatch(/This code is from \*\*Member 43\*\*.*they see your private chats/)
    expect(addressesOf(world, bea.id)).toEqual(['telegram:44'])
    expect(ask(world, 44, `/link ${code} yes`)).toContain('Now say yes in the chat where you made the code')
    expect(addressesOf(world, bea.id)).toEqual(['telegram:44'])
    expect(lastTo(world, 43)).toMatch(/Member 44 \(`telegram:44`\).*the rights of a member/)
    expect(ask(world, 43, yesIn(world, 43))).toContain('Member 44 and Member 43 are one person now')
    expect(lastTo(world, 44)).toContain('This account is Member 43 for me now')
    expect(addressesOf(world, ben.id)).toEqual(['telegram:43', 'telegram:44'])
    expect(ask(world, 43, '/memory')).toContain('Mauz')
  })

  test('with a button, which answers in the chat too', () => {
    const world = createRoadWorld()
    const [ben] = [world.member(43), world.member(44)]
    ask(world, 44, `/link ${makeCode(world, 43)} yes`)
    const data = yesIn(world, 43).slice(1)
    const press = { kind: 'press', ...from(43), account: 'local', audience: 'private', data } as const
    expect(world.inbox.accept([press as never])).toMatchObject([{ status: 'pressed', done: true }])
    expect(lastTo(world, 43)).toContain('are one person now')
    expect(world.inbox.accept([press as never])).toMatchObject([
      { said: expect.stringContaining('nothing to confirm') },
    ])
    expect(addressesOf(world, ben.id)).toHaveLength(2)
  })
})

describe('a code of the owner', () => {
  test('gives nobody the rights of the owner until the owner says yes to that address', () => {
    const world = createRoadWorld()
    const code = makeCode(world, 1)
    expect(lastTo(world, 1)).toContain('I will ask you here')
    expect(ask(world, 66, `/link ${code}`)).toContain('Now say yes in the chat where you made the code')
    expect(lastTo(world, 1)).toMatch(/Person 66 \(`telegram:66`\).*\*\*all rights of the owner\*\*/)
    expect(ask(world, 66, yesIn(world, 1))).not.toContain('owner')
    expect(addressesOf(world, world.owner.id)).toEqual(['web:owner', 'telegram:1'])
    expect(ask(world, 1, yesIn(world, 1))).toContain('all rights of the owner')
    expect(addressesOf(world, world.owner.id)).toEqual(['web:owner', 'telegram:1', 'telegram:66'])
    expect(lastTo(world, 66)).toContain('This account is Ana for me now')
  })

  test('is used up by a no, by a new code and by time; an older question confirms nothing', () => {
    const world = createRoadWorld()
    ask(world, 66, `/link ${makeCode(world, 1)}`)
    const [yes, no] = [yesIn(world, 1), yesIn(world, 1).replace('yes', 'no')]
    expect(ask(world, 1, no)).toContain('It was not linked')
    expect(ask(world, 1, yes)).toContain('nothing to confirm')
    ask(world, 66, `/link ${makeCode(world, 1)}`)
    const older = yesIn(world, 1)
    ask(world, 67, `/link ${makeCode(world, 1)}`)
    expect(ask(world, 1, older)).toContain('nothing to confirm')
    ask(world, 68, `/link ${makeCode(world, 1)}`)
    const late = yesIn(world, 1)
    world.clock.advance(15 * 60_000)
    expect(ask(world, 1, late)).toContain('nothing to confirm')
    expect(addressesOf(world, world.owner.id)).toEqual(['web:owner', 'telegram:1'])
  })

  test('and an account of the owner joins nobody: a code that a member sends them is not even tried', () => {
    const world = createRoadWorld()
    const eve = world.member(66)
    const code = makeCode(world, 66)
    expect(ask(world, 1, `/link ${code}`)).toContain('You are the owner')
    expect(ask(world, 1, `/link ${code} yes`)).toContain('You are the owner')
    expect(addressesOf(world, eve.id)).toEqual(['telegram:66'])
    expect(ask(world, 50, `/link ${code}`)).toContain('This account is Member 66')
  })

  test('is not made, and nothing is confirmed, from a remote session', () => {
    const world = createRoadWorld()
    const before = said(world, 1).length
    world.say('/link', { ...from(1), isRemote: true })
    ask(world, 66, `/link ${makeCode(world, 1)}`)
    world.say(yesIn(world, 1), { ...from(1), isRemote: true })
    expect(said(world, 1)[before]).toContain('signed in from elsewhere')
    expect(lastTo(world, 1)).toContain('signed in from elsewhere')
    expect(addressesOf(world, world.owner.id)).toHaveLength(2)
  })
})

test('a hundred attempts of somebody else link nothing', () => {
  const world = createRoadWorld()
  const [ben, eve, gone] = [world.member(43), world.member(66), world.member(70)]
  let attempts = 0
  const attempt = (id: number, text: string, chat = id) => {
    attempts++
    world.say(text, from(id, chat))
  }
  const nothingChanged = () => {
    expect(addressesOf(world, ben.id)).toEqual(['telegram:43'])
    expect(addressesOf(world, eve.id)).toEqual(['telegram:66'])
    expect(addressesOf(world, world.owner.id)).toEqual(['web:owner', 'telegram:1'])
  }
  // Wrong codes, from a stranger and from somebody known.
  for (let guess = 0; guess < 20; guess++) {
    attempt(80, `/link ABCD${1000 + guess}`)
    attempt(66, `/link ABCD${1000 + guess} yes`)
  }
  expect(lastTo(world, 66)).toContain('Too many wrong codes')
  expect(said(world, 80)).toHaveLength(5)
  // The right one does not help them any more, and making a code of their own does not either.
  const right = makeCode(world, 43)
  makeCode(world, 66)
  for (const text of [`/link ${right}`, `/link ${right} yes`, `/start ${right}`, `!start ${right}`]) {
    attempt(80, text)
    attempt(66, text)
  }
  nothingChanged()
  // In a group, also one with the person themselves.
  for (const id of [67, 68, 69, 43, 66])
    for (const text of [`/link ${right}`, `/link ${right} yes`, `/start ${right}`]) attempt(id, text, -100)
  nothingChanged()
  // Another person's code, by somebody known who does not get the yes.
  const eves = world.member(71)
  for (const maker of [43, 1]) {
    const code = makeCode(world, maker)
    for (const text of [`/start ${code}`, `/link ${code}`, `/link ${code} yes`, `/link ${code} yes`]) attempt(71, text)
    const yes = yesIn(world, maker)
    for (const id of [66, 71, 80]) attempt(id, yes)
    attempt(maker, yes.replace(/\w+$/, 'abcdefabcdef'))
    attempt(66, '/link yes')
    attempt(maker, yes.replace('yes', 'no'))
    attempt(maker, yes)
  }
  expect(addressesOf(world, eves.id)).toEqual(['telegram:71'])
  nothingChanged()
  // Used, replaced and expired codes.
  const used = makeCode(world, 43)
  ask(world, 50, `/link ${used}`)
  ask(world, 43, '/link remove telegram:50')
  const replaced = makeCode(world, 43)
  const expired = makeCode(world, 43)
  world.clock.advance(15 * 60_000)
  for (const [at, code] of [used, replaced, expired].entries())
    for (const text of [`/link ${code}`, `/start ${code}`, `/link@bot ${code}`]) attempt(90 + at, text)
  nothingChanged()
  // The code of somebody who was removed.
  const orphaned = makeCode(world, 70)
  ask(world, 1, '/pair list')
  world.db.statement("DELETE FROM address WHERE remote_id = '70'").run()
  for (const id of [95, 96, 71]) for (const text of [`/link ${orphaned}`, `/link ${orphaned} yes`]) attempt(id, text)
  // Forwarded and in the middle of a text.
  const last = makeCode(world, 43)
  for (const text of [`see /link ${last}`, `/link ${last} please now`, `/link${last}`, last]) attempt(97, text)
  world.say(`/link ${last} yes`, { ...from(71), forwardedFrom: { name: 'Ana', origin: 'Ana' } as never })
  attempts++
  nothingChanged()
  expect(addressesOf(world, gone.id)).toBeUndefined()
  expect(attempts).toBeGreaterThanOrEqual(100)
  // The last code still works for the one it is for.
  expect(ask(world, 98, `/link ${last}`)).toContain('This account is Member 43')
})
