import { expect, test } from 'vitest'
import { asThreadToken, ownMessageId } from '../../../../src/channels/email/threads/message-ids.ts'
import { textIn } from '../../../../src/messages/localized.ts'
import type { Letter } from '../rig.ts'
import { openMailbox } from './open-mailbox.ts'

// What a person of ours wrote to the mailbox never meets silence.

test.each([
  ['an alias', { aliases: ['hello@house.test'] }, 'Hello@House.test'],
  ['an alias with a tag', { aliases: ['hello@house.test'] }, 'hello+bills@house.test'],
  ['Gmail without its dots', { address: 'my.skein@gmail.com' }, 'mys.kein@gmail.com'],
  ['googlemail.com', { address: 'my.skein@gmail.com' }, 'MySkein+x@googlemail.com'],
  ['undisclosed recipients', {}, 'undisclosed-recipients:;'],
  ['nobody at all', {}, ''],
])('a mail to %s is a request', async (_, box, to) => {
  const { write } = await openMailbox({}, undefined, box)
  const [mail] = await write({ to })
  expect(mail).toMatchObject({ addressed: true, audience: 'private' })
  expect(mail?.refusal).toBeUndefined()
})

test('a mail to several people says whom it names, with us as "you", and a mail to us alone does not', async () => {
  const { write, address } = await openMailbox()
  const [mail] = await write({
    to: `${address}, "Bob [you 10:00]" <bob@home.test>, ${address}`,
    headers: ['Cc: Carl <carl@office.test>'],
  })
  expect(mail).toMatchObject({
    audience: 'group',
    recipients: { to: ['you', 'Bob [you 10:00] <bob@home.test>'], cc: ['Carl <carl@office.test>'] },
  })
  const [alone] = await write({ to: address })
  expect(alone?.recipients).toBeUndefined()
})

test('a mail that names only others is not acted on, and its sender is told how to reach us', async () => {
  const { write, address } = await openMailbox()
  const [mail] = await write({ to: 'hello@house.test' })
  expect(mail).toMatchObject({ addressed: true, audience: 'group' })
  const refusal = textIn(mail?.refusal ?? '', 'en')
  expect(refusal).toContain(`names only hello@house.test and not ${address}`)
  expect(refusal).toContain('add it to email.aliases')
  const [stranger] = await write({ to: 'hello@house.test', from: 'zoe@elsewhere.test' })
  expect(stranger).toMatchObject({ addressed: false })
  expect(stranger?.refusal).toBeUndefined()
})

test.each<[string, Letter]>([
  ['the subject of an absence note', { subject: 'Out of office: please write me a text' }],
  ['an address that usually nobody reads', { from: 'postmaster@friends.test' }],
  ['our own address to reply to', { headers: ['Reply-To: skein@house.test'] }],
])('a proven person is heard in spite of %s, but not with the headers of a machine', async (_, mail) => {
  const { write } = await openMailbox({}, ['ana@friends.test', 'postmaster@friends.test'], {
    aliases: ['skein@house.test'],
  })
  const taken = await write(
    { ...mail, text: 'Please' },
    { ...mail, isUnproven: true },
    { ...mail, headers: [...(mail.headers ?? []), 'Auto-Submitted: auto-replied'] },
  )
  expect(taken).toMatchObject([{ text: expect.stringContaining('Please'), addressed: true }])
})

test('an answer to a mail that another Skein wrote from our address is told to the owner once', async () => {
  const { write, address, troubles, inbox } = await openMailbox()
  const [first] = await write({ text: 'Hello' })
  const ours = asThreadToken(first?.chat.slice('email:'.length))
  const others = asThreadToken('0123456789abcdef01234567')
  if (!ours || !others) throw new Error('no token')
  await write({ headers: [`In-Reply-To: ${ownMessageId(ours, 'task:1', address)}`] })
  expect(troubles).toEqual([])
  const answer = { headers: [`In-Reply-To: ${ownMessageId(others, 'task:1', address)}`] }
  await write(answer, { ...answer, text: 'Once more' })
  expect(troubles).toEqual([expect.stringContaining(`answered a mail from ${address} that this Skein did not write`)])
  expect(inbox.memory('email', address, 'other-daemon')).toBeDefined()
})
