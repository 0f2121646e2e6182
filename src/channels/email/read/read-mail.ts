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
  said: string[]
}

/** Turns the bytes of a mail into what the person said. Fetches nothing and never rejects, whatever the bytes. */
export async function readMail(source: Buffer, { said }: KnownThread = { said: [] }): Promise<ReadMail> {
  try {
    return await read(withLineFeeds(withoutMark(source)), said)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ...nothing, notes: [`[The mail could not be read: ${oneLine(reason, 200)}]`] }
  }
}

const nothing: ReadMail = {
  subject: '',
  text: '',
  quoted: '',
  signature: '',
  hidden: false,
  attachments: [],
  notes: [],
}

async function read(source: Buffer, said: string[]): Promise<ReadMail> {
  const content = await readContent(source)
  const subject = await shortHeader(content.head, 'subject')
  const notes = [...content.notes]
  const told = await divideMailText(content.pieces, await contextOf(content, subject, said))
  if (told.isCut) notes.push(TOO_LONG)
  const nested = await inTurn(content.nested, nestedWords)
  const refusal = content.refusal ?? (isArmoured(told.text) ? emailMessages.encryptedWithPgp : undefined)
  const text = truncate(told.text, mailLimits.text)
  if (text !== told.text) notes.push(TOO_LONG)
  return {
    subject,
    text: refusal === undefined ? text : '',
    quoted: truncate([told.quoted, ...fewNotes(content.invitations)].filter(Boolean).join('\n'), mailLimits.text),
    signature: truncate(told.signature, mailLimits.text),
    hidden: told.hidden || nested.some(({ hidden }) => hidden),
    attachments: content.files,
    notes: fewNotes(notes),
    ...forwardedOf([...told.forwarded, ...nested]),
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

async function contextOf({ head }: MailContent, subject: string, said: string[]): Promise<ReplyContext> {
  const kind = subjectKind(subject)
  const isAnswer = head.has('in-reply-to') || head.has('references')
  return {
    isForward: kind === 'forward',
    isReply: kind === 'reply' || (kind === undefined && isAnswer),
    writer: await shortHeader(head, 'from'),
    known: createKnownWords(said),
  }
}

/** An attached mail as a whole: author, date, subject and all its text. */
async function nestedWords(mail: MailContent): Promise<{ from: string; text: string; hidden: boolean }> {
  const [from = '', date = '', subject = ''] = await Promise.all(
    ['from', 'date', 'subject'].map((name) => shortHeader(mail.head, name)),
  )
  const shown = await inTurn(mail.pieces, visibleLines)
  const inner = await inTurn(mail.nested, nestedWords)
  const heads = [from && `From: ${from}`, date && `Date: ${date}`, subject && `Subject: ${subject}`]
  const head = heads.filter(Boolean).join('\n')
  const texts = [head, ...shown.map(({ lines }) => joinLines(lines)), ...inner.map(({ text }) => text)]
  const hidden = [...shown, ...inner].some((one) => one.hidden)
  return { from, text: texts.filter(Boolean).join('\n\n'), hidden }
}

/** One after the other, because in parallel all of them would run in the same turn of the event loop. */
async function inTurn<T, R>(all: T[], read: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of all) done.push(await read(one))
  return done
}

async function shortHeader(head: PartHeaders, name: string): Promise<string> {
  return oneLine(removeInvisible(await decodeHeader(head, name)).text, mailLimits.subject)
}

function forwardedOf(all: { from: string; text: string }[]): Pick<ReadMail, 'forwarded'> {
  const [first] = all
  if (!first) return {}
  const text = all.map((one) => one.text).join('\n\n---\n\n')
  return {
    forwarded: {
      from: oneLine(removeInvisible(first.from).text, 200),
      text: truncate(text, mailLimits.text),
    },
  }
}

function fewNotes(notes: string[]): string[] {
  const all = [...new Set(notes)]
  const more = all.length - mailLimits.notes
  return more <= 0 ? all : [...all.slice(0, mailLimits.notes), `[${more} more things could not be shown]`]
}
