import { oneLine, truncate } from '../../../lib/text/text.ts'
import type { LocalizedText } from '../../../messages/localized.ts'
import { emailMessages } from '../email-messages.ts'
import type { MailFile } from './attachment.ts'
import { mailLimits } from './limits.ts'
import { type MailContent, readContent, TOO_LONG } from './mail-content.ts'
import { joinLines } from './mail-lines.ts'
import { divideMailText } from './mail-text.ts'
import { decodeHeader } from './part-decoder.ts'
import type { PartHeaders } from './part-headers.ts'
import { isArmoured } from './pgp.ts'
import { createKnownWords } from './reply/known-words.ts'
import type { ReplyContext } from './reply/line-owners.ts'
import { subjectKind } from './reply/subject-kind.ts'
import { visibleLines } from './visible-lines.ts'
import { removeInvisible } from './visible-text.ts'

export interface ReadMail {
  subject: string
  /** The person's own text, which the model gets. */
  text: string
  /**
   * Quoted text that the thread does not contain, without quote marks, and the text of invitations. Nobody vouches for
   * its author.
   */
  quoted: string
  signature: string
  /** Invisible text was left out. */
  hidden: boolean
  attachments: MailFile[]
  /** One line in brackets each: what could not be shown, and why. */
  notes: string[]
  /** Forwarded text, including attached mails. It counts as third-party text, whoever forwards it. */
  forwarded?: { from: string; text: string }
  /** Why there is nothing to answer, as text for the sender. */
  refusal?: LocalizedText
}

/** The conversation a mail belongs to. */
export interface KnownThread {
  /** Earlier messages, ours and theirs, which are left out when quoted again. */
  earlier: string[]
}

/** Turns the bytes of a mail into what the person said. Fetches nothing and never rejects, whatever the bytes. */
export async function readMail(source: Buffer, { earlier }: KnownThread = { earlier: [] }): Promise<ReadMail> {
  try {
    return await read(withLineFeeds(withoutMark(source)), earlier)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ...emptyMail, notes: [`[The mail could not be read: ${oneLine(reason, 200)}]`] }
  }
}

const emptyMail: ReadMail = {
  subject: '',
  text: '',
  quoted: '',
  signature: '',
  hidden: false,
  attachments: [],
  notes: [],
}

async function read(source: Buffer, earlier: string[]): Promise<ReadMail> {
  const content = await readContent(source)
  const subject = await shortHeader(content.head, 'subject')
  const divided = await divideMailText(content.pieces, await replyContext(content, subject, earlier))
  const nested = await inTurn(content.nested, readNested)
  const refusal = content.refusal ?? (isArmoured(divided.text) ? emailMessages.encryptedWithPgp : undefined)
  const text = truncate(divided.text, mailLimits.text)
  const isCut = divided.isCut || text !== divided.text
  return {
    subject,
    text: refusal === undefined ? text : '',
    quoted: truncate([divided.quoted, ...limitNotes(content.invitations)].filter(Boolean).join('\n'), mailLimits.text),
    signature: truncate(divided.signature, mailLimits.text),
    hidden: divided.hidden || nested.some(({ hidden }) => hidden),
    attachments: content.files,
    notes: limitNotes(isCut ? [...content.notes, TOO_LONG] : content.notes),
    ...joinForwarded([...divided.forwarded, ...nested]),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

/** Removes the byte order mark that an editor may have added. */
function withoutMark(source: Buffer): Buffer {
  return source.subarray(0, 3).toString('latin1') === '\u00ef\u00bb\u00bf' ? source.subarray(3) : source
}

/** Old Macs ended lines with a carriage return only. */
function withLineFeeds(source: Buffer): Buffer {
  if (source.includes(10) || source.length > mailLimits.htmlBytes) return source
  return Buffer.from(source.toString('latin1').replaceAll('\r', '\n'), 'latin1')
}

async function replyContext({ head }: MailContent, subject: string, earlier: string[]): Promise<ReplyContext> {
  const kind = subjectKind(subject)
  const isAnswer = head.has('in-reply-to') || head.has('references')
  return {
    isForward: kind === 'forward',
    isReply: kind === 'reply' || (kind === undefined && isAnswer),
    writer: await shortHeader(head, 'from'),
    known: createKnownWords(earlier),
  }
}

/** An attached mail as a whole: author, date, subject and all its text. */
async function readNested(mail: MailContent): Promise<{ from: string; text: string; hidden: boolean }> {
  const [from = '', date = '', subject = ''] = await Promise.all(
    ['from', 'date', 'subject'].map((name) => shortHeader(mail.head, name)),
  )
  const pieces = await inTurn(mail.pieces, visibleLines)
  const inner = await inTurn(mail.nested, readNested)
  const heads = [from && `From: ${from}`, date && `Date: ${date}`, subject && `Subject: ${subject}`]
  const head = heads.filter(Boolean).join('\n')
  const texts = [head, ...pieces.map(({ lines }) => joinLines(lines)), ...inner.map(({ text }) => text)]
  const hidden = [...pieces, ...inner].some((piece) => piece.hidden)
  return { from, text: texts.filter(Boolean).join('\n\n'), hidden }
}

/** One after the other, because in parallel all of them would run in the same turn of the event loop. */
async function inTurn<T, R>(all: T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of all) results.push(await read(item))
  return results
}

async function shortHeader(head: PartHeaders, name: string): Promise<string> {
  return oneLine(removeInvisible(await decodeHeader(head, name)).text, mailLimits.subject)
}

function joinForwarded(all: { from: string; text: string }[]): Pick<ReadMail, 'forwarded'> {
  const [first] = all
  if (!first) return {}
  const text = all.map((part) => part.text).join('\n\n---\n\n')
  return {
    forwarded: {
      from: oneLine(removeInvisible(first.from).text, 200),
      text: truncate(text, mailLimits.text),
    },
  }
}

/** Each note once. */
function limitNotes(notes: string[]): string[] {
  const all = [...new Set(notes)]
  const omitted = all.length - mailLimits.notes
  if (omitted <= 0) return all
  return [...all.slice(0, mailLimits.notes), `[${omitted} more ${omitted === 1 ? 'note' : 'notes'} left out]`]
}
