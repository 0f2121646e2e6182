import type { Block } from './assembly.ts'
import type { Recalled } from './history-source.ts'
import { GAP, joinBlocks, joinedSize } from './joining.ts'
import { frameOf, lineEntry, type Style } from './render.ts'
import { createTimeline, type Entry, type Timeline } from './timeline.ts'
import { fitsInto, lessBy, type Size, sumOf } from './tokens.ts'

/** Layer 4: the best hits that fit, each whole; dated and in the order of time, this lane first. */
export function fillRecalled(hits: Recalled[], room: Size, style: Style): Block {
  const here = createTimeline(frameOf('recalled', style, { note: 'earlier lines that may matter now' }))
  const elsewhere = createTimeline(frameOf('recalled', style, { note: 'from other threads' }))
  const parts: Block['parts'] = []
  const leftOut: Block['leftOut'] = []
  let left = lessBy(room, GAP)
  for (const { message, reason } of hits) {
    const timeline = message.lane === style.lane ? here : elsewhere
    // Most of a long list finds no room; those are not worth rendering.
    const hopeless = message.text.length > left.chars && message.text.length <= room.chars
    const entry = hopeless ? undefined : entryFor(message, timeline)
    if (entry && timeline.place(entry, left)) {
      left = lessBy(room, sumOf(here.size(), elsewhere.size(), GAP))
      parts.push({ kind: 'recalled', reason, size: entry.size, messages: [message.id], trust: message.trust })
    } else leftOut.push({ id: message.id, reason: 'it was recalled, but there is no room left for it' })
  }
  const xml = joinBlocks([here.render(), elsewhere.render()])
  return { xml, size: joinedSize([here.size(), elsewhere.size()]), parts, leftOut }

  /** One that could not stand whole even if it were alone is shown by its two ends, in half of the room. */
  function entryFor(message: Recalled['message'], timeline: Timeline): Entry {
    const whole = lineEntry(message, { ...style, botChars: 0 })
    const alone = fitsInto(sumOf(whole.size, FRAME), room)
    if (alone || timeline.size().chars > room.chars / 2) return whole
    return lineEntry(message, style, { limit: Math.floor(Math.min(room.chars, room.cents / 25) / 2) })
  }
}

/** About what the tags around a single line take. */
const FRAME: Size = { cents: 6000, chars: 180, bytes: 180 }
