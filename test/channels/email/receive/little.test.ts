import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EmailDeps } from '../../../../src/channels/email/email.ts'
import { systemClock } from '../../../../src/lib/time/clock.ts'
import { until } from '../../../support/until.ts'
import { bytesOf, post } from '../authority/post.ts'
import { keyOf, signed, zone } from '../authority/signing.ts'
import { accountAt, createMemoryInbox, type Letter, letter, startMail } from '../rig.ts'
import { createScriptedImap, type ScriptedImap } from './scripted-imap.ts'

// What is asked of a server, and what is not: seen from the server.

let imap: ScriptedImap
beforeEach(async () => {
  imap = await createScriptedImap()
})
afterEach(() => imap.close())

const ADDRESS = 'skein@house.test'

async function listen(more: Partial<EmailDeps> = {}, account = {}) {
  const ports = { host: '127.0.0.1', imap: imap.port, lmtp: 0, sasl: 0 }
  const rig = startMail([accountAt({ ports }, ADDRESS, account)], more, createMemoryInbox())
  await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
  imap.commands.length = 0
  return rig
}

const add = (mail: Letter) => imap.add(letter({ to: ADDRESS, ...mail }))
const bodiesAsked = () => imap.commands.filter((line) => /^UID FETCH .*BODY\.PEEK\[\]/.test(line)).map(uidIn)
const uidIn = (line: string) => Number(/FETCH (\d+)/.exec(line)?.[1])

test('not a byte of what strangers and machines wrote is asked for, and nothing is ever marked as read by asking', async () => {
  const rig = await listen()
  const left = [
    add({ isUnproven: true }),
    add({ from: 'zoe@elsewhere.test', isUnproven: true }),
    add({ from: 'zoe@elsewhere.test', headers: ['List-Id: <all.elsewhere.test>'] }),
    add({ headers: ['Auto-Submitted: auto-replied'] }),
  ].map(({ uid }) => uid)
  const taken = add({ text: 'hello' })
  await until(() => expect(rig.inbox.texts()).toEqual(['hello']))
  expect(new Set(bodiesAsked())).toEqual(new Set([taken.uid]))
  expect(imap.commands.join('\n')).not.toMatch(/BODY\[|RFC822(?!\.SIZE)/)
  for (const uid of left) expect(imap.commands).not.toContainEqual(expect.stringMatching(`STORE ${uid} .*Seen`))
})

test('of strangers who are who they say a bounded number is read in an hour', async () => {
  const rig = await listen()
  for (let n = 0; n < 80; n++) add({ from: `zoe${n}@elsewhere.test`, text: `!start CODE${n}` })
  add({ text: 'hello' })
  await until(() => expect(rig.inbox.texts()).toContain('hello'))
  expect(new Set(bodiesAsked()).size).toBe(61)
  expect(rig.inbox.texts()).toHaveLength(61)
})

test('a server that does not tell of new mail is asked all the same', async () => {
  imap.isDeaf = true
  const rig = await listen({ secondMs: 5 })
  add({ text: 'hello' })
  await until(() => expect(rig.inbox.texts()).toEqual(['hello']))
})

test('a number that shows after one that came later is still found', async () => {
  const rig = await listen({ secondMs: 5 })
  const [late] = [add({ text: 'late' }), imap.mails.pop()]
  add({ text: 'early' })
  await until(() => expect(rig.inbox.texts()).toEqual(['early']))
  imap.mails.unshift(late)
  await until(() => expect(rig.inbox.texts()).toEqual(['early', 'late']))
})

/** A mailbox whose server judges nobody, so that signatures are checked here; and what the world says of the keys. */
async function listenAlone(more: Partial<EmailDeps> = {}) {
  const key = keyOf('friends.test')
  const world = { isAway: true }
  const known = zone(key)
  const resolve: EmailDeps['resolve'] = async (name, type) => {
    if (world.isAway) throw Object.assign(new Error('nobody answers'), { code: 'ESERVFAIL' })
    return await known(name, type)
  }
  const ports = { host: '127.0.0.1', imap: imap.port, lmtp: 0, sasl: 0 }
  const { authservId: _, ...account } = accountAt({ ports }, ADDRESS)
  const rig = startMail([account], { secondMs: 5, resolve, strangers: 'notify', ...more })
  await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
  const fromAna = (body: string) =>
    imap.add(bytesOf(signed(post('Ana <ana@friends.test>', { to: ADDRESS, subject: 'Me', body }), key)))
  return { ...rig, world, fromAna }
}

/** One on the wall that can be set. */
function createWall() {
  const wall = { ahead: 0 }
  return { wall, clock: { ...systemClock, now: () => new Date(Date.now() + wall.ahead) } }
}
const HOUR_MS = 3_600_000

test('a mail whose sender cannot be looked up waits, and those behind it do not', async () => {
  const { inbox, world, fromAna } = await listenAlone()
  fromAna('It is me\r\n')
  add({ from: 'zoe@elsewhere.test', text: 'Behind her' })
  await until(() => expect(inbox.texts()).toEqual(['Behind her']))
  world.isAway = false
  await until(() => expect(inbox.texts()).toEqual(['Behind her', 'Subject: Me\n\nIt is me']))
  expect(inbox.messages()[1]).toMatchObject({ sender: { id: 'ana@friends.test' }, addressed: true })
  expect(inbox.messages()[1]?.unproven).toBeUndefined()
})

test('it does not wait for ever: after some hours nobody vouches for it', async () => {
  const { wall, clock } = createWall()
  const { inbox, fromAna } = await listenAlone({ clock })
  fromAna('It is me\r\n')
  add({ from: 'zoe@elsewhere.test', text: 'Behind her' })
  await until(() => expect(inbox.texts()).toEqual(['Behind her']))
  wall.ahead = 5 * HOUR_MS
  await until(() =>
    expect(inbox.messages()[1]).toMatchObject({ text: expect.stringMatching('It is me'), unproven: true }),
  )
})

test('of large mails under a name from the list that anybody could have sent a bounded number is fetched', async () => {
  const { inbox, world, fromAna } = await listenAlone({ strangers: 'ignore' })
  world.isAway = false
  const bogus = 'DKIM-Signature: v=1; a=rsa-sha256; d=friends.test; s=none; h=from; bh=AAAA; b=AAAA'
  const large = `${'x'.repeat(76)}\r\n`.repeat(4000)
  for (let n = 0; n < 25; n++) add({ headers: [bogus], text: large })
  const { uid } = fromAna('It is me\r\n')
  await until(() => expect(inbox.texts()).toEqual(['Subject: Me\n\nIt is me']))
  expect(new Set(bodiesAsked().filter((asked) => asked !== uid)).size).toBe(20)
})

test('a mail that the server cannot give is tried for a day, and in the end there is a note of it', async () => {
  const { wall, clock } = createWall()
  const rig = await listen({ secondMs: 5, clock })
  const broken = add({ text: 'broken' })
  imap.plan = () => ({
    fault({ verb, args, tag, write }) {
      if (verb !== 'UID FETCH' || !args.startsWith(`${broken.uid} `)) return undefined
      write(`${tag} NO [SERVERBUG] cannot read it\r\n`)
      return true
    },
  })
  imap.hangUp()
  add({ text: 'whole' })
  await until(() => expect(rig.inbox.texts()).toEqual(['whole']))
  wall.ahead = 25 * HOUR_MS
  await until(() => expect(rig.inbox.events.map(({ kind }) => kind)).toEqual(['message', 'unreadable']))
})
