import { expect, onTestFinished } from 'vitest'
import type { MailAccount } from '../../../../src/channels/email/account.ts'
import type { EmailDeps } from '../../../../src/channels/email/email.ts'
import type { InboundMessage } from '../../../../src/domain/message.ts'
import { until } from '../../../support/until.ts'
import { accountAt, createMemoryInbox, type Letter, letter, newAddress, startMail } from '../rig.ts'
import { createScriptedImap } from './scripted-imap.ts'

/** A mailbox that is listened to; `write` resolves when everything written until then was seen to. */
export async function openMailbox(
  more: Partial<EmailDeps> = {},
  people = ['ana@friends.test', 'ben@friends.test'],
  box: Partial<MailAccount> = {},
) {
  const address = box.address ?? newAddress()
  const imap = await createScriptedImap()
  onTestFinished(imap.close)
  const ports = { host: '127.0.0.1', imap: imap.port, lmtp: 0, sasl: 0 }
  const rig = startMail([accountAt({ ports }, address, box)], more, createMemoryInbox(people))
  await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
  let ends = 0
  async function write(...mails: Letter[]): Promise<InboundMessage[]> {
    const before = rig.inbox.messages().length
    for (const mail of mails) imap.add(letter({ to: address, ...mail }))
    const end = `!stop ${++ends}`
    imap.add(letter({ to: address, text: end }))
    await until(() => expect(rig.inbox.texts().at(-1)).toBe(end))
    return rig.inbox.messages().slice(before, -1)
  }
  return { ...rig, address, write }
}
