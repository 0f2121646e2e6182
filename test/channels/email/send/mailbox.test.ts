import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailAccount } from '../../../../src/channels/email/account.ts'
import type { Sender, SenderDeps } from '../../../../src/channels/email/send/sender.ts'
import { outboxMark, ownMessageId } from '../../../../src/channels/email/threads/own-id.ts'
import type { Delivery, Receipt } from '../../../../src/domain/delivery.ts'
import { createDovecot, type Dovecot, hasDovecot } from '../../../peers/mail/dovecot.ts'
import type { Mailbox } from '../../../peers/mail/mailbox.ts'
import { until } from '../../../support/until.ts'
import { ana, delivery, never, startSending, token, us } from './rig.ts'
import { type ScriptedSmtp, startScriptedSmtp } from './scripted-smtp.ts'

describe.skipIf(!hasDovecot())('beside a real mailbox', () => {
  let dovecot: Dovecot
  let mailbox: Mailbox
  beforeAll(async () => {
    dovecot = await createDovecot()
    mailbox = dovecot.mailbox(us)
  })
  beforeEach(() => dovecot.wipe(us))
  afterAll(() => dovecot.close())

  async function start(extra: Partial<MailAccount>, deps: Partial<SenderDeps> = {}) {
    const smtp = await startScriptedSmtp()
    return { smtp, ...startSending({ smtp: smtp.port, imap: dovecot.ports.imap }, extra, deps) }
  }

  describe('a copy of what was sent', () => {
    test('is kept in Sent, read already, and is the very mail', async () => {
      const { smtp, sender } = await start({ sentCopy: 'append' })
      await sender.send(delivery('one'), never)
      await until(async () => expect(await mailbox.count('Sent')).toBe(1))
      const [copy] = await mailbox.mails('Sent')
      expect(copy?.bytes.equals(smtp.taken[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
      expect(copy?.flags).toContain('\\Seen')
    })

    test('is kept once, however often the mail goes', async () => {
      const { sender, start: again } = await start({ sentCopy: 'append' })
      const one = delivery('one')
      await sender.send(one, never)
      await sender.send(one, never)
      await until(async () => expect(await mailbox.count('Sent')).toBe(1))
      await again().send(one, never)
      await sender.send(delivery('the next'), never)
      await until(async () => expect(await mailbox.count('Sent')).toBe(2))
      await sender.close()
      expect(await mailbox.count('Sent')).toBe(2)
    })

    test.each(['server', 'none'] as const)('is not ours to keep with "%s"', async (sentCopy) => {
      const { sender } = await start({ sentCopy })
      expect(await sender.send(delivery('one'), never)).toMatchObject({ status: 'sent' })
      await sender.close()
      expect(await mailbox.count('Sent')).toBe(0)
    })

    test('that cannot be kept now holds up nothing, and is kept later', async () => {
      const { sender } = await start({ sentCopy: 'append' }, { secondMs: 2 })
      await dovecot.stop()
      try {
        expect(await sender.send(delivery('one'), never)).toMatchObject({ status: 'sent' })
      } finally {
        await dovecot.start()
      }
      await until(async () => expect(await mailbox.count('Sent')).toBe(1))
    })
  })

  describe('a mail that nobody answered for', () => {
    const lost = { at: { end: { end: 'drop', takes: true } } } as const
    const gone = { at: { end: { end: 'drop', takes: false } } } as const

    /** Keeps what it takes, as the servers of large providers do; or hands our copy to us. */
    function keepsSent(smtp: ScriptedSmtp): void {
      smtp.onTaken = ({ bytes }) => mailbox.append('Sent', bytes, ['\\Seen'])
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
        return mailbox.append('Sent', Buffer.from(renamed, 'latin1'))
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
        if (to.includes(us)) await dovecot.deliver(us, bytes)
      }
      smtp.script(script)
      const one = delivery('one')
      await sender.send(one, never)
      expect(await sender.reconcile(one, never)).toMatchObject({ status })
    })

    test('where nobody keeps anything stays unknown, and what we kept ourselves proves only that it left', async () => {
      const { smtp, sender } = await start({ sentCopy: 'append' })
      const { sender: bare } = await start({ sentCopy: 'none' })
      smtp.script(lost)
      const one = delivery('one')
      await sender.send(one, never)
      expect(await sender.reconcile(one, never)).toEqual({ status: 'unknown' })
      expect(await bare.reconcile(one, never)).toEqual({ status: 'unknown' })
      await sender.send(one, never)
      await until(async () => expect(await mailbox.count('Sent')).toBe(1))
      expect(await sender.reconcile(one, never)).toMatchObject({ status: 'sent' })
    })

    test('is no other mail: one in the same thread, or one that quotes its id', async () => {
      const { sender } = await start({ sentCopy: 'server' })
      const one = delivery('one')
      const other = [
        `Message-ID: ${ownMessageId(token, 'another key', us)}`,
        `X-Skein-Outbox: ${outboxMark('another key')}`,
        `References: ${ownMessageId(token, one.key, us)}`,
      ]
      await mailbox.append('Sent', Buffer.from([...other, '', `see ${ownMessageId(token, one.key, us)}`].join('\r\n')))
      expect(await sender.reconcile(one, never)).toEqual({ status: 'absent' })
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
        if (extra.sentCopy === 'server') await mailbox.append('Sent', bytes)
        if (to.includes(us)) await dovecot.deliver(us, bytes)
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

  describe('a draft', () => {
    const drafted = { status: 'drafted', where: `Drafts of ${us}`, to: ana }

    test('lies in Drafts, once, and nothing is sent', async () => {
      const { smtp, sender, start: again } = await start({ mode: 'draft' })
      const one = delivery('one')
      expect(await sender.send(one, never)).toMatchObject(drafted)
      expect(await again().send({ ...one, attempt: 2 }, never)).toMatchObject(drafted)
      const [lying, ...more] = await mailbox.mails('Drafts')
      expect(more).toEqual([])
      expect(lying?.flags).toEqual(expect.arrayContaining(['\\Draft']))
      expect(lying?.header('to')).toBe(`Ana <${ana}>`)
      expect(smtp.sessions).toBe(0)
      expect(await sender.reconcile(one, never)).toEqual({ status: 'absent' })
    })

    test('is what goes to somebody who is not let in, whatever is usual', async () => {
      const { smtp, sender } = await start({})
      expect(await sender.send(delivery('one', { draft: true }), never)).toMatchObject(drafted)
      expect(await sender.send(delivery('two', { draft: true }, { kind: 'notice' }), never)).toMatchObject({
        status: 'refused',
      })
      expect(smtp.sessions).toBe(0)
    })

    test('goes when somebody says so, and lies there no more', async () => {
      const { smtp, sender } = await start({ mode: 'draft', sentCopy: 'append' })
      const one = delivery('one')
      await sender.send(one, never)
      expect(await sender.send({ ...one, approved: true }, never)).toEqual({
        status: 'sent',
        remoteId: ownMessageId(token, one.key, us),
      })
      expect(smtp.taken).toMatchObject([{ to: [ana] }])
      expect(await mailbox.count('Drafts')).toBe(0)
      expect(await mailbox.count('Sent')).toBe(1)
    })

    test('goes whole, also with a long file', async () => {
      const { smtp, sender, shelf } = await start({ mode: 'draft' })
      const files = [shelf.put('long.bin', Buffer.alloc(4 * 1024 * 1024, 'skein'))]
      const one = delivery('one', {}, { files })
      await sender.send(one, never)
      const [lying] = await mailbox.mails('Drafts')
      expect(await sender.send({ ...one, approved: true }, never)).toMatchObject({ status: 'sent' })
      expect(smtp.taken[0]?.bytes.equals(lying?.bytes ?? Buffer.alloc(0))).toBe(true)
    })

    test('goes as somebody has left it, and to nobody that they added', async () => {
      const { smtp, sender } = await start({ mode: 'draft' })
      const one = delivery('one')
      await sender.send(one, never)
      const [lying] = await mailbox.mails('Drafts')
      await mailbox.expunge(lying?.uid ?? 0, 'Drafts')
      const edited = [
        'From: Skein <skein@example.org>',
        `To: Ana <${ana}>, Eve <eve@evil.test>`,
        'Bcc: eve@evil.test,',
        '  mallory@evil.test',
        'Subject: Re: The weather, put right',
        `Message-ID: ${ownMessageId(token, one.key, us)}`,
        '',
        'better words',
        '',
      ]
      await mailbox.append('Drafts', Buffer.from(edited.join('\r\n')), ['\\Draft'])
      expect(await sender.send({ ...one, approved: true }, never)).toMatchObject({ status: 'sent' })
      expect(smtp.taken).toMatchObject([{ to: [ana] }])
      const words = smtp.taken[0]?.bytes.toString() ?? ''
      expect(words).toContain('better words')
      expect(words).toContain(`X-Skein-Outbox: ${outboxMark(one.key)}`)
      expect(words).not.toMatch(/bcc|mallory/i)
      expect(await mailbox.count('Drafts')).toBe(0)
    })

    test('that somebody sent themselves is not sent again', async () => {
      const { smtp, sender } = await start({ mode: 'draft' })
      const one = delivery('one')
      await sender.send(one, never)
      const [lying] = await mailbox.mails('Drafts')
      await mailbox.move(lying?.uid ?? 0, 'Drafts', 'Sent')
      expect(await sender.send({ ...one, approved: true }, never)).toMatchObject({ status: 'sent' })
      expect(smtp.sessions).toBe(0)
    })

    test('that somebody threw away does not go', async () => {
      const { smtp, sender } = await start({ mode: 'draft' })
      const one = delivery('one')
      await sender.send(one, never)
      const [lying] = await mailbox.mails('Drafts')
      await mailbox.expunge(lying?.uid ?? 0, 'Drafts')
      expect(await sender.send({ ...one, approved: true }, never)).toEqual({
        status: 'refused',
        reason: 'it is no longer in Drafts',
      })
      expect(smtp.sessions).toBe(0)
    })

    test('lies there still when the server will not have it', async () => {
      const { smtp, sender } = await start({ mode: 'draft' })
      const one = delivery('one')
      await sender.send(one, never)
      smtp.script({ at: { end: '451 later\r\n' } })
      expect(await sender.send({ ...one, approved: true }, never)).toMatchObject({ status: 'retry' })
      expect(await mailbox.count('Drafts')).toBe(1)
      expect(await sender.send({ ...one, approved: true, attempt: 2 }, never)).toMatchObject({ status: 'sent' })
    })

    test('waits where the mailbox is not reached', async () => {
      const { sender } = startSending({ imap: 1 }, { mode: 'draft' })
      expect(await sender.send(delivery('one'), never)).toMatchObject({ status: 'retry', away: true })
      expect(await sender.send(delivery('one', {}, { approved: true }), never)).toMatchObject({ away: true })
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
