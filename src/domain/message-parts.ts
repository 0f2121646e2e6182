import { type Foreign, foreignOf } from './foreign.ts'
import type { Recipients } from './message.ts'
import type { Trust } from './person.ts'

// A message is stored as one text. Text of others in it is a quote: below a heading of ours, with "> " before each
// line, so that nothing in it can look like the sender's own words. Somebody who types such a heading themselves only
// makes less of their own words. A line with ">" but without a heading repeats an earlier message, and a line in
// brackets is a note of a channel about attachments, with names chosen by others. Neither is the sender's own.

/** `marked`: words of a message that we know and that is shown with its own trust. */
type QuoteKind = 'forward' | 'quote' | 'marked'

const headings: Record<QuoteKind, (name: string) => string> = {
  forward: (name) => `[forwarded from ${name}]`,
  quote: (name) => `[about what ${name} wrote]`,
  marked: (name) => `[about these words of ${name}]`,
}

const headingPattern =
  /^\[(?:forwarded from (?<forward>.*)|about what (?<quote>.*) wrote|about these words of (?<marked>.*))\]$/
/** Every character that a reader may see as a line break. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const MAX_HEADING_CHARS = 400

/** Formats a quote for the text of a message. */
export function quotePart(kind: QuoteKind, name: string, text: string): string {
  const cleanName = inBrackets(name).slice(0, MAX_HEADING_CHARS / 2)
  return [headings[kind](cleanName), ...text.split(lineBreak).map((line) => `> ${line}`)].join('\n')
}

const MAX_RECIPIENTS = 10

/** Names the recipients at the beginning of the stored text: `[to you, Bob <bob@example.org>; cc Carl <carl@…>]`. */
export function withRecipients(text: string, { to, cc }: Recipients): string {
  const lists = [to, cc].map((people) => {
    const omitted = people.length - MAX_RECIPIENTS
    return [...people.slice(0, MAX_RECIPIENTS), ...(omitted > 0 ? [`${omitted} more`] : [])].join(', ')
  })
  const named = ['to', 'cc'].flatMap((field, at) => (lists[at] ? `${field} ${inBrackets(lists[at])}` : []))
  return `[${named.join('; ')}]\n${text}`
}

/** Without the line that names the recipients, because they are not what a message is about. */
export function withoutRecipients(text: string): string {
  if (!/^\[(?:to|cc) /.test(text)) return text
  const end = text.indexOf(']\n')
  return end < 0 || text.slice(0, end).includes('\n') ? text : text.slice(end + 2)
}

function inBrackets(text: string): string {
  return text.split(lineBreak).join(' ').replaceAll('[', '(').replaceAll(']', ')')
}

/** A text that somebody passed on as a whole: whose it is, and the text without our heading. */
export function passedOn({
  text,
  trust,
}: {
  text: string
  trust: Trust
}): { author: string; text: string } | undefined {
  // Whoever types such a heading themselves keeps their trust, so it counts as their own words.
  const [heading, author] = (trust === 'untrusted' && /^\[forwarded from (.{1,200})\]\n/.exec(text)) || []
  return heading === undefined || author === undefined ? undefined : { author, text: text.slice(heading.length) }
}

/** The sender's own words. */
export function ownWords(text: string): string {
  const isOwn = (line: string) => !line.startsWith('>') && !(line.startsWith('[') && line.endsWith(']'))
  return text.split('\n').filter(isOwn).join('\n').trim()
}

export function quotesIn(text: string): { kind: QuoteKind; name: string }[] {
  if (!text.includes('\n> ')) return []
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const groups =
      lines[at + 1]?.startsWith('> ') && line.length < MAX_HEADING_CHARS ? headingPattern.exec(line)?.groups : undefined
    const kind = groups && (['forward', 'quote', 'marked'] as const).find((name) => groups[name] !== undefined)
    return kind ? [{ kind, name: groups[kind] ?? '' }] : []
  })
}

/** The text of others in a line: quotes in it, and the line itself if its author may not request actions. */
export function foreignInLine(line: { author: 'human' | 'bot'; name: string; text: string; trust: Trust }): Foreign[] {
  const { author, name, text, trust } = line
  const quoted = quotesIn(text).flatMap((quote): Foreign[] =>
    quote.kind === 'marked' ? [] : [{ kind: quote.kind, name: quote.name, trust: 'untrusted' }],
  )
  if (author === 'bot') return [...quoted, ...foreignOf('answer', '', trust)]
  // Anybody can type such a heading, so the sender is always named too.
  const original = passedOn(line)
  const sender = original
    ? foreignOf('forward', `${original.author} (sent by ${name})`, trust)
    : foreignOf('person', name, trust)
  return [...quoted, ...sender]
}

/** The lowest trust of all parts of a line. */
export function trustInLine(text: string, trust: Trust): Trust {
  return quotesIn(text).some(({ kind }) => kind !== 'marked') ? 'untrusted' : trust
}

/** Marks the new text of an edited message, so that the model knows it is not the original. */
const EDITED_MARK = '[edited] '

export function withEditedMark(text: string): string {
  return EDITED_MARK + text
}

export function withoutEditedMark(text: string): string {
  return text.startsWith(EDITED_MARK) ? text.slice(EDITED_MARK.length) : text
}
