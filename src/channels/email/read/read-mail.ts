import { truncate } from '../../../lib/text/text.ts'
import type { MailFile } from './attachment.ts'
import { clean } from './clean.ts'
import { type Content, readContent, TOO_LONG } from './content.ts'
import { decodeHeader } from './decoding.ts'
import type { Head } from './head.ts'
import { limits } from './limits.ts'
import { textOf } from './lines.ts'
import { ownWords } from './own-words.ts'
import { isArmoured } from './pgp.ts'
import { createKnownWords } from './reply/known-words.ts'
import type { Context } from './reply/owners.ts'
import { kindOf } from './reply/subject.ts'
import { linesOf } from './words.ts'

/** What a mail says. */
export interface ReadMail {
  subject: string
  /** The person's own words: what a model gets. */
  text: string
  /** What they quote and the thread does not have, without marks, and what invitations say: nobody vouches for who wrote it. */
  quoted: string
  signature: string
  /** Text that no reader would see was left out. */
  hidden: boolean
  attachments: MailFile[]
  /** One bracketed line each: what could not be shown and why. */
  notes: string[]
  /** Somebody else's words, passed on, mails that hang on it included: third-party text, whoever carried it. */
  forwarded?: { from: string; text: string }
  /** Why there is nothing to answer, in words for its sender. */
  refusal?: string
}

/** What is known of the conversation that a mail belongs to. */
export interface Thread {
  /** What we sent and stored in it: quoted again, it is left out. */
  said: string[]
}

/** From the bytes of a mail to what a person said with it. Nothing is fetched. Whatever bytes come, it never rejects. */
export async function readMail(source: Buffer, { said }: Thread = { said: [] }): Promise<ReadMail> {
  try {
    return await read(withLineFeeds(withoutMark(source)), said)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ...nothing, notes: [`[The mail could not be read: ${truncate(oneLine(reason), 200)}]`] }
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
  const told = await ownWords(content.pieces, await contextOf(content, subject, said))
  if (told.isCut) notes.push(TOO_LONG)
  const nested = await inTurn(content.nested, nestedWords)
  const refusal = content.refusal ?? (isArmoured(told.text) ? ARMOURED : undefined)
  const text = truncate(told.text, limits.text)
  if (text !== told.text) notes.push(TOO_LONG)
  return {
    subject,
    text: refusal === undefined ? text : '',
    quoted: truncate([told.quoted, ...fewNotes(content.invitations)].filter(Boolean).join('\n'), limits.text),
    signature: truncate(told.signature, limits.text),
    hidden: told.hidden || nested.some(({ hidden }) => hidden),
    attachments: content.files,
    notes: fewNotes(notes),
    ...forwardedOf([...told.forwarded, ...nested]),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

const ARMOURED =
  'This mail is encrypted with PGP, and I have no key to read it. Please send it to me again without encryption.'

/** What an editor put in front of a mail that went through a file. */
function withoutMark(source: Buffer): Buffer {
  return source.subarray(0, 3).toString('latin1') === '\u00ef\u00bb\u00bf' ? source.subarray(3) : source
}

/** An old Mac ends its lines with a return alone. */
function withLineFeeds(source: Buffer): Buffer {
  if (source.includes(10) || source.length > limits.htmlBytes) return source
  return Buffer.from(source.toString('latin1').replaceAll('\r', '\n'), 'latin1')
}

async function contextOf({ head }: Content, subject: string, said: string[]): Promise<Context> {
  const kind = kindOf(subject)
  const isAnswer = head.has('in-reply-to') || head.has('references')
  return {
    isForward: kind === 'forward',
    isReply: kind === 'reply' || (kind === undefined && isAnswer),
    writer: await shortHeader(head, 'from'),
    known: createKnownWords(said),
  }
}

/** A mail that hangs on another, as a whole: who wrote it, when, about what, and all of its words. */
async function nestedWords(mail: Content): Promise<{ from: string; text: string; hidden: boolean }> {
  const [from = '', date = '', subject = ''] = await Promise.all(
    ['from', 'date', 'subject'].map((name) => shortHeader(mail.head, name)),
  )
  const shown = await inTurn(mail.pieces, linesOf)
  const inner = await inTurn(mail.nested, nestedWords)
  const heads = [from && `From: ${from}`, date && `Date: ${date}`, subject && `Subject: ${subject}`]
  const head = heads.filter(Boolean).join('\n')
  const texts = [head, ...shown.map(({ lines }) => textOf(lines)), ...inner.map(({ text }) => text)]
  const hidden = [...shown, ...inner].some((one) => one.hidden)
  return { from, text: texts.filter(Boolean).join('\n\n'), hidden }
}

/** One after the other. Beside each other, all of them would go on in the same turn of the event loop. */
async function inTurn<T, R>(all: T[], read: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of all) done.push(await read(one))
  return done
}

async function shortHeader(head: Head, name: string): Promise<string> {
  return truncate(oneLine(clean(await decodeHeader(head, name)).text), limits.subject)
}

function forwardedOf(all: { from: string; text: string }[]): Pick<ReadMail, 'forwarded'> {
  const [first] = all
  if (!first) return {}
  const text = all.map((one) => one.text).join('\n\n---\n\n')
  return { forwarded: { from: truncate(oneLine(clean(first.from).text), 200), text: truncate(text, limits.text) } }
}

function fewNotes(notes: string[]): string[] {
  const all = [...new Set(notes)]
  const more = all.length - limits.notes
  return more <= 0 ? all : [...all.slice(0, limits.notes), `[${more} more things could not be shown]`]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
