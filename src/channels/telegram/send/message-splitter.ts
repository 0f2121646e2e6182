import type { MessageEntity } from 'grammy/types'
import { wholeBefore } from '../../../lib/text/text.ts'
import { type StyledText, sliceStyled } from './styled-text.ts'

/** The server allows 4,096 code points. We count UTF-16 units, which are never fewer, and leave room for notes. */
export const MAX_TELEGRAM_CHARS = 4000
/** The most characters below a file; the server allows 1,024. */
export const MAX_CAPTION_CHARS = 1000
/** The server silently drops entities beyond 100, including those that keep a name from becoming a mention. */
const MAX_ENTITIES = 90
/** The server refuses a message with more than about 9,500 bytes of entities. */
const MAX_ENTITY_BYTES = 8000

/** Only the characters after the limit show whether a grapheme ends there. */
const LOOK_AHEAD_CHARS = 64

/**
 * Splits into parts that concatenate to the whole text. A style that is cut continues in the next part; a cut code
 * block becomes two.
 */
export function splitStyled(styled: StyledText, limit = MAX_TELEGRAM_CHARS): StyledText[] {
  const parts: StyledText[] = []
  let start = 0
  for (;;) {
    const rest = sliceStyled(styled, start, Math.min(styled.text.length, start + limit + LOOK_AHEAD_CHARS))
    const room = Math.min(limit, entityLimitOffset(rest.entities))
    if (rest.text.length <= room) return [...parts, rest]
    const end = start + findBoundary(rest, Math.max(1, room))
    parts.push(sliceStyled(styled, start, end))
    start = end
  }
}

/** The offset of the first entity beyond the limits. */
function entityLimitOffset(entities: MessageEntity[]): number {
  let bytes = 0
  for (const [at, entity] of entities.entries()) {
    bytes += 16 + ('url' in entity ? Buffer.byteLength(entity.url) : 0)
    if (at >= MAX_ENTITIES || bytes > MAX_ENTITY_BYTES) return entity.offset
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Where to cut: after a paragraph, a line, a sentence or a word, and if possible not inside a link or a styled phrase.
 */
function findBoundary({ text, entities }: StyledText, maxEnd: number): number {
  const inside = (at: number, list: MessageEntity[]) =>
    list.some(({ offset, length }) => at > offset && at < offset + length)
  const phrases = entities.filter(({ type }) => !blocks.has(type))
  const phrasesAndCode = entities.filter(({ type }) => type === 'pre' || !blocks.has(type))

  const tries: [mark: RegExp, avoid: MessageEntity[]][] = [
    [/\n\n+/g, phrasesAndCode],
    // The first of several line breaks: in code, the empty lines after it belong to the next part.
    [/(?<!\n)\n/g, phrases],
    [/[.!?…]["'”’)]*\s+|[。！？｡][”’」』）】"')]*\s*/g, phrases],
    [/[、，；：]\s*/g, phrases],
    // Spaces after a word. The indentation of a line is not a boundary, because it matters in code.
    [/(?<=\S)[^\S\n]+/g, phrases],
    [/(?<=\S)[^\S\n]+/g, []],
  ]
  for (const [mark, avoid] of tries) {
    const at = lastMatchEnd(text, mark, maxEnd, (end) => !inside(end, avoid))
    // A cut in the first half would leave a very short part, so a weaker but later boundary is better.
    if (at > maxEnd / 2) return at
  }
  const end = wholeBefore(text, maxEnd)
  // At the start of a part, what follows a letter here would become a mention or a command.
  return Math.max(1, /^[\w@/<>][@/]/.test(text.slice(end - 1, end + 1)) ? end - 1 : end)
}

const blocks = new Set<string>(['pre', 'blockquote', 'expandable_blockquote'])

function lastMatchEnd(text: string, mark: RegExp, maxEnd: number, allowed: (end: number) => boolean): number {
  const ends: number[] = []
  for (const match of text.slice(0, maxEnd).matchAll(mark)) ends.push(match.index + match[0].length)
  return ends.findLast(allowed) ?? 0
}
