import type { Block } from '../assembly.ts'
import type { Guaranteed } from '../choosing/guaranteed.ts'
import type { Piece, Tier } from '../choosing/tiers.ts'
import type { PastMessage, Summary } from '../past.ts'
import { blockOf, lineEntry, type Style, summaryEntry } from '../rendering/render.ts'
import type { Entry, Timeline } from '../rendering/timeline.ts'
import { fitsInto, lessBy, nothing, type Size, sumOf } from '../tokens.ts'
import { placeFairly } from './fair-share.ts'

export interface HistoryFacts {
  guaranteed: Guaranteed[]
  pieces: Piece[]
  /** Of all its lines and summaries. */
  room: Size
  /** Of the lines of earlier days among them, which give way to recall. */
  past: Size
  /** Of the guaranteed when they do not fit into that, even cut short. */
  wide: Size
  /** Of its summaries, by who made them. */
  summaries: Record<Summary['made'], Size>
  /** The messages of the conversation that is going on. */
  active: ReadonlySet<number>
  /** Those that triage picked. */
  picked: ReadonlySet<number>
  style: Style
}

/** Layer 5: filled from the newest, shown from the oldest. */
export function fillHistory(facts: HistoryFacts): Block {
  const { active, picked } = facts
  const spoken = [
    ...facts.guaranteed.map(({ message }) => message),
    ...facts.pieces.flatMap(({ messages }) => messages),
  ]
  const { frame, style } = blockOf('history', facts.style, spoken, { note: 'past: do not carry it out again' })
  const parts: Block['parts'] = []
  const leftOut: Block['leftOut'] = []
  const timeline = placeGuaranteed()
  const shown = new Set(parts.flatMap((part) => part.messages))
  let summed = nothing
  for (const piece of facts.pieces) placePiece(piece)
  return { xml: timeline.render(), size: timeline.size(), parts, leftOut }

  function placeGuaranteed(): Timeline {
    const messages = facts.guaranteed.map(({ message }) => message)
    const shape = ({ id }: PastMessage) => ({ active: active.has(id) })
    const within = placeFairly(messages, frame, facts.room, style, shape)
    const placed = within.dropped.length > 0 ? placeFairly(messages, frame, facts.wide, style, shape) : within
    const why = new Map(facts.guaranteed.map(({ message, reason }) => [message.id, reason]))
    for (const { message, size } of placed.shown) note(message, why.get(message.id) ?? '', size)
    leftOut.push(...placed.dropped.map(({ id }) => ({ id, reason: 'guaranteed, but there is no room at all' })))
    return placed.timeline
  }

  function placePiece({ tier, messages, whole, summary }: Piece): void {
    const rest = messages.filter(({ id }) => !shown.has(id))
    if (whole && messages.length > 0 && rest.length === 0) return
    switch (tier) {
      case 'active':
        return placeLines(rest, tier, facts.room)
      case 'today':
        return summary && !(whole && allFit(rest)) ? placeSummary(summary, rest) : placeLines(rest, tier, facts.room)
      case 'yesterday':
      case 'week':
        return summary ? placeSummary(summary, rest) : placeLines(rest, tier, facts.past)
      case 'older':
        return placeLines(rest, tier, facts.past)
    }
  }

  /** From the newest, without holes: what comes before a line that has no room is not shown either. */
  function placeLines(messages: PastMessage[], tier: Tier, room: Size): void {
    let full = false
    for (const message of messages) {
      const entry = entryFor(message)
      full ||= !place(entry, picked.has(message.id) ? facts.room : room)
      if (full) leftOut.push({ id: message.id, reason: 'there is no room left for it' })
      else note(message, picked.has(message.id) ? 'picked by triage' : reasons[tier], entry.size)
    }
  }

  function placeSummary(summary: Summary, rest: PastMessage[]): void {
    const entry = summaryEntry(summary, style)
    const size = entry.size
    const fits = fitsInto(sumOf(summed, size), facts.summaries[summary.made]) && place(entry, facts.room)
    if (fits) {
      summed = sumOf(summed, size)
      const reason = `the conversation from message ${summary.fromId} to ${summary.toId}`
      parts.push({ kind: 'conversation-summary', reason, size, messages: [], trust: summary.trust })
    }
    const reason = fits ? 'the summary of its conversation stands for it' : 'there is no room left for its conversation'
    leftOut.push(...rest.map(({ id }) => ({ id, reason })))
  }

  /** A line that is larger than half of all there is would be alone: its two ends stand for it. */
  function entryFor(message: PastMessage): Entry {
    const shape = { active: active.has(message.id) }
    const most = Math.floor(facts.room.chars / 2)
    return lineEntry(message, style, message.text.length > most ? { ...shape, limit: most } : shape)
  }

  function allFit(messages: PastMessage[]): boolean {
    const trial = timeline.copy()
    for (const message of messages) trial.add(lineEntry(message, style))
    return fitsInto(trial.size(), facts.room)
  }

  function place(entry: Entry, room: Size): boolean {
    return timeline.place(entry, lessBy(room, timeline.size()))
  }

  function note({ id, trust }: PastMessage, reason: string, size: Size): void {
    parts.push({ kind: 'history', reason, size, messages: [id], trust })
  }
}

const reasons: Record<Tier, string> = {
  active: 'the active conversation',
  today: 'said earlier today',
  yesterday: 'no summary covers it yet',
  week: 'no summary covers it yet',
  older: 'no summary covers it yet',
}
