import type { MessageEntity } from 'grammy/types'
import { wholeBefore } from '../../../lib/text/text.ts'
import { type Styled, sliceStyled } from './styled.ts'

/** Characters of one message. The server counts code points up to 4,096; units are never fewer, and marks need room. */
export const TEXT_LIMIT = 4000
/** Characters below a file; the server takes 1,024. */
export const CAPTION_LIMIT = 1000
/** More are dropped by the server without a word, and with them what keeps a name from becoming a mention. */
const MOST_ENTITIES = 90
/** More than about 9,500 on the wire and the server refuses the message. */
const MOST_ENTITY_BYTES = 8000

/** Whether a character ends at the limit is seen from what follows. */
const LOOK_AHEAD_CHARS = 64

/** Parts that concatenate to the text. A style that is cut goes on in the next part; a block of code is then two. */
export function splitStyled(styled: Styled, limit = TEXT_LIMIT): Styled[] {
  const parts: Styled[] = []
  let start = 0
  for (;;) {
    const rest = sliceStyled(styled, start, Math.min(styled.text.length, start + limit + LOOK_AHEAD_CHARS))
    const room = Math.min(limit, crowdedFrom(rest.entities))
    if (rest.text.length <= room) return [...parts, rest]
    const end = start + boundary(rest, Math.max(1, room))
    parts.push(sliceStyled(styled, start, end))
    start = end
  }
}

/** Where the entity begins that would be one too many. */
function crowdedFrom(entities: MessageEntity[]): number {
  let bytes = 0
  for (const [at, entity] of entities.entries()) {
    bytes += 16 + ('url' in entity ? Buffer.byteLength(entity.url) : 0)
    if (at >= MOST_ENTITIES || bytes > MOST_ENTITY_BYTES) return entity.offset
  }
  return Number.POSITIVE_INFINITY
}

/** Where to cut: after a paragraph, a line, a sentence, a word; never inside a link or a phrase if it can be helped. */
function boundary({ text, entities }: Styled, most: number): number {
  const inside = (at: number, list: MessageEntity[]) =>
    list.some(({ offset, length }) => at > offset && at < offset + length)
  const phrases = entities.filter(({ type }) => !blocks.has(type))
  const solid = entities.filter(({ type }) => type === 'pre' || !blocks.has(type))

  const tries: [mark: RegExp, avoid: MessageEntity[]][] = [
    [/\n\n+/g, solid],
    // The first break of several: in code the empty lines after it belong to the next part, which keeps them.
    [/(?<!\n)\n/g, phrases],
    [/[.!?…]["'”’)]*\s+|[。！？｡][”’」』）】"')]*\s*/g, phrases],
    [/[、，；：]\s*/g, phrases],
    // Not the space that a line begins with: in code it is not for show.
    [/(?<=\S)[^\S\n]+/g, phrases],
    [/(?<=\S)[^\S\n]+/g, []],
  ]
  for (const [mark, avoid] of tries) {
    const at = lastMatchEnd(text, mark, most, (end) => !inside(end, avoid))
    // A boundary in the first half would leave a stump; a later, weaker one reads better.
    if (at > most / 2) return at
  }
  return Math.max(1, wholeBefore(text, most))
}

const blocks = new Set<string>(['pre', 'blockquote', 'expandable_blockquote'])

function lastMatchEnd(text: string, mark: RegExp, most: number, allowed: (end: number) => boolean): number {
  const ends: number[] = []
  for (const match of text.slice(0, most).matchAll(mark)) ends.push(match.index + match[0].length)
  return ends.findLast(allowed) ?? 0
}
