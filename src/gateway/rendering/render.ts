import { type ChannelName, channelOf, type Lane } from '../../domain/ids.ts'
import type { SourceBlock } from '../../domain/job.ts'
import type { Trust } from '../../domain/person.ts'
import { isLower } from '../../domain/trust.ts'
import type { Labels } from '../choosing/labels.ts'
import type { PendingQuestion } from '../choosing/pending-question.ts'
import type { Fact, PastMessage, Summary } from '../past.ts'
import type { BlockName } from './fence.ts'
import { bounded, plain, plainName, renderLine } from './line.ts'
import { type Entry, entryOf, type Frame } from './timeline.ts'
import { element, escapeLines, openTag } from './xml.ts'

/** What holds for everything that is rendered on one turn. */
export interface Style {
  fence: string
  labels: Labels
  lane: Lane
  /** Where the person writes and how far they are trusted: said of a line only when it differs. */
  via: ChannelName
  trust: Trust
  botChars: number
  tools: boolean
  /** The opening tags made so far: a day has many lines. */
  days: Map<string, string>
}

export interface Shape {
  /** The most characters of its text. */
  limit?: number
  /** It is part of the conversation that is going on. */
  active?: boolean
}

/** The pair of tags around a block. */
export function frameOf(name: BlockName, style: Style, attributes: Record<string, string | undefined> = {}): Frame {
  const fenced = `${name}-${style.fence}`
  return { open: openTag(fenced, attributes), close: `</${fenced}>` }
}

/**
 * The tags around a block of these lines, and how they are written in it. What all who speak in it are trusted with is
 * said once for the block, not day by day.
 */
export function blockOf(
  name: BlockName,
  style: Style,
  messages: PastMessage[],
  attributes: Record<string, string | undefined> = {},
): { frame: Frame; style: Style } {
  const trusts = new Set(messages.filter(({ author }) => author === 'human').map(({ trust }) => trust))
  const [trust = style.trust] = trusts.size === 1 ? trusts : []
  return {
    frame: frameOf(name, style, { ...attributes, trust: different(trust, style.trust) }),
    style: trust === style.trust ? style : { ...style, trust, days: new Map() },
  }
}

export function lineEntry(message: PastMessage, style: Style, shape: Shape = {}): Entry {
  // Among lines that are trusted less, one of ours does not open a run of its own.
  const isAmongOthers = message.author === 'bot' && isLower(style.trust, message.trust)
  const trust = isAmongOthers ? style.trust : message.trust
  const place = { at: message.at, trust, chat: message.chat, lane: message.lane }
  const text = renderLine(message, style, shape.limit)
  return entryOf({ at: message.at.getTime(), id: message.id, run: runTag(place, style, shape.active), text })
}

/** A closed conversation in a few lines, at the place where it began. */
export function summaryEntry(summary: Summary, style: Style): Entry {
  const { fromAt, toAt, trust, fromId, text } = summary
  const attributes = {
    from: style.labels.time(fromAt),
    to: style.labels.time(toAt),
    messages: String(summary.messages),
  }
  return entryOf({
    at: fromAt.getTime(),
    id: fromId,
    run: runTag({ at: fromAt, trust }, style),
    text: element('summary', attributes, escapeLines(text)),
  })
}

export function laneSummaryBlock(summary: Summary, style: Style, limit = Number.POSITIVE_INFINITY): string {
  const { labels, tools } = style
  const { open, close } = frameOf('lane-summary', style, {
    from: labels.date(summary.fromAt),
    to: labels.moment(summary.toAt),
    messages: String(summary.messages),
    trust: different(summary.trust, style.trust),
  })
  return `${open}${bounded(`\n${summary.text}`, limit, tools ? summary.toId : undefined)}\n${close}`
}

export function factElement({ text, at, trust }: Fact, { labels, trust: usual }: Style): string {
  return element('fact', { since: labels.date(at), trust: different(trust, usual) }, escapeLines(text))
}

/** What the person replies to, by itself and labelled: it is not part of what they say. */
export function quoteBlock(message: PastMessage, style: Style, limit?: number): string {
  const { open, close } = frameOf('quoted-reply', style, {
    on: `${style.labels.date(message.at)}, ${style.labels.ago(message.at)}`,
    via: different(channelOf(message.chat), style.via),
    trust: different(message.trust, style.trust),
    note: message.origin === 'chat' ? undefined : 'background output of a job of theirs',
  })
  return `${open}\n${renderLine(message, { ...style, botChars: 0 }, limit)}\n${close}`
}

export function openQuestionBlock(question: PendingQuestion, style: Style): string {
  const { open, close } = frameOf('open-question', style, {
    asked: style.labels.moment(question.askedAt),
    expects: question.expects,
    note: 'you asked this, and the message may be the answer',
  })
  return `${open}${escapeLines(question.question)}${close}`
}

/** One source of what is told; at most so many of its lines. */
export function sourceElement({ title, trust, lines, failed }: SourceBlock, style: Style, most: number): string {
  const left = lines.length - most
  const attributes = {
    title: plain(title),
    trust: different(trust, style.trust),
    failed: failed === undefined ? undefined : plain(failed),
    note: failed === undefined && lines.length === 0 ? 'nothing new' : undefined,
    missing: left > 0 ? `${left} more ${left === 1 ? 'line' : 'lines'}` : undefined,
  }
  const shown = lines.slice(0, most)
  return element('source', attributes, shown.length > 0 ? escapeLines(`\n${shown.join('\n')}\n`) : '')
}

/** Layer 7. */
export function messageBlock(message: PastMessage, style: Style, note?: string): string {
  const { open, close } = frameOf('message', style, {
    from: plainName(message.name),
    at: style.labels.moment(message.at),
    trust: different(message.trust, style.trust),
    note: message.origin === 'chat' ? note : askedByJob,
  })
  const files = message.files.map((name) => `\n[file] ${escapeLines(plainName(name))}`)
  return `${open}${escapeLines(`\n${message.text}`)}${files.join('')}\n${close}`
}

const askedByJob =
  'a job of theirs asks this now; nobody is waiting for it: what you write is sent to them as it stands'

export function nowTag({ labels }: Style, now: Date, timezone: string): string {
  return element('now', {}, `${labels.moment(now)}, ${labels.weekday(now)} (${timezone})`)
}

interface Place {
  at: Date
  trust: Trust
  chat?: PastMessage['chat']
  lane?: Lane
}

function runTag({ at, trust, chat, lane }: Place, style: Style, active = false): string {
  const { labels, days } = style
  const date = labels.date(at)
  const via = chat && different(channelOf(chat), style.via)
  const isAnother = lane !== undefined && lane !== style.lane
  const isPlain = trust === style.trust && via === undefined && !isAnother && !active
  const key = isPlain ? date : `${date} ${trust} ${via} ${isAnother} ${active}`
  const known = days.get(key)
  if (known !== undefined) return known
  const tag = openTag('day', {
    on: `${date}, ${active ? 'this conversation' : labels.ago(at)}`,
    via,
    trust: different(trust, style.trust),
    thread: isAnother ? 'another' : undefined,
  })
  days.set(key, tag)
  return tag
}

function different<T extends string>(value: T, usual: T): T | undefined {
  return value === usual ? undefined : value
}
