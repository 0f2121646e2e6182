import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EmailDeps } from '../../../../src/channels/email/email.ts'
import { until } from '../../../support/until.ts'
import { bytesOf, post } from '../authority/post.ts'
import { keyOf, signed } from '../authority/signing.ts'
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

test('a mail whose sender cannot be looked up waits, and those behind it do not', async () => {
  const key = keyOf('friends.test')
  let isAway = true
  const resolve: EmailDeps['resolve'] = async (name) => {
    if (isAway) throw Object.assign(new Error('nobody answers'), { code: 'ESERVFAIL' })
    if (name === `${key.selector}._domainkey.friends.test`) return [[key.record]]
    throw Object.assign(new Error('there is none'), { code: 'ENOTFOUND' })
  }
  const { authservId: _, ...own } = accountAt({ ports: { host: '', imap: 0, lmtp: 0, sasl: 0 } }, ADDRESS)
  const ports = { host: '127.0.0.1', imap: imap.port, lmtp: 0, sasl: 0 }
  const account = { ...own, imap: accountAt({ ports }, ADDRESS).imap }
  const rig = startMail([account], { secondMs: 5, resolve, strangers: 'notify' })
  await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
  imap.add(bytesOf(signed(post('Ana <ana@friends.test>', { to: ADDRESS, body: 'It is me\r\n' }), key)))
  add({ from: 'zoe@elsewhere.test', text: 'Behind her' })
  await until(() => expect(rig.inbox.texts()).toHaveLength(1))
  expect(rig.inbox.texts()[0]).toContain('Behind her')
  isAway = false
  await until(() => expect(rig.inbox.texts()).toHaveLength(2))
  expect(rig.inbox.messages()[1]).toMatchObject({ sender: { id: 'ana@friends.test' }, addressed: true })
  expect(rig.inbox.messages()[1]?.unproven).toBeUndefined()
})
