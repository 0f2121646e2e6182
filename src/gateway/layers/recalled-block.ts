import type { Block } from '../assembly.ts'
import type { Recalled } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import { GAP, joinBlocks, joinedSize } from '../rendering/joining.ts'
import { blockOf, lineEntry, type Style } from '../rendering/render.ts'
import { createTimeline, type Entry, type Timeline } from '../rendering/timeline.ts'
import { fitsInto, lessBy, type Size, sumOf } from '../tokens.ts'

/** Layer 4: the best hits that fit, each whole; dated and in the order of time, this lane first. */
export function fillRecalled(hits: Recalled[], room: Size, style: Style): Block {
  const isHere = ({ message }: Recalled) => message.lane === style.lane
  const here = blockFor(hits.filter(isHere), 'earlier lines that may matter now')
  const elsewhere = blockFor(
    hits.filter((hit) => !isHere(hit)),
    'from other threads',
  )
  const parts: Block['parts'] = []
  const leftOut: Block['leftOut'] = []
  let left = lessBy(room, GAP)
  for (const hit of hits) {
    const { message, reason } = hit
    const block = isHere(hit) ? here : elsewhere
    // Most of a long list finds no room; those are not worth rendering.
    const hopeless = message.text.length > left.chars && message.text.length <= room.chars
    const entry = hopeless ? undefined : entryFor(message, block)
    if (entry && block.timeline.place(entry, left)) {
      left = lessBy(room, sumOf(here.timeline.size(), elsewhere.timeline.size(), GAP))
      parts.push({ kind: 'recalled', reason, size: entry.size, messages: [message.id], trust: message.trust })
    } else leftOut.push({ id: message.id, reason: 'it was recalled, but there is no room left for it' })
  }
  const xml = joinBlocks([here.timeline.render(), elsewhere.timeline.render()])
  return { xml, size: joinedSize([here.timeline.size(), elsewhere.timeline.size()]), parts, leftOut }

  function blockFor(found: Recalled[], note: string): RecalledBlock {
    const messages = found.map(({ message }) => message)
    const block = blockOf('recalled', { ...style, botChars: 0 }, messages, { note })
    return { timeline: createTimeline(block.frame), style: block.style }
  }

  /** One that could not stand whole even if it were alone is shown by its two ends, in half of the room. */
  function entryFor(message: PastMessage, { timeline, style }: RecalledBlock): Entry {
    const whole = lineEntry(message, style)
    const alone = fitsInto(sumOf(whole.size, FRAME), room)
    if (alone || timeline.size().chars > room.chars / 2) return whole
    return lineEntry(message, style, { limit: Math.floor(Math.min(room.chars, room.cents / 25) / 2) })
  }
}

interface RecalledBlock {
  timeline: Timeline
  style: Style
}

/** About what the tags around a single line take. */
const FRAME: Size = { cents: 6000, chars: 180, bytes: 180 }
