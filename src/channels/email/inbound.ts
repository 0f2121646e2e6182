import { createHash } from 'node:crypto'
import type { NamedFile } from '../../domain/file.ts'
import { makeChatId } from '../../domain/ids.ts'
import type { InboundMessage } from '../../domain/message.ts'
import { truncate } from '../../lib/text/text.ts'
import { tidy } from '../shared/naming.ts'
import type { NamedAddress } from './authority/addresses.ts'
import { isOwnAddress } from './authority/automatic.ts'
import { readFields } from './authority/headers.ts'
import { writeFacts } from './facts.ts'
import type { ReadMail } from './read/read-mail.ts'
import type { Strangers, Taken } from './receive/deciding.ts'
import type { MailHead } from './receive/folder.ts'
import { bareSubject } from './send/header-words.ts'
import { plusTag } from './threads/own-id.ts'

/** One mail as it goes to intake. */
export interface InboundMail {
  account: string
  /** Every address of ours. */
  own: string[]
  strangers: Strangers
  head: MailHead
  taken: Taken
  /** Undefined where it is too large to be read. */
  read: ReadMail | undefined
  files: NamedFile[]
  /** The id of ours, or of somebody in the thread, that it answers. */
  replyTo: string | undefined
}

const LONGEST_RAW = 1024 * 1024
/** Whatever comes later is told apart from it by its length. */
const COMPARED_BYTES = 64 * 1024
const LONGEST_QUOTE = 8000
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
    senderName: tidy(sender.name) || sender.address,
    at: head.date,
    text: wordsOf(mail),
    ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
    addressed: isAddressed(mail),
    ...(read?.forwarded ? { forwards: [forwardOf(read.forwarded, envelope.subject)] } : {}),
    ...(thread.isNew && read?.quoted ? { quote: earlier(read.quoted) } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(read?.refusal === undefined ? {} : { refusal: read.refusal }),
    facts: factsOf(mail, title),
    raw: taken.source?.subarray(0, LONGEST_RAW).toString('latin1') ?? head.header.toString('latin1'),
  }
}

/**
 * The same mail that comes twice is one; another under the same id is another. What nobody vouches for never stands in the
 * way of what it was copied from.
 */
function contentKey({ account, head, taken }: InboundMail): string {
  const { messageId, sender, isProven, source, envelope } = taken
  const bodyAt = source ? readFields(source).bodyAt : 0
  const body = source?.subarray(bodyAt, bodyAt + COMPARED_BYTES / 2) ?? Buffer.alloc(0)
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
function isAddressed({ account, own, taken: { envelope, thread } }: InboundMail): boolean {
  const first = envelope.to.find(({ address }) => isOwnAddress(address, own))
  const isToken = ({ address }: NamedAddress) => plusTag(address, account) === thread.token
  return (
    (first !== undefined && isOwnAddress(first.address, [account])) || [...envelope.to, ...envelope.cc].some(isToken)
  )
}

/** What a person said, below the subject of a new thread; and what we could not show of it. */
function wordsOf({ read, head, taken }: InboundMail): string {
  const { subject } = taken.envelope
  if (!read) return [subject, `[a mail of ${Math.round(head.size / 1e6)} MB, too large to be read]`].join('\n')
  const said = read.text.trim()
  // A person greets and signs; a command is its one line.
  const command = /^[!/]\w[^\n]*/.exec(said === '' && !read.forwarded ? subject : said)?.[0]
  if (command !== undefined) return command
  const isTitled = taken.thread.isNew && subject !== '' && said !== subject && !read.forwarded
  return [
    isTitled && said !== '' ? `Subject: ${subject}\n\n${said}` : said || (read.forwarded ? '' : subject),
    ...(read.hidden ? ['[text that no reader would see was left out]'] : []),
    ...read.notes,
  ].join('\n')
}

/** Its subject is that of what is passed on, and not of whoever does so. */
function forwardOf({ from, text }: NonNullable<ReadMail['forwarded']>, subject: string) {
  return { from: tidy(from) || 'somebody', text: subject === '' ? text : `Subject: ${subject}\n\n${text}` }
}

/** Others may have talked for a while before somebody wrote to us. */
function earlier(quoted: string) {
  return { name: 'others in this mail', text: truncate(quoted, LONGEST_QUOTE), isMarked: false }
}

/** The answer goes to whoever wrote it and to nobody else, whatever address it asks for. */
function factsOf({ account, strangers, head, taken, read }: InboundMail, subject: string) {
  const { envelope, messageId, sender, standing, thread } = taken
  const ids = [...envelope.references, ...(envelope.references.length > 0 ? [] : envelope.inReplyTo), messageId]
  const name = tidy(sender.name)
  return writeFacts({
    account,
    to: sender.address,
    ...(name === '' ? {} : { toName: name }),
    subject,
    token: thread.token,
    inReplyTo: messageId,
    references: ids.length > LAST_REFERENCES + 1 ? [...ids.slice(0, 1), ...ids.slice(-LAST_REFERENCES)] : ids,
    ...(read && read.text.trim() !== ''
      ? { quoted: truncate(read.text.trim(), LONGEST_QUOTE), quotedAt: head.date }
      : {}),
    ...(standing !== 'ours' && strangers === 'draft' ? { draft: true as const } : {}),
  })
}
