import { createHash } from 'node:crypto'
import type { NamedFile } from '../../domain/file.ts'
import { makeChatId } from '../../domain/ids.ts'
import type { InboundMessage, Quote } from '../../domain/message.ts'
import { tidyName } from '../../lib/text/safe-name.ts'
import { truncate } from '../../lib/text/text.ts'
import type { NamedAddress } from './authority/addresses.ts'
import { isOwnAddress } from './authority/automatic-mail.ts'
import { readFields } from './authority/headers.ts'
import { emailMessages } from './email-messages.ts'
import { writeFacts } from './mail-facts.ts'
import type { ReadMail } from './read/read-mail.ts'
import { subjectKind } from './read/reply/subject-kind.ts'
import type { AcceptedMail, StrangerPolicy } from './receive/mail-decider.ts'
import type { MailHead } from './receive/mail-folder.ts'
import { bareSubject, inOneLine, limitReferences } from './send/header-text.ts'
import { plusTag } from './threads/message-ids.ts'

/** One mail on its way to intake. */
export interface InboundMail {
  account: string
  /** More addresses that reach this mailbox. */
  aliases: string[]
  /** All our addresses. */
  own: string[]
  strangers: StrangerPolicy
  head: MailHead
  taken: AcceptedMail
  read: ReadMail
  files: NamedFile[]
  /** The id of the message it answers, ours or of somebody else in the thread. */
  replyTo: string | undefined
}

const MAX_RAW_BYTES = 1024 * 1024
/** Mails that differ only after this many bytes of the body are distinguished by their length. */
const COMPARED_BODY_BYTES = 32 * 1024
/** How much of this mail our answer quotes. */
const MAX_CHARS_QUOTED_BY_US = 8000
/** Limits for the quoted text shown beside a mail. */
const MAX_QUOTED_LINES = 40
const MAX_QUOTED_CHARS = 4000
/** The name of the file with the full quoted text. */
export const QUOTE_FILE = 'quoted-text.txt'

/** Pure: the result depends only on the mail. */
export function toInbound(mail: InboundMail): InboundMessage {
  const { account, head, taken, read, files } = mail
  const { envelope, messageId, sender, standing, isProven, thread } = taken
  const title = bareSubject(envelope.subject)
  return {
    kind: 'message',
    channel: 'email',
    account,
    keys: [contentKey(mail)],
    chat: makeChatId('email', thread.token),
    audience: isPrivate(mail) ? 'private' : 'group',
    ...(title === '' ? {} : { chatTitle: title, keepsFirstTitle: true }),
    remoteId: messageId,
    sender: { channel: 'email', id: sender.address },
    ...(standing === 'participant' || !isProven ? { unproven: true } : {}),
    ...(standing === 'ours' ? {} : { ifUnknown: mail.strangers }),
    senderName: tidyName(sender.name) || sender.address,
    at: head.date,
    text: textFor(mail),
    ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
    addressed: isAddressed(mail),
    ...(read.forwarded ? { forwards: [forwardOf(read.forwarded, envelope.subject)] } : {}),
    ...quoteIn(mail),
    ...recipientsOf(mail),
    ...(files.length > 0 ? { files } : {}),
    ...refusalOf(mail),
    facts: factsOf(mail, title),
    raw: taken.source.subarray(0, MAX_RAW_BYTES).toString('latin1'),
  }
}

/**
 * The same mail received twice has the same key; another mail with the same id has a different one. An unproven copy
 * never blocks the original.
 */
function contentKey({ account, head, taken }: InboundMail): string {
  const { messageId, sender, isProven, source, envelope } = taken
  const { bodyAt } = readFields(source)
  const body = source.subarray(bodyAt, bodyAt + COMPARED_BODY_BYTES)
  const date = envelope.headers.find(({ name }) => name === 'date')?.value ?? ''
  const content = createHash('sha256').update(body)
  const size = Math.max(0, head.size - bodyAt)
  const hash = createHash('sha256').update([messageId, sender.address, date, size, content.digest('hex')].join('\n'))
  return `email:${account}:${hash.digest('hex')}${isProven ? '' : ':unproven'}`
}

/** Whether nobody but the sender and us gets the mail. */
function isPrivate({ own, taken: { envelope, sender } }: InboundMail): boolean {
  const { from, to, cc } = envelope
  return [...from, ...to, ...cc].every(({ address }) => address === sender.address || isOwnAddress(address, own))
}

/** The people whom a mail to several people names, without duplicates. */
function recipientsOf(mail: InboundMail): Pick<InboundMessage, 'recipients'> {
  if (isPrivate(mail)) return {}
  const { own, taken } = mail
  const describe = ({ address, name }: NamedAddress) => {
    if (isOwnAddress(address, own)) return 'you'
    const plain = tidyName(name)
    return plain === '' ? address : `${plain} <${address}>`
  }
  const { to, cc } = taken.envelope
  const once = (people: NamedAddress[]) => [...new Set(people.map(describe))]
  return { recipients: { to: once(to), cc: once(cc) } }
}

/** If we only get a copy, we do not answer. If several of our mailboxes are addressed, the first in To answers. */
function isAddressed(mail: InboundMail): boolean {
  const { account, aliases, own, taken } = mail
  const { envelope, thread, standing } = taken
  const first = envelope.to.find(({ address }) => isOwnAddress(address, own))
  const isToken = ({ address }: NamedAddress) => plusTag(address, account) === thread.token
  return (
    (first !== undefined && isOwnAddress(first.address, [account, ...aliases])) ||
    [...envelope.to, ...envelope.cc].some(isToken) ||
    // A blind copy, "undisclosed-recipients", or an unknown address of ours.
    (standing === 'ours' && !namesUs(mail))
  )
}

