import { factReference } from '../../domain/fact.ts'
import { type ChannelName, channelOf, type Lane } from '../../domain/ids.ts'
import type { SourceBlock } from '../../domain/job.ts'
import { type LibraryPassage, libraryFileName } from '../../domain/library.ts'
import { passedOn } from '../../domain/message-parts.ts'
import type { Trust } from '../../domain/person.ts'
import { textIn } from '../../messages/localized.ts'
import type { PendingQuestion } from '../choosing/pending-question.ts'
import type { Fact, PastMessage, Summary } from '../past.ts'
import type { BlockName } from './fence.ts'
import { type LineShape, type LineStyle, plainName, renderLine, toPlainLine, withoutFileLabels } from './line.ts'
import { summaryText } from './summary-text.ts'
import { createEntry, type Frame, type TimelineEntry } from './timeline.ts'
import { verbatim, verbatimLines } from './verbatim.ts'

/** How everything on one turn is rendered. */
export interface RenderStyle extends LineStyle {
  lane: Lane
  /** The channel that the person writes on. Lines name their channel only when it differs. */
  channel: ChannelName
  /** A cache of headings, because a day has many lines. */
  headingCache: Map<string, string>
}

export interface Shape extends LineShape {
  /** It is part of the current conversation. */
  active?: boolean
}

/** The pair of tags around a block. */
export function createFrame(
  name: BlockName,
  style: Pick<RenderStyle, 'fence'>,
  attributes: Record<string, string | undefined> = {},
): Frame {
  const fenced = `${name}-${style.fence}`
  return { open: openTag(fenced, attributes), close: `</${fenced}>` }
}

/** The trust of all speakers of a block, when it is stated once for all. */
export function speakersAttribute({ usualTrust }: RenderStyle): string | undefined {
  return usualTrust && `all ${usualTrust}`
}

export function lineEntry(message: PastMessage, style: RenderStyle, shape: Shape = {}): TimelineEntry {
  const { at, id, chat, lane } = message
  const text = renderLine(message, style, shape)
  return createEntry({ at: at.getTime(), id, heading: renderHeading({ at, chat, lane }, style, shape.active), text })
}

/** A line of the recalled passages, which are grouped by day and chat. `follows` is the line before it. */
export function recalledEntry(
  message: PastMessage,
  style: RenderStyle,
  { follows, ...shape }: Shape & { follows: number },
): TimelineEntry {
  const group = `${style.labels.date(message.at)} ${message.lane}`
  // That a line answers the line before it goes without saying.
  const line = message.replyTo === follows ? { ...message, replyTo: undefined } : message
  return { ...lineEntry(line, style, shape), group, follows }
}

/** The summary of a past conversation, placed where that began. */
export function summaryEntry(summary: Summary, style: RenderStyle): TimelineEntry {
  const { fromAt, toAt, trust, fromId, messages } = summary
  const { labels, fence, tools } = style
  const end = labels.date(toAt) === labels.date(fromAt) ? labels.time(toAt) : labels.moment(toAt)
  const range = [...new Set([labels.time(fromAt), end])].join('–')
  const lines = `${messages} ${messages === 1 ? 'line' : 'lines'}`
  const head = `[summary of ${lines}, ${range}${trust === 'owner' ? '' : `, ${trust}`}]`
  const notes = summaryText(summary.text, { tools })
  return createEntry({
    at: fromAt.getTime(),
    // Before its first message, whichever of the two is placed first.
    id: fromId - 0.5,
    heading: renderHeading({ at: fromAt }, style),
    text: notes.includes('\n') ? `${head}\n${verbatimLines(notes, fence)}` : `${head} ${verbatim(notes, fence)}`,
  })
}

export function laneSummaryBlock(summary: Summary, style: RenderStyle, limit = Number.POSITIVE_INFINITY): string {
  const { labels } = style
  const { open, close } = createFrame('lane-summary', style, {
    from: labels.date(summary.fromAt),
    to: labels.moment(summary.toAt),
    messages: String(summary.messages),
    trust: unlessOwner(summary.trust),
  })
  const text = summaryText(summary.text, { tools: style.tools, limit })
  return `${open}\n${verbatimLines(text, style.fence)}\n${close}`
}

/** `[f12] 2026-03-14: Ana lives in Dresden.` or, in somebody's own words, `[f12] 2026-03-14, Ana: I live in Dresden.` */
export function factLine({ id, text, at, trust, saidBy }: Fact, { labels, fence }: RenderStyle): string {
  const notes = [saidBy === undefined ? undefined : plainName(saidBy), unlessOwner(trust)]
  const head = [labels.date(at), ...notes.filter((note) => note !== undefined)].join(', ')
  const reference = id === undefined ? '' : `${factReference(id)} `
  return `${reference}${head}: ${verbatim(text, fence)}`
}

