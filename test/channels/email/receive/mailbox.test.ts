import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDovecot, type Dovecot, hasDovecot } from '../../../peers/mail/dovecot.ts'
import { until } from '../../../support/until.ts'
import { accountAt, createMemoryInbox, letter, newAddress, startMail } from '../rig.ts'

describe.skipIf(!hasDovecot())('a mailbox on a real server', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await createDovecot()
  })
  afterAll(() => dovecot.close())

  test('is heard: mail that comes while it listens arrives once', async () => {
    const address = newAddress()
    await dovecot.mailbox(address).append('INBOX', letter({ to: address, text: 'from before' }))
    const { channel, inbox } = startMail([accountAt(dovecot, address)])
    await until(() => expect(channel.lastRoundTrip()).toBeDefined())
    await dovecot.deliver(address, letter({ to: address, subject: 'A question', text: 'What is it?' }))
    await until(() => expect(inbox.texts()).toEqual(['Subject: A question\n\nWhat is it?']))
    expect(inbox.messages()).toMatchObject([
      { sender: { channel: 'email', id: 'ana@friends.test' }, senderName: 'Ana', audience: 'private', addressed: true },
    ])
    const [, mail] = await dovecot.mailbox(address).mails()
    await until(async () => expect((await dovecot.mailbox(address).mails())[1]?.flags).toContain('$SkeinDone'))
    expect(mail?.header('subject')).toBe('A question')
  })
})
