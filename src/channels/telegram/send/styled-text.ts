import type { MessageEntity } from 'grammy/types'

/** Text with formatting. Offsets are UTF-16 units, as in JavaScript strings. */
export interface StyledText {
  text: string
  entities: MessageEntity[]
}

/** A substring, with its entities cut to fit. */
export function sliceStyled({ text, entities }: StyledText, start: number, end: number): StyledText {
  const inside = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start)
    const to = Math.min(entity.offset + entity.length, end)
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : []
  })
  return { text: text.slice(start, end), entities: inside }
}

/**
 * Trims white space as the server would, which would shift our offsets. It keeps white space inside the first entity,
 * because a code block may start with indentation.
 */
export function trimStyled(styled: StyledText): StyledText {
  const first = styled.entities[0]?.offset ?? styled.text.length
  const start = Math.min(first, styled.text.length - styled.text.trimStart().length)
  return sliceStyled(styled, start, Math.max(start, styled.text.trimEnd().length))
}

export function joinStyled(pieces: StyledText[]): StyledText {
  let text = ''
  const entities: MessageEntity[] = []
  for (const piece of pieces) {
    for (const entity of piece.entities) entities.push({ ...entity, offset: entity.offset + text.length })
    text += piece.text
  }
  return { text, entities }
}

/** The style of a piece of text. Telegram allows no other style inside code. */
export interface TextStyle {
  bold?: true
  italic?: true
  strikethrough?: true
  link?: string
  code?: true
  /** A code block with its language, or '' without one. */
  pre?: string
}

/** Writes styled text from left to right. */
export interface StyledTextWriter {
  write(text: string, style: TextStyle): void
  /** Everything written by `inside` becomes one quote. Quotes cannot be nested. */
  quote(inside: () => void): void
  /** `findAutolinks` finds the spans that the server would turn into a mention, a command or a link. */
  finish(findAutolinks: (text: string) => Span[]): StyledText
}

interface Run {
  start: number
  end: number
  style: TextStyle
}

/** Longer quotes are shown collapsed. */
const MAX_OPEN_QUOTE_CHARS = 600

/** Remembers each run of text with its style. Entities are only computed at the end, over the whole text. */
export function createStyledTextWriter(): StyledTextWriter {
  let text = ''
  let quoting = false
  const runs: Run[] = []
  const quotes: MessageEntity[] = []

  return {
    write(piece, style) {
      if (piece === '') return
      runs.push({ start: text.length, end: text.length + piece.length, style })
      text += piece
    },
    quote(inside) {
      if (quoting) return inside()
      const start = text.length
      quoting = true
      inside()
      quoting = false
      const length = text.length - start
      if (length === 0) return
      quotes.push({
        type: length > MAX_OPEN_QUOTE_CHARS ? 'expandable_blockquote' : 'blockquote',
        offset: start,
        length,
      })
    },
    finish(findAutolinks) {
      const safe = harden(runs, findAutolinks(text))
      return trimStyled({ text, entities: nested([...quotes, ...drawn.flatMap((draw) => entitiesOf(safe, draw))]) })
    },
  }
}

type Span = [start: number, end: number]

/**
 * Turns these spans, which are in order, into code: the server then detects nothing in them and they are copied
 * unchanged. Inside links and code it detects nothing anyway.
 */
function harden(runs: Run[], spans: Span[]): Run[] {
  const open = outside(
    spans,
    runs.filter(({ style }) => isCode(style) || style.link !== undefined),
  )
  const hardened: Run[] = []
  let next = 0
  for (const run of runs) {
    let { start } = run
    while (open[next] && (open[next]?.[1] ?? 0) <= start) next++
    for (let at = next; at < open.length; at++) {
      const [from = 0, to = 0] = open[at] ?? []
      if (from >= run.end) break
      if (from > start) hardened.push({ ...run, start, end: from })
      if (from >= run.start) hardened.push({ start: from, end: to, style: { code: true } })
      start = Math.min(to, run.end)
    }
    if (start < run.end) hardened.push({ ...run, start })
  }
  return hardened
}

/** The spans that overlap none of these runs. Both are in order. */
function outside(spans: Span[], runs: Run[]): Span[] {
  let at = 0
  return spans.filter(([start, end]) => {
    while ((runs[at]?.end ?? end) <= start) at++
    return (runs[at]?.start ?? end) >= end
  })
}

type Draw = (style: TextStyle) => Drawn | undefined
type Drawn =
  | { type: 'bold' | 'italic' | 'strikethrough' | 'code' }
  | { type: 'text_link'; url: string }
  | { type: 'pre'; language?: string }

const isCode = ({ code, pre }: TextStyle) => code === true || pre !== undefined

const drawn: Draw[] = [
  (style) => (style.bold && !isCode(style) ? { type: 'bold' } : undefined),
  (style) => (style.italic && !isCode(style) ? { type: 'italic' } : undefined),
  (style) => (style.strikethrough && !isCode(style) ? { type: 'strikethrough' } : undefined),
  ({ link }) => (link === undefined ? undefined : { type: 'text_link', url: link }),
  // Telegram allows only one of link and code, and the link is worth more.
  ({ code, link, pre }) => (code && link === undefined && pre === undefined ? { type: 'code' } : undefined),
  ({ pre }) => {
    if (pre === undefined) return undefined
    return /^[\w+#.-]{1,32}$/.test(pre) ? { type: 'pre', language: pre } : { type: 'pre' }
  },
]

/** Merges neighbouring runs of the same look into one entity. */
function entitiesOf(runs: Run[], draw: Draw): MessageEntity[] {
  const drawnRanges: { look: Drawn; start: number; end: number }[] = []
  for (const { start, end, style } of runs) {
    const look = draw(style)
    const last = drawnRanges.at(-1)
    if (!look) continue
    if (last?.end === start && JSON.stringify(last.look) === JSON.stringify(look)) last.end = end
    else drawnRanges.push({ look, start, end })
  }
  return drawnRanges.map(({ look, start, end }) => ({ ...look, offset: start, length: end - start }))
}

/** The server wants entities nested or disjoint. Where two cross, the later one is split. */
function nested(entities: MessageEntity[]): MessageEntity[] {
  const waiting = [...entities].sort(byPlace)
  const placed: MessageEntity[] = []
  const open: number[] = []
  for (let at = 0; at < waiting.length; at++) {
    const entity = waiting[at]
    if (!entity) break
    const end = entity.offset + entity.length
    while ((open.at(-1) ?? end) <= entity.offset) open.pop()
    const edge = Math.min(end, open.at(-1) ?? end)
    placed.push({ ...entity, length: edge - entity.offset })
    open.push(edge)
    if (edge === end) continue
    const rest = { ...entity, offset: edge, length: end - edge }
    const place = waiting.findIndex((other, index) => index > at && byPlace(other, rest) > 0)
    waiting.splice(place === -1 ? waiting.length : place, 0, rest)
  }
  return placed
}

function byPlace(a: MessageEntity, b: MessageEntity): number {
  return a.offset - b.offset || b.length - a.length
}
