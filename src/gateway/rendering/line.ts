import type { UnfinishedReason } from '../../domain/message.ts'
import { passedOn } from '../../domain/message-parts.ts'
import type { Trust } from '../../domain/person.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Labels } from '../choosing/labels.ts'
import type { PastMessage } from '../past.ts'
import { cutParts, headOf, type LineCut } from './line-cuts.ts'
import { verbatim, verbatimLines } from './verbatim.ts'

/** How lines are rendered. */
export interface LineStyle {
  fence: string
  labels: Labels
  /** How many characters of one of our own lines are kept; 0 = all. */
  botChars: number
  /** Whether the model can look up what is left out. */
  tools: boolean
  /** The trust that is not written behind names, because the block states it once; the owner's by default. */
  usualTrust?: Trust
  /** The message that a line replies to, when that is worth showing. */
  repliedTo?: (message: PastMessage) => Speech | undefined
}

/** Who said something, and when. The text says whether they passed it on. */
export type Speech = Pick<PastMessage, 'author' | 'name' | 'trust' | 'at' | 'text'>

export interface LineShape extends LineCut {
  /** Somebody asked us for this long ago, so the line says when. */
  isPastRequest?: boolean
}

/** `[Ana 14:02] text`, followed by attachments, reactions and our tool calls. */
export function renderLine(message: PastMessage, style: LineStyle, cut: LineShape = {}): string {
  const isOwn = message.author === 'bot'
  const { text: spoken } = passedOn(message) ?? message
  const fullText = withoutFileLabels({ text: spoken, files: message.files })
  const text = isOwn && style.botChars > 0 ? truncate(fullText, style.botChars) : fullText
  const lines = [`[${renderHead(message, style, cut.isPastRequest)}]${renderCutText(text, cut, style, message.id)}`]
  if (message.files.length > 0) lines.push(`[file] ${message.files.map(plainName).join(', ')}`)
  if (message.reactions)
    lines.push(`[reactions] ${message.reactions.map(({ emoji, name }) => `${plainName(name)} ${emoji}`).join(', ')}`)
  if (message.actions.length > 0)
    lines.push(`[you did] ${message.actions.map((action) => renderAction(action, style)).join('; ')}`)
  return lines.join('\n')
}

/** A channel writes `[file, plan.pdf]` into the text. A line below names the file as well, so the label is removed. */
export function withoutFileLabels({ text, files }: Pick<PastMessage, 'text' | 'files'>): string {
  if (files.length === 0) return text
  const lines = text.split('\n')
  const isLabel = (line: string) => line.length <= MAX_LABEL_CHARS && line.startsWith('[') && line.endsWith(']')
  const namesFile = (line: string) => files.some((name) => line.includes(`, ${name}`))
  return lines.filter((line) => !isLabel(line) || (lines.length > 1 && !namesFile(line))).join('\n')
}

const MAX_LABEL_CHARS = 500

function renderHead(message: PastMessage, style: LineStyle, isPastRequest = false): string {
  const { labels, repliedTo, usualTrust } = style
  const asked = isPastRequest ? `, asked on ${dayAndMonth(labels.date(message.at))}` : ''
  const kind = message.origin === 'chat' ? '' : `, ${message.origin}`
  const end = message.unfinished ? `, ${unfinishedLabels[message.unfinished]}` : ''
  const target = message.replyTo === undefined ? undefined : repliedTo?.(message)
  const sameDay = target && labels.date(target.at) === labels.date(message.at)
  const link = target
    ? ` → ${renderSpeaker(target, usualTrust)} ${sameDay ? labels.time(target.at) : labels.moment(target.at)}`
    : ''
  return `${renderSpeaker(message, usualTrust)} ${labels.time(message.at)}${asked}${kind}${end}${link}`
}

/** "2026-05-03" as "3 May". The heading of the day has the year. */
function dayAndMonth(date: string): string {
  const [, month, day] = date.split('-').map(Number)
  return `${day} ${monthNames[(month ?? 1) - 1]}`
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The trust of a speaker is written only when it differs from the usual one. */
function renderSpeaker(speech: Speech, usual: Trust = 'owner'): string {
  const { author, name, trust } = speech
  if (author === 'bot') return 'you'
  const mark = trust === usual ? '' : ` (${trust})`
  const original = passedOn(speech)
  return original
    ? `${plainName(original.author)}${mark}, passed on by ${plainName(name)}`
    : `${plainName(name)}${mark}`
}

const unfinishedLabels: Record<UnfinishedReason, string> = { stopped: 'stopped by the person', 'cut off': 'cut off' }

/** Puts the text after the head of its line. A line may consist of its head only. */
function afterHead(text: string): string {
  return text === '' ? '' : ` ${text}`
}

/** The text after the head, cut when it is too long. `id` tells the model where to read all of it. */
function renderCutText(
  text: string,
  cut: LineCut,
  { fence, tools }: Pick<LineStyle, 'fence' | 'tools'>,
  id: number,
): string {
  if (cut.head !== undefined) return afterHead(verbatim(headOf(text, cut.head), fence))
  const parts = cutParts(text, cut, tools ? id : undefined)
  if (!parts) return afterHead(verbatim(text, fence))
  // A note has its own line, because foreign text that begins a line like a note gets a backslash.
  const lines = parts.map((part, at) => {
    if ('note' in part) return `\n${part.note}`
    return at === 0 ? ` ${verbatim(part.text, fence)}` : `\n${verbatimLines(part.text, fence)}`
  })
  return lines.join('')
}

/** A name that is safe in our brackets: it cannot close them, break the line, be invisible or imitate our own labels. */
export function plainName(name: string): string {
  const safeName = truncate(toPlainLine(name.normalize('NFKC').replace(/[[\]<>()→]/g, ' ')), 40)
  if (safeName === '') return 'someone'
  return /^(you|file|reactions|summary|since)\b/i.test(safeName) ? `“${safeName}”` : safeName
}

function renderAction({ line, failed }: PastMessage['actions'][number], { fence }: LineStyle): string {
  return `${verbatim(toPlainLine(line), fence)}${failed ? ' (failed)' : ''}`
}

/** One line without invisible characters such as control, zero-width and right-to-left marks. */
export function toPlainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()
}
