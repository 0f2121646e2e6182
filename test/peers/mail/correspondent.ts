import { randomUUID } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Envelope } from './hatch.ts'
import { addressIn, type Mailbox, type SeenMail } from './mailbox.ts'
import type { Zone } from './zone.ts'

/** What somebody writes, as they give it to their mail client. */
export interface Letter {
  to: string | string[]
  cc?: string[]
  subject?: string
  text?: string
  html?: string
  files?: { name: string; type?: string; bytes: Buffer | string }[]
  headers?: Record<string, string>
  messageId?: string
  inReplyTo?: string
  references?: string[]
  at?: Date
  /** Who it says that it is from, where that is not the truth; signed for the true domain. */
  from?: string
  /** Leaves without a signature. */
  unsigned?: boolean
  /** The envelope's sender: empty for what must never be answered. */
  envelopeFrom?: string
}

/** What left. */
export interface Sent {
  id: string
  subject: string
  bytes: Buffer
}

/** Somebody with a mailbox and a mail client. */
export interface Correspondent {
  address: string
  mailbox: Mailbox
  sent: Sent[]
  write(letter: Letter): Promise<Sent>
  /** Answers as a mail client does: thread headers, "Re:", and what is answered quoted below. */
  reply(to: SeenMail, text: string, more?: Partial<Letter>): Promise<Sent>
  /** What is in the inbox in answer to this. */
  answersTo(sent: Sent): Promise<SeenMail[]>
}

export interface CorrespondentOptions {
  address: string
  name?: string
  mailbox: Mailbox
  zone: Zone
  submit(envelope: Envelope, bytes: Buffer): Promise<void>
}

export function createCorrespondent({
  address,
  name = '',
  mailbox,
  zone,
  submit,
}: CorrespondentOptions): Correspondent {
  const domain = address.slice(address.indexOf('@') + 1)
  const sent: Sent[] = []

  async function write(letter: Letter): Promise<Sent> {
    const id = letter.messageId ?? `<${randomUUID()}@${domain}>`
    const subject = letter.subject ?? 'Hello'
    const bytes = await compose({ ...letter, subject, messageId: id, from: letter.from ?? mailboxName(name, address) })
    const signed = letter.unsigned ? bytes : await zone.sign(domain, bytes)
    const to = [letter.to, letter.cc ?? []].flat()
    await submit({ from: letter.envelopeFrom ?? address, to }, signed)
    const left = { id, subject, bytes: signed }
    sent.push(left)
    return left
  }

  return {
    address,
    mailbox,
    sent,
    write,
    reply(mail, text, more = {}) {
      const id = mail.header('message-id') ?? ''
      const from = mail.header('reply-to') ?? mail.header('from') ?? ''
      const subject = mail.header('subject') ?? ''
      return write({
        to: addressIn(from),
        subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
        text: `${text}\n\n${quoted(mail)}`,
        inReplyTo: id,
        references: [...idsIn(mail.header('references')), id],
        ...more,
      })
    },
    async answersTo({ id }) {
      const mails = await mailbox.mails()
      return mails.filter((mail) => mail.header('in-reply-to') === id)
    },
  }
}

export function idsIn(header = ''): string[] {
  return header.match(/<[^<>\s]+>/g) ?? []
}

function compose({ files = [], to, cc, at, ...letter }: Letter): Promise<Buffer> {
  const attachments = files.map((file) => ({
    filename: file.name,
    content: file.bytes,
    ...(file.type !== undefined && { contentType: file.type }),
  }))
  const { from, subject, text, html, headers, messageId, inReplyTo, references } = letter
  const given = { from, to, cc, subject, text, html, headers, messageId, inReplyTo, references, date: at, attachments }
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return new MailComposer(known).compile().build()
}

function mailboxName(name: string, address: string): string {
  return name === '' ? address : `"${name}" <${address}>`
}

function quoted(mail: SeenMail): string {
  const lines = mail.text.trimEnd().split('\n')
  return [`On ${mail.header('date')}, ${mail.header('from')} wrote:`, ...lines.map((line) => `> ${line}`)].join('\n')
}
