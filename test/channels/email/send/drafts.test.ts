import { describe, expect, test } from 'vitest'
import { outboxMark, ownMessageId } from '../../../../src/channels/email/threads/message-ids.ts'
import { hasDovecot } from '../../../peers/mail/dovecot.ts'
import { besideMailbox } from './mailbox-rig.ts'
import { ana, delivery, never, startSending, token, us } from './rig.ts'

describe.skipIf(!hasDovecot())('a draft', () => {
  const { mailbox, start } = besideMailbox()
  const drafted = { status: 'drafted', where: `Drafts of ${us}`, to: ana }

  test('lies in Drafts, once, and nothing is sent', async () => {
    const { smtp, sender, start: again } = await start({ mode: 'draft' })
    const one = delivery('one')
    expect(await sender.send(one, never)).toMatchObject(drafted)
    expect(await again().send({ ...one, attempt: 2 }, never)).toMatchObject(drafted)
    const [lying, ...more] = await mailbox().mails('Drafts')
    expect(more).toEqual([])
    expect(lying?.flags).toEqual(expect.arrayContaining(['\\Draft']))
    expect(lying?.header('to')).toBe(`Ana <${ana}>`)
    expect(smtp.sessions).toBe(0)
    expect(await sender.reconcile(one, never)).toEqual({ status: 'absent' })
  })

  test('replaces what we had laid there to answer the same mail, and nothing else', async () => {
    const { sender } = await start({ mode: 'draft' })
    await sender.send(delivery('one'), never)
    const [lying] = await mailbox().mails('Drafts')
    const inReplyTo = lying?.header('in-reply-to') ?? ''
    await mailbox().append('Drafts', Buffer.from(`In-Reply-To: ${inReplyTo}\r\nSubject: mine\r\n\r\nMy own\r\n`), [])
    const two = delivery('two')
    await sender.send(two, never)
    const left = await mailbox().mails('Drafts')
    expect(left.map((mail) => mail.header('x-skein-outbox'))).toEqual([undefined, outboxMark(two.key)])
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
    expect(await mailbox().count('Drafts')).toBe(0)
    expect(await mailbox().count('Sent')).toBe(1)
  })

  test('goes whole, also with a long file', async () => {
    const { smtp, sender, fileStore } = await start({ mode: 'draft' })
    const files = [fileStore.put('long.bin', Buffer.alloc(4 * 1024 * 1024, 'skein'))]
    const one = delivery('one', {}, { files })
    await sender.send(one, never)
    const [lying] = await mailbox().mails('Drafts')
    expect(await sender.send({ ...one, approved: true }, never)).toMatchObject({ status: 'sent' })
    expect(smtp.taken[0]?.bytes.equals(lying?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test('goes as somebody has left it, and to nobody that they added', async () => {
    const { smtp, sender } = await start({ mode: 'draft' })
    const one = delivery('one')
    await sender.send(one, never)
    const [lying] = await mailbox().mails('Drafts')
    await mailbox().expunge(lying?.uid ?? 0, 'Drafts')
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
    await mailbox().append('Drafts', Buffer.from(edited.join('\r\n')), ['\\Draft'])
    expect(await sender.send({ ...one, approved: true }, never)).toMatchObject({ status: 'sent' })
    expect(smtp.taken).toMatchObject([{ to: [ana] }])
    const words = smtp.taken[0]?.bytes.toString() ?? ''
    expect(words).toContain('better words')
    expect(words).toContain(`X-Skein-Outbox: ${outboxMark(one.key)}`)
    expect(words).not.toMatch(/bcc|mallory/i)
    expect(await mailbox().count('Drafts')).toBe(0)
  })

  test('that somebody sent themselves is not sent again', async () => {
    const { smtp, sender } = await start({ mode: 'draft' })
    const one = delivery('one')
    await sender.send(one, never)
    const [lying] = await mailbox().mails('Drafts')
    await mailbox().move(lying?.uid ?? 0, 'Drafts', 'Sent')
    expect(await sender.send({ ...one, approved: true }, never)).toMatchObject({ status: 'sent' })
    expect(smtp.sessions).toBe(0)
  })

  test('that somebody threw away does not go', async () => {
    const { smtp, sender } = await start({ mode: 'draft' })
    const one = delivery('one')
    await sender.send(one, never)
    const [lying] = await mailbox().mails('Drafts')
    await mailbox().expunge(lying?.uid ?? 0, 'Drafts')
    expect(await sender.send({ ...one, approved: true }, never)).toEqual({
      status: 'refused',
      reason: { en: 'it is no longer in Drafts', de: expect.any(String) as string },
    })
    expect(smtp.sessions).toBe(0)
  })

  test('lies there still when the server will not have it', async () => {
    const { smtp, sender } = await start({ mode: 'draft' })
    const one = delivery('one')
    await sender.send(one, never)
    smtp.script({ at: { end: '451 later\r\n' } })
    expect(await sender.send({ ...one, approved: true }, never)).toMatchObject({ status: 'retry' })
    expect(await mailbox().count('Drafts')).toBe(1)
    expect(await sender.send({ ...one, approved: true, attempt: 2 }, never)).toMatchObject({ status: 'sent' })
  })

  test('waits where the mailbox is not reached', async () => {
    const { sender } = startSending({ imap: 1 }, { mode: 'draft' })
    expect(await sender.send(delivery('one'), never)).toMatchObject({ status: 'retry', away: true })
    expect(await sender.send(delivery('one', {}, { approved: true }), never)).toMatchObject({ away: true })
  })
})
