import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import type { Inbox } from '../../../src/channels/channel.ts'
import { writeFacts } from '../../../src/channels/email/mail-facts.ts'
import { threadToken } from '../../../src/channels/email/threads/message-ids.ts'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { createDovecot, type Dovecot, hasDovecot } from '../../peers/mail/dovecot.ts'
import { readMime } from '../../peers/mail/mime.ts'
import { createSmtpPeer } from '../../peers/mail/smtp-peer.ts'
import { until } from '../../support/until.ts'
import { channelContract } from '../contract.ts'
import { accountAt, createMemoryInbox, letter, newAddress, startMail } from './rig.ts'

describe.skipIf(!hasDovecot())('between real servers', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await createDovecot()
  })
  afterAll(() => dovecot.close())

  channelContract('email', async () => {
    const address = newAddress()
    const token = threadToken('here', address, '<root@friends.test>')
    const facts = writeFacts({ account: address, to: 'ana@friends.test', subject: 'Hello', token, references: [] })
    const route = { chat: makeChatId('email', token), facts }
    const shown: string[] = []
    let isLost = false
    // As those do who keep what they send.
    const smtp = await createSmtpPeer({
      async pass(_envelope, bytes) {
        if (isLost) return void (isLost = false)
        shown.push(readMime(bytes).text.trim())
        await dovecot.mailbox(address).append('Sent', bytes)
      },
    })
    onTestFinished(() => smtp.close())
    const account = accountAt(dovecot, address, {
      smtp: { host: smtp.host, port: smtp.port, security: 'plain' },
      sentCopy: 'server',
    })

    return {
      person: { channel: 'email', id: 'ana@friends.test' },
      async listen(inbox: Inbox) {
        const { channel, stop } = startMail([account], {}, createMemoryInbox(), inbox)
        await until(() => expect(channel.lastRoundTrip()).toBeDefined())
        let last = letter({})
        let handed = Promise.resolve()
        return {
          channel,
          stop,
          async say(text) {
            await handed
            last = letter({ to: address, text })
            await dovecot.deliver(address, last)
          },
          repeat() {
            handed = dovecot.deliver(address, last)
          },
        }
      },
      shown: () => shown,
      delivery(channel, text, key) {
        const rest = {
          buttons: [],
          files: [],
          attempt: 1,
          maybeRepeat: false,
          language: 'en' as const,
          at: new Date(),
          part: 0,
        }
        const [body = ''] = channel.manners.parts?.(text) ?? []
        return { id: 1, key, message: 1, lane: rootLane(route.chat), route, kind: 'reply', body, ...rest }
      },
      loseAnswer: () => smtp.fail('data', 'lost-answer'),
      loseSend() {
        isLost = true
        smtp.fail('data', 'lost-answer')
      },
    }
  })
})