/** The message that the person replies to, in a block of its own, because it is not part of what they say. */
export function quoteBlock(message: PastMessage, style: RenderStyle, limit = Number.POSITIVE_INFINITY): string {
  const { open, close } = createFrame('quoted-reply', style, {
    on: `${style.labels.date(message.at)}, ${style.labels.ago(message.at)}`,
    via: unlessEqual(channelOf(message.chat), style.channel),
    note: message.origin === 'chat' ? undefined : 'output of one of their jobs',
  })
  return `${open}\n${renderLine(message, { ...style, botChars: 0 }, { limit })}\n${close}`
}

export function openQuestionBlock(question: PendingQuestion, style: RenderStyle): string {
  const { open, close } = createFrame('open-question', style, { asked: style.labels.moment(question.askedAt) })
  return `${open}\n${verbatimLines(question.question, style.fence)}\n${close}`
}

/** One source, with at most `most` of its lines. */
export function sourceElement(
  { title, trust, lines, failed }: SourceBlock,
  style: RenderStyle,
  maxLines: number,
): string {
  const omitted = lines.length - maxLines
  const { open, close } = createFrame('source', style, {
    title: toPlainLine(title),
    trust: unlessOwner(trust),
    failed: failed === undefined ? undefined : toPlainLine(textIn(failed, 'en')),
    note: failed === undefined && lines.length === 0 ? 'nothing new' : undefined,
    missing: omitted > 0 ? `${omitted} more ${omitted === 1 ? 'line' : 'lines'}` : undefined,
  })
  const shown = lines.slice(0, maxLines)
  return shown.length > 0 ? `${open}\n${verbatimLines(shown.join('\n'), style.fence)}\n${close}` : `${open}${close}`
}

/** One passage of the library, with the place where it stands. */
export function libraryElement(passage: LibraryPassage, style: RenderStyle): string {
  const { open, close } = createFrame('passage', style, {
    file: toPlainLine(libraryFileName(passage)),
    passage: `${passage.position} of ${passage.passages}`,
    heading: passage.heading === '' ? undefined : toPlainLine(passage.heading),
    trust: passage.folder.isTrusted ? undefined : 'untrusted',
  })
  return `${open}\n${verbatimLines(passage.text, style.fence)}\n${close}`
}

export interface MessageFacts {
  now: Date
  note?: string | undefined
}

/** Layer 7: the message. Its time is written only when it was not sent just now. */
export function messageBlock(message: PastMessage, style: RenderStyle, { now, note }: MessageFacts): string {
  const { labels, fence } = style
  const isNow = Math.abs(now.getTime() - message.at.getTime()) < JUST_NOW_MS
  const original = passedOn(message)
  const { open, close } = createFrame('message', style, {
    from: original ? `${plainName(original.author)}, passed on by ${plainName(message.name)}` : plainName(message.name),
    trust: message.trust,
    sent: isNow ? undefined : labels.moment(message.at),
    note: message.origin === 'chat' ? note : JOB_NOTE,
  })
  const text = withoutFileLabels({ text: original?.text ?? message.text, files: message.files })
  const files = message.files.map((name) => `[file] ${plainName(name)}`)
  return [open, ...(text === '' ? [] : [verbatimLines(text, fence)]), ...files, close].join('\n')
}

const JUST_NOW_MS = 120_000

const JOB_NOTE =
  'one of their scheduled jobs asks this now; nobody is waiting, and your reply is sent to them exactly as you write it'

interface Place {
  at: Date
  chat?: PastMessage['chat']
  lane?: Lane
}

/** `[2026-03-13, yesterday]`, with the channel or thread when that differs. */
function renderHeading({ at, chat, lane }: Place, style: RenderStyle, active = false): string {
  const { labels, headingCache } = style
  const date = labels.date(at)
  const via = chat && unlessEqual(channelOf(chat), style.channel)
  const isOtherThread = lane !== undefined && lane !== style.lane
  const key = via === undefined && !isOtherThread && !active ? date : `${date} ${via} ${isOtherThread} ${active}`
  const cached = headingCache.get(key)
  if (cached !== undefined) return cached
  const when = `${date}, ${active ? 'this conversation' : labels.ago(at)}`
  const heading = `[${[when, via && `via ${via}`, isOtherThread && 'another thread'].filter(Boolean).join(', ')}]`
  headingCache.set(key, heading)
  return heading
}

function unlessEqual<T extends string>(value: T, usual: T): T | undefined {
  return value === usual ? undefined : value
}

/** The trust, unless it is the owner's. */
function unlessOwner(trust: Trust): Trust | undefined {
  return unlessEqual(trust, 'owner')
}

function openTag(name: string, attributes: Record<string, string | undefined>): string {
  const attributeText = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(value ?? '')}"`)
    .join('')
  return `<${name}${attributeText}>`
}

function escapeAttribute(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
