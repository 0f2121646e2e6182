import { describe, expect, test } from 'vitest'
import type { Sender } from '../../../../src/channels/email/send/sender.ts'
import { outboxMark, ownMessageId } from '../../../../src/channels/email/threads/message-ids.ts'
import type { Delivery, Receipt } from '../../../../src/domain/delivery.ts'
import { hasDovecot } from '../../../peers/mail/dovecot.ts'
import { until } from '../../../support/until.ts'
import { besideMailbox } from './mailbox-rig.ts'
import { delivery, never, startSending, token, us } from './rig.ts'
import type { ScriptedSmtp } from './scripted-smtp.ts'

describe.skipIf(!hasDovecot())('beside a real mailbox', () => {
  const { dovecot, mailbox, start } = besideMailbox()

  describe('a copy of what was sent', () => {
    test('is kept in Sent, read already, and is the very mail', async () => {
      const { smtp, sender } = await start({ sentCopy: 'append' })
      await sender.send(delivery('one'), never)
      await until(async () => expect(await mailbox().count('Sent')).toBe(1))
      const [copy] = await mailbox().mails('Sent')
      expect(copy?.bytes.equals(smtp.taken[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
      expect(copy?.flags).toContain('\\Seen')
    })

    test('is kept once, however often the mail goes', async () => {
      const { sender, start: again } = await start({ sentCopy: 'append' })
      const one = delivery('one')
      await sender.send(one, never)
      await sender.send(one, never)
      await until(async () => expect(await mailbox().count('Sent')).toBe(1))
      await again().send(one, never)
      await sender.send(delivery('the next'), never)
      await until(async () => expect(await mailbox().count('Sent')).toBe(2))
      await sender.close()
      expect(await mailbox().count('Sent')).toBe(2)
    })

    test.each(['server', 'none'] as const)('is not ours to keep with "%s"', async (sentCopy) => {
      const { sender } = await start({ sentCopy })
      expect(await sender.send(delivery('one'), never)).toMatchObject({ status: 'sent' })
      await sender.close()
      expect(await mailbox().count('Sent')).toBe(0)
    })

    test('that cannot be kept now holds up nothing, and is kept later', async () => {
      const { sender } = await start({ sentCopy: 'append' }, { secondMs: 2 })
      await dovecot().stop()
      try {
        expect(await sender.send(delivery('one'), never)).toMatchObject({ status: 'sent' })
      } finally {
        await dovecot().start()
      }
      await until(async () => expect(await mailbox().count('Sent')).toBe(1))
    })
  })

  describe('a mail that nobody answered for', () => {
    const lost = { at: { end: { end: 'drop', takes: true } } } as const
    const gone = { at: { end: { end: 'drop', takes: false } } } as const

    /** Keeps what it takes, as the servers of large providers do; or hands our copy to us. */
    function keepsSent(smtp: ScriptedSmtp): void {
      smtp.onTaken = ({ bytes }) => mailbox().append('Sent', bytes, ['\\Seen'])
    }

    test.each([
      ['has left', lost, 'sent'],
      ['has not', gone, 'absent'],
    ] as const)('%s: the Sent of the server says so', async (_, script, status) => {
      const { smtp, sender } = await start({ sentCopy: 'server' })
      keepsSent(smtp)
      smtp.script(script)
      const one = delivery('one')
      expect(await sender.send(one, never)).toMatchObject({ status: 'unknown' })
      const found = await sender.reconcile(one, never)
      expect(found).toMatchObject({ status })
      if (found.status === 'sent') expect(found.remoteId).toBe(ownMessageId(token, one.key, us))
    })

    test('is found by our mark where a relay gave it another id, and goes by that', async () => {
      const { smtp, sender } = await start({ sentCopy: 'server' })
      smtp.onTaken = ({ bytes }) => {
        const renamed = bytes.toString('latin1').replace(/^Message-ID: .*$/im, 'Message-ID: <given.by@the.relay>')
        return mailbox().append('Sent', Buffer.from(renamed, 'latin1'))
      }
      smtp.script(lost)
      const one = delivery('one')
      await sender.send(one, never)
      expect(await sender.reconcile(one, never)).toEqual({ status: 'sent', remoteId: '<given.by@the.relay>' })
    })

    test.each([
      ['has left', lost, 'sent'],
      ['has not', gone, 'absent'],
    ] as const)('%s: the copy to ourselves says so', async (_, script, status) => {
      const { smtp, sender } = await start({ receipts: true })
      smtp.onTaken = async ({ to, bytes }) => {
        if (to.includes(us)) await dovecot().deliver(us, bytes)
      }
      smtp.script(script)
      const one = delivery('one')
      await sender.send(one, never)
      expect(await sender.reconcile(one, never)).toMatchObject({ status })
    })

    test('where nobody keeps anything stays unknown, and what we kept ourselves proves only that it left', async () => {
      const { smtp, sender } = await start({ sentCopy: 'append' })
      const { smtp: other, sender: bare } = await start({ sentCopy: 'none' })
      smtp.script(lost)
      other.script(lost)
      const one = delivery('one')
      for (const each of [sender, bare]) {
        await each.send(one, never)
        expect(await each.reconcile(one, never)).toEqual({ status: 'unknown' })
      }
      await sender.send(one, never)
      await until(async () => expect(await mailbox().count('Sent')).toBe(1))
      expect(await sender.reconcile(one, never)).toMatchObject({ status: 'sent' })
    })

    test('because we died over it goes again there, but not for ever', async () => {
      const { sender } = await start({ sentCopy: 'none' })
      const found = [1, 2, 20, 21].map((attempt) => sender.reconcile({ ...delivery('one'), attempt }, never))
      const statuses = (await Promise.all(found)).map(({ status }) => status)
      expect(statuses).toEqual(['absent', 'absent', 'absent', 'unknown'])
    })

    test('is no other mail: one in the same thread, or one that quotes its id', async () => {
      const { sender } = await start({ sentCopy: 'server' })
      const one = delivery('one')
      const other = [
        `Message-ID: ${ownMessageId(token, 'another key', us)}`,
        `X-Skein-Outbox: ${outboxMark('another key')}`,
        `References: ${ownMessageId(token, one.key, us)}`,
      ]
      await mailbox().append(
        'Sent',
        Buffer.from([...other, '', `see ${ownMessageId(token, one.key, us)}`].join('\r\n')),
      )
      expect(await sender.reconcile(one, never)).toEqual({ status: 'absent' })
    })

    test('is no mail of somebody who guessed our mark and wrote it to us', async () => {
      const { sender } = await start({ receipts: true })
      const one = delivery('one')
      const mark = `X-Skein-Outbox: ${outboxMark(one.key)}`
      await dovecot().deliver(us, Buffer.from(`${mark}\r\nMessage-ID: <forged@evil.test>\r\n\r\nyours truly\r\n`))
      expect(await sender.reconcile(one, never)).toEqual({ status: 'absent' })
      const thread = `References: ${ownMessageId(token, 'thread', us)}`
      await dovecot().deliver(us, Buffer.from(`${mark}\r\n${thread}\r\nMessage-ID: <given.by@the.relay>\r\n\r\nx\r\n`))
      expect(await sender.reconcile(one, never)).toEqual({ status: 'sent', remoteId: '<given.by@the.relay>' })
    })

    test('waits where the mailbox is not reached', async () => {
      const { sender } = startSending({ imap: 1 }, { sentCopy: 'server' })
      expect(await sender.reconcile(delivery('one'), never)).toEqual({ status: 'away' })
    })

    test.each([
      ['the server keeps Sent', { sentCopy: 'server' }],
      ['a copy goes to ourselves', { sentCopy: 'none', receipts: true }],
    ] as const)('is there once in the end, where %s', async (_, extra) => {
      const { smtp, start: restart } = await start(extra)
      smtp.onTaken = async ({ to, bytes }) => {
        if (extra.sentCopy === 'server') await mailbox().append('Sent', bytes)
        if (to.includes(us)) await dovecot().deliver(us, bytes)
      }
      const faults = [lost, gone, { at: { mail: { end: 'drop' } } }, { at: { end: '451 later\r\n' } }, {}] as const
      for (let round = 0; round < 12; round++) {
        smtp.script(faults[round % 5] ?? {}, faults[(round * 3) % 5] ?? {}, faults[(round + 2) % 5] ?? {})
        const before = smtp.taken.length
        expect(await deliver(restart, delivery(`round ${round}`))).toMatchObject({ status: 'sent' })
        expect(smtp.taken.length - before).toBe(1)
      }
    })

    test('is there twice at most, of the same bytes, where nobody can say', async () => {
      const { smtp, start: restart } = await start({ sentCopy: 'none' })
      smtp.script(lost)
      expect(await deliver(restart, delivery('one'))).toMatchObject({ status: 'sent' })
      expect(smtp.taken).toHaveLength(2)
      expect(smtp.taken[1]?.bytes.equals(smtp.taken[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
    })
  })
})

/** What the outbox does with a delivery, without its waits and with a restart before each step. */
async function deliver(restart: () => Sender, one: Delivery): Promise<Receipt> {
  let resends = 0
  for (let attempt = 1; ; attempt++) {
    const receipt = await restart().send({ ...one, attempt }, never)
    if (receipt.status === 'sent' || receipt.status === 'refused') return receipt
    if (receipt.status !== 'unknown') continue
    const found = await restart().reconcile({ ...one, attempt }, never)
    if (found.status === 'sent') return { status: 'sent', remoteId: found.remoteId }
    if (found.status === 'unknown' && ++resends > 1) return receipt
  }
}
