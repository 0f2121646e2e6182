import { createHash } from 'node:crypto'
import type { NamedFile } from '../../domain/file.ts'
import { makeChatId } from '../../domain/ids.ts'
import type { InboundMessage, Quote } from '../../domain/message.ts'
import { truncate } from '../../lib/text/text.ts'
import { tidyName } from '../shared/display-name.ts'
import type { NamedAddress } from './authority/addresses.ts'
import { isOwnAddress } from './authority/automatic.ts'
import { readFields } from './authority/headers.ts'
import { writeFacts } from './facts.ts'
import type { ReadMail } from './read/read-mail.ts'
import { kindOf } from './read/reply/subject.ts'
import type { Strangers, Taken } from './receive/deciding.ts'
import type { MailHead } from './receive/folder.ts'
import { bareSubject, inOneLine } from './send/header-words.ts'
import { plusTag } from './threads/own-id.ts'

/** One mail as it goes to intake. */
export interface InboundMail {
  account: string
  /** Further addresses that reach this mailbox. */
  aliases: string[]
  /** Every address of ours. */
  own: string[]
  strangers: Strangers
  head: MailHead
  taken: Taken
  read: ReadMail
  files: NamedFile[]
  /** The id of ours, or of somebody in the thread, that it answers. */
  replyTo: string | undefined
}

const LONGEST_RAW = 1024 * 1024
/** Whatever comes later is told apart from it by its length. */
const COMPARED_BYTES = 64 * 1024
const LONGEST_QUOTE = 8000
/** Of what is quoted beside the words of a mail. */
const MOST_QUOTED_LINES = 40
const MOST_QUOTED_CHARACTERS = 4000
/** Holds what is quoted where it is longer. */
export const QUOTE_FILE = 'quoted-text.txt'
const LAST_REFERENCES = 20

/** Pure: everything in it was decided from what the mail and its server say. */
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
    ...(title === '' ? {} : { chatTitle: title, titleOnce: true }),
    remoteId: messageId,
    sender: { channel: 'email', id: sender.address },
    ...(standing === 'participant' || !isProven ? { unproven: true } : {}),
    ...(standing === 'ours' ? {} : { ifUnknown: mail.strangers }),
    senderName: tidyName(sender.name) || sender.address,
    at: head.date,
    text: wordsOf(mail),
    ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
    addressed: isAddressed(mail),
    ...(read.forwarded ? { forwards: [forwardOf(read.forwarded, envelope.subject)] } : {}),
    ...quoteIn(mail),
    ...(files.length > 0 ? { files } : {}),
    ...refusalOf(mail),
    facts: factsOf(mail, title),
    raw: taken.source.subarray(0, LONGEST_RAW).toString('latin1'),
  }
}

/**
 * The same mail that comes twice is one; another under the same id is another. What nobody vouches for never stands in the
 * way of what it was copied from.
 */
function contentKey({ account, head, taken }: InboundMail): string {
  const { messageId, sender, isProven, source, envelope } = taken
  const { bodyAt } = readFields(source)
  const body = source.subarray(bodyAt, bodyAt + COMPARED_BYTES / 2)
  const date = envelope.headers.find(({ name }) => name === 'date')?.value ?? ''
  const content = createHash('sha256').update(body)
  const size = Math.max(0, head.size - bodyAt)
  const hash = createHash('sha256').update([messageId, sender.address, date, size, content.digest('hex')].join('\n'))
  return `email:${account}:${hash.digest('hex')}${isProven ? '' : ':unproven'}`
}

/** Nobody reads along but the one who wrote it. */
function isPrivate({ own, taken: { envelope, sender } }: InboundMail): boolean {
  const { from, to, cc } = envelope
  return [...from, ...to, ...cc].every(({ address }) => address === sender.address || isOwnAddress(address, own))
}

/** Who only gets a copy listens. Of several mailboxes of ours the first that it is written to answers. */
function isAddressed(mail: InboundMail): boolean {
  const { account, aliases, own, taken } = mail
  const { envelope, thread, standing } = taken
  const first = envelope.to.find(({ address }) => isOwnAddress(address, own))
  const isToken = ({ address }: NamedAddress) => plusTag(address, account) === thread.token
  return (
    (first !== undefined && isOwnAddress(first.address, [account, ...aliases])) ||
    [...envelope.to, ...envelope.cc].some(isToken) ||
    // A blind copy, "undisclosed-recipients", or an address of ours that we do not know.
    (standing === 'ours' && !namesUs(mail))
  )
}

function namesUs({ own, taken: { envelope } }: InboundMail): boolean {
  return [...envelope.to, ...envelope.cc].some(({ address }) => isOwnAddress(address, own))
}

/**
 * A proven mail that names others and not us was not necessarily meant for us: whoever received it can send it on to us
 * unchanged, signature and all. So its sender is told, and nothing in it is acted on.
 */
