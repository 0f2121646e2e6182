import { type Foreign, foreignOf } from './foreign.ts'
import type { Trust } from './person.ts'

// A message is kept as one text. What is not its sender's own stands in it as a quote: below a head of ours, each line
// behind "> ", so that nothing in it can pass for what the sender says. Who writes such a head themselves only makes less
// of their own words. A line behind ">" without a head repeats what was said before, and a line in brackets is a note of a
// channel about what came along, with names that somebody else chose: neither is the sender's own.

/** `marked`: words of a line that we know, and that is shown with its own trust. */
type QuoteKind = 'forward' | 'quote' | 'marked'

const heads: Record<QuoteKind, (name: string) => string> = {
  forward: (name) => `[forwarded from ${name}]`,
  quote: (name) => `[about what ${name} wrote]`,
  marked: (name) => `[about these words of ${name}]`,
}

const head = /^\[(?:forwarded from (?<forward>.*)|about what (?<quote>.*) wrote|about these words of (?<marked>.*))\]$/
/** Every break that a reader may take for one. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const LONGEST_HEAD = 400

/** As it is kept in the text of a message. */
export function quotePart(kind: QuoteKind, name: string, text: string): string {
  const plain = name
    .split(lineBreak)
    .join(' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .slice(0, LONGEST_HEAD / 2)
  return [heads[kind](plain), ...text.split(lineBreak).map((line) => `> ${line}`)].join('\n')
}

/** What its sender says themselves. */
export function ownWords(text: string): string {
  const isOwn = (line: string) => !line.startsWith('>') && !(line.startsWith('[') && line.endsWith(']'))
  return text.split('\n').filter(isOwn).join('\n').trim()
}

export function quotesIn(text: string): { kind: QuoteKind; name: string }[] {
  if (!text.includes('\n> ')) return []
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const found = lines[at + 1]?.startsWith('> ') && line.length < LONGEST_HEAD ? head.exec(line)?.groups : undefined
    const kind = found && (['forward', 'quote', 'marked'] as const).find((one) => found[one] !== undefined)
    return kind ? [{ kind, name: found[kind] ?? '' }] : []
  })
}

/** What a line brings before a model that is not its sender's, or whose sender has no say. */
export function foreignInLine(line: { author: 'human' | 'bot'; name: string; text: string; trust: Trust }): Foreign[] {
  const { author, name, text, trust } = line
  const brought = quotesIn(text).flatMap((quote): Foreign[] =>
    quote.kind === 'marked' ? [] : [{ kind: quote.kind, name: quote.name, trust: 'untrusted' }],
  )
  if (author === 'bot') return [...brought, ...foreignOf('answer', '', trust)]
  // Anybody can type such a head: who sent it is always named.
  const passedOn = /^\[forwarded from (.{1,200})\]\n/.exec(text)?.[1]
  const said =
    passedOn === undefined
      ? foreignOf('person', name, trust)
      : foreignOf('forward', `${passedOn} (sent by ${name})`, trust)
  return [...brought, ...said]
}

/** Of all that stands in a line, the lowest. */
export function trustInLine(text: string, trust: Trust): Trust {
  return quotesIn(text).some(({ kind }) => kind !== 'marked') ? 'untrusted' : trust
}

/** Stands before the new words of a line that was edited: the model is to know that they are not the first. */
const EDITED_MARK = '[edited] '

export function withEditedMark(text: string): string {
  return EDITED_MARK + text
}

export function withoutEditedMark(text: string): string {
  return text.startsWith(EDITED_MARK) ? text.slice(EDITED_MARK.length) : text
}