function namesUs({ own, taken: { envelope } }: InboundMail): boolean {
  return [...envelope.to, ...envelope.cc].some(({ address }) => isOwnAddress(address, own))
}

/**
 * A proven mail that names others but not us may not have been meant for us: any recipient can resend it to us
 * unchanged, with its valid signature. So we tell its sender and do nothing else.
 */
function refusalOf(mail: InboundMail): Pick<InboundMessage, 'refusal'> {
  const { read, account, taken } = mail
  const { to, cc } = taken.envelope
  if (read.refusal !== undefined) return { refusal: read.refusal }
  const [named] = [...to, ...cc]
  if (taken.standing !== 'ours' || named === undefined || namesUs(mail)) return {}
  return { refusal: emailMessages.notAddressed(account, named.address, to.length + cc.length > 1) }
}

/** The person's text, below the subject in a new thread, with notes about what was left out. */
function textFor(mail: InboundMail): string {
  const { read, taken } = mail
  const { subject } = isOthersSubject(mail) ? { subject: '' } : taken.envelope
  const text = read.text.trim()
  // People add greetings and signatures, so a command is only its own line.
  const command = /^[!/]\w[^\n]*/.exec(text === '' && !read.forwarded ? subject : text)?.[0]
  if (command !== undefined) return command
  const isTitled = taken.thread.isNew && subject !== '' && text !== subject && !read.forwarded
  return [
    isTitled && text !== ''
      ? `Subject: ${subject}\n\n${text}`
      : text || (read.forwarded ? '' : subjectAsText(mail, subject)),
    ...(read.hidden ? ['[text that no reader would see was left out]'] : []),
    ...read.notes,
  ].join('\n')
}

/** Uses the subject instead; as a note if it only repeats the thread's subject. */
function subjectAsText({ taken: { thread } }: InboundMail, subject: string): string {
  return thread.isNew || subjectKind(subject) === undefined
    ? subject
    : `[no text; the subject is: ${inOneLine(subject)}]`
}

export function isLongQuote(quoted: string): boolean {
  return quoted.length > MAX_QUOTED_CHARS || quoted.split('\n').length > MAX_QUOTED_LINES
}

/** In a reply to or forward of something we never saw, the subject was written by somebody else. */
function isOthersSubject({ taken: { envelope, thread } }: InboundMail): boolean {
  return thread.isNew && subjectKind(envelope.subject) !== undefined
}

/** Quoted text that was not said in this thread. Its author did not send it to us, so nobody vouches for it. */
function quoteIn(mail: InboundMail): Pick<InboundMessage, 'quote'> {
  const { read, files, taken } = mail
  // A forwarded text already includes its subject.
  const subject = isOthersSubject(mail) && !read.forwarded ? `Subject: ${taken.envelope.subject}` : ''
  if (read.quoted === '' && subject === '') return {}
  const quote =
    read.quoted === '' ? { name: 'others (the subject of this mail)', text: '' } : quoteOf(read.quoted, files)
  const text = [subject, quote.text].filter(Boolean).join('\n\n')
  return { quote: { ...quote, text, isSelected: false, isForeign: true } }
}

function quoteOf(quoted: string, files: NamedFile[]): Pick<Quote, 'name' | 'text'> {
  const lines = quoted.split('\n')
  const isLong = isLongQuote(quoted)
  const quotedText = truncate(lines.slice(0, isLong ? MAX_QUOTED_LINES : undefined).join('\n'), MAX_QUOTED_CHARS)
  const fileNote = files.some(({ name }) => name === QUOTE_FILE) ? `; the file ${QUOTE_FILE} has all of it` : ''
  const count = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`
  const rest = isLong ? `, the first ${quotedText.split('\n').length} are here${fileNote}` : ''
  return { name: `others (quoted in this mail: ${count}${rest})`, text: quotedText }
}

/** The subject belongs to the forwarded mail, not to the person who forwards it. */
function forwardOf({ from, text }: NonNullable<ReadMail['forwarded']>, subject: string) {
  return { from: tidyName(from) || 'somebody', text: subject === '' ? text : `Subject: ${subject}\n\n${text}` }
}

/** The answer goes only to the sender, whatever Reply-To says. */
function factsOf({ account, strangers, head, taken, read }: InboundMail, subject: string) {
  const { envelope, messageId, sender, standing, thread } = taken
  const ids = [...envelope.references, ...(envelope.references.length > 0 ? [] : envelope.inReplyTo), messageId]
  const name = tidyName(sender.name)
  return writeFacts({
    account,
    to: sender.address,
    ...(name === '' ? {} : { toName: name }),
    subject,
    token: thread.token,
    inReplyTo: messageId,
    references: limitReferences(ids),
    ...(read.text.trim() !== ''
      ? {
          quoted: truncate(read.text.trim(), MAX_CHARS_QUOTED_BY_US),
          quotedAt: head.date,
          quotedZone: readTimeZone(taken),
        }
      : {}),
    ...(standing !== 'ours' && strangers === 'draft' ? { draft: true as const } : {}),
  })
}

const MAX_ZONE_MINUTES = 14 * 60

/** Minutes ahead of UTC, from the Date header of the sender's mail program. */
function readTimeZone({ envelope }: AcceptedMail): number | undefined {
  const date = envelope.headers.find(({ name }) => name === 'date')?.value.slice(0, 100) ?? ''
  const [, sign, hours, minutes] = /\d\s([+-])(\d\d)(\d\d)(?!\d)/.exec(date) ?? []
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return Math.abs(ahead) <= MAX_ZONE_MINUTES ? ahead : undefined
}