function refusalOf(mail: InboundMail): Pick<InboundMessage, 'refusal'> {
  const { read, account, taken } = mail
  const { to, cc } = taken.envelope
  if (read.refusal !== undefined) return { refusal: read.refusal }
  const [named] = [...to, ...cc]
  if (taken.standing !== 'ours' || named === undefined || namesUs(mail)) return {}
  const says = `I received this mail, but it names only ${named.address}${to.length + cc.length > 1 ? ' and others' : ''} and not ${account}. I kept it and did nothing.`
  return {
    refusal: `${says} To have me answer, write to ${account}. If ${named.address} is an address of mine, add it to email.aliases and restart Skein.`,
  }
}

/** What a person said, below the subject of a new thread; and what we could not show of it. */
function wordsOf(mail: InboundMail): string {
  const { read, taken } = mail
  const { subject } = isOthersSubject(mail) ? { subject: '' } : taken.envelope
  const said = read.text.trim()
  // A person greets and signs; a command is its one line.
  const command = /^[!/]\w[^\n]*/.exec(said === '' && !read.forwarded ? subject : said)?.[0]
  if (command !== undefined) return command
  const isTitled = taken.thread.isNew && subject !== '' && said !== subject && !read.forwarded
  return [
    isTitled && said !== ''
      ? `Subject: ${subject}\n\n${said}`
      : said || (read.forwarded ? '' : withoutText(mail, subject)),
    ...(read.hidden ? ['[text that no reader would see was left out]'] : []),
    ...read.notes,
  ].join('\n')
}

/** In its place stands the subject; as a note where an answer only repeats it. */
function withoutText({ taken: { thread } }: InboundMail, subject: string): string {
  return thread.isNew || kindOf(subject) === undefined ? subject : `[no text; the subject is: ${inOneLine(subject)}]`
}

export function isLongQuote(quoted: string): boolean {
  return quoted.length > MOST_QUOTED_CHARACTERS || quoted.split('\n').length > MOST_QUOTED_LINES
}

/** Of a mail that answers or passes on what we never saw, somebody else wrote the subject. */
function isOthersSubject({ taken: { envelope, thread } }: InboundMail): boolean {
  return thread.isNew && kindOf(envelope.subject) !== undefined
}

/** What stands in a mail and was not said in its thread. Whoever wrote it did not send it to us: nobody vouches for it. */
function quoteIn(mail: InboundMail): Pick<InboundMessage, 'quote'> {
  const { read, files, taken } = mail
  // What is passed on has its subject with it.
  const subject = isOthersSubject(mail) && !read.forwarded ? `Subject: ${taken.envelope.subject}` : ''
  if (read.quoted === '' && subject === '') return {}
  const quote =
    read.quoted === '' ? { name: 'others (the subject of this mail)', text: '' } : quoteOf(read.quoted, files)
  const text = [subject, quote.text].filter(Boolean).join('\n\n')
  return { quote: { ...quote, text, isMarked: false, isForeign: true } }
}

function quoteOf(quoted: string, files: NamedFile[]): Pick<Quote, 'name' | 'text'> {
  const lines = quoted.split('\n')
  const isLong = isLongQuote(quoted)
  const shown = truncate(lines.slice(0, isLong ? MOST_QUOTED_LINES : undefined).join('\n'), MOST_QUOTED_CHARACTERS)
  const whole = files.some(({ name }) => name === QUOTE_FILE) ? `; the file ${QUOTE_FILE} has all of it` : ''
  const count = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`
  const rest = isLong ? `, the first ${shown.split('\n').length} are here${whole}` : ''
  return { name: `others (quoted in this mail: ${count}${rest})`, text: shown }
}

/** Its subject is that of what is passed on, and not of whoever does so. */
function forwardOf({ from, text }: NonNullable<ReadMail['forwarded']>, subject: string) {
  return { from: tidyName(from) || 'somebody', text: subject === '' ? text : `Subject: ${subject}\n\n${text}` }
}

/** The answer goes to whoever wrote it and to nobody else, whatever address it asks for. */
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
    references: ids.length > LAST_REFERENCES + 1 ? [...ids.slice(0, 1), ...ids.slice(-LAST_REFERENCES)] : ids,
    ...(read.text.trim() !== ''
      ? { quoted: truncate(read.text.trim(), LONGEST_QUOTE), quotedAt: head.date, quotedZone: zoneIn(taken) }
      : {}),
    ...(standing !== 'ours' && strangers === 'draft' ? { draft: true as const } : {}),
  })
}

const MOST_ZONE_MINUTES = 14 * 60

/** By the date that their own program wrote. */
function zoneIn({ envelope }: Taken): number | undefined {
  const date = envelope.headers.find(({ name }) => name === 'date')?.value.slice(0, 100) ?? ''
  const [, sign, hours, minutes] = /\d\s([+-])(\d\d)(\d\d)(?!\d)/.exec(date) ?? []
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return Math.abs(ahead) <= MOST_ZONE_MINUTES ? ahead : undefined
}
