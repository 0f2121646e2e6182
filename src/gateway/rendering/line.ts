import type { Unfinished } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Labels } from '../choosing/labels.ts'
import type { PastMessage } from '../past.ts'
import { cutParts, type LineCut } from './line-cuts.ts'
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
  usual?: Trust
  /** The message that a line replies to, when that is worth showing. */
  repliedTo?: (message: PastMessage) => Speech | undefined
}

/** Who said something, and when. */
export type Speech = Pick<PastMessage, 'author' | 'name' | 'trust' | 'at'>

/** `[Ana 14:02] text`, followed by attachments, reactions and our tool calls. */
export function renderLine(message: PastMessage, style: LineStyle, cut: LineCut = {}): string {
  const ours = message.author === 'bot'
  const said = withoutFileLabels(message)
  const text = ours && style.botChars > 0 ? truncate(said, style.botChars) : said
  const lines = [`[${headOf(message, style)}]${bounded(text, cut, style, message.id)}`]
  if (message.files.length > 0) lines.push(`[file] ${message.files.map(plainName).join(', ')}`)
  if (message.reactions)
    lines.push(`[reactions] ${message.reactions.map(({ emoji, name }) => `${plainName(name)} ${emoji}`).join(', ')}`)
  if (message.actions.length > 0)
    lines.push(`[you did] ${message.actions.map((action) => actionWords(action, style)).join('; ')}`)
  return lines.join('\n')
}

/** A channel writes `[file, plan.pdf]` into the text. A line below names the file as well, so the label is removed. */
export function withoutFileLabels({ text, files }: Pick<PastMessage, 'text' | 'files'>): string {
  if (files.length === 0) return text
  const lines = text.split('\n')
  const isLabel = (line: string) => line.length <= MAX_LABEL_CHARS && line.startsWith('[') && line.endsWith(']')
  const names = (line: string) => files.some((name) => line.includes(`, ${name}`))
  return lines.filter((line) => !isLabel(line) || (lines.length > 1 && !names(line))).join('\n')
}

const MAX_LABEL_CHARS = 500

function headOf(message: PastMessage, { labels, repliedTo, usual }: LineStyle): string {
  const kind = message.origin === 'chat' ? '' : `, ${message.origin}`
  const end = message.unfinished ? `, ${endings[message.unfinished]}` : ''
  const target = message.replyTo === undefined ? undefined : repliedTo?.(message)
  const sameDay = target && labels.date(target.at) === labels.date(message.at)
  const link = target
    ? ` → ${speaker(target, usual)} ${sameDay ? labels.time(target.at) : labels.moment(target.at)}`
    : ''
  return `${speaker(message, usual)} ${labels.time(message.at)}${kind}${end}${link}`
}

/** The trust of a speaker is written only when it differs from the usual one. */
function speaker({ author, name, trust }: Speech, usual: Trust = 'owner'): string {
  if (author === 'bot') return 'you'
  return trust === usual ? plainName(name) : `${plainName(name)} (${trust})`
}

const endings: Record<Unfinished, string> = { stopped: 'stopped by the person', 'cut off': 'cut off' }

/** Puts the text behind the head of its line. A line may consist of its head only. */
function headed(text: string): string {
  return text === '' ? '' : ` ${text}`
}

/** The text after the head, cut when it is too long. `id` tells the model where to read all of it. */
function bounded(text: string, cut: LineCut, { fence, tools }: Pick<LineStyle, 'fence' | 'tools'>, id: number): string {
  const parts = cutParts(text, cut, tools ? id : undefined)
  if (!parts) return headed(verbatim(text, fence))
  // A note has its own line, because foreign text that begins a line like a note gets a backslash.
  const lines = parts.map((part, at) => {
    if ('note' in part) return `\n${part.note}`
    return at === 0 ? ` ${verbatim(part.text, fence)}` : `\n${verbatimLines(part.text, fence)}`
  })
  return lines.join('')
}

/** A name that is safe in our brackets: it cannot close them, break the line, be invisible or imitate our own labels. */
export function plainName(name: string): string {
  const shown = truncate(plain(name.normalize('NFKC').replace(/[[\]<>()→]/g, ' ')), 40)
  if (shown === '') return 'someone'
  return /^(you|file|reactions|summary|since)\b/i.test(shown) ? `“${shown}”` : shown
}

function actionWords({ line, failed }: PastMessage['actions'][number], { fence }: LineStyle): string {
  return `${verbatim(plain(line), fence)}${failed ? ' (failed)' : ''}`
}

/** One line without invisible characters such as control, zero-width and right-to-left marks. */
export function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()
}
