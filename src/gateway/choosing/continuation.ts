import type { LaneMarks } from '../history-source.ts'

/** Whether a message goes on with a conversation, and why; the reason is for people. */
export interface Continuation {
  continues: boolean
  /** Whether the conversation of the last line is still going on, apart from what this message points at. */
  active: boolean
  /** It is no part of any conversation: a job asks. */
  background?: true
  reason: string
}

export interface ContinuationFacts {
  now: Date
  /** When something was last said in the lane. */
  lastAt: Date | undefined
  /** When what this message replies to was said. */
  replyTo: Date | undefined
  /** The lane is a topic of its own. */
  topic: boolean
  marks: Pick<LaneMarks, 'newAt' | 'continueAt'>
  activeMinutes: number
}

/** The newest sign of the person's will counts: a reply, then /new or /continue, then the clock. */
export function decideContinuation(facts: ContinuationFacts): Continuation {
  const { now, lastAt, replyTo, topic } = facts
  const live = livingBy(facts)
  if (replyTo) {
    return { continues: true, active: live.active, reason: `it replies to a message from ${span(replyTo, now)} ago` }
  }
  if (!lastAt) return { ...live, reason: `nothing was said ${topic ? 'in this topic' : 'here'} before` }
  return live
}

function livingBy({ now, lastAt, marks, activeMinutes, topic }: ContinuationFacts): Continuation {
  const { newAt, continueAt } = marks
  const ended = { continues: false, active: false }
  const going = { continues: true, active: true }
  if (!lastAt) return { ...ended, reason: 'nothing was said' }
  const taken = continueAt && (!newAt || continueAt > newAt) ? continueAt : undefined
  if (newAt && newAt >= lastAt && !taken) return { ...ended, reason: 'a new conversation was asked for' }
  const quiet = `the last line${topic ? ' in this topic' : ''} is ${span(lastAt, now)} old`
  if (minutesBetween(lastAt, now) <= activeMinutes) return { ...going, reason: quiet }
  // Taking a conversation up again counts as a line just said, so it runs out in the same way.
  if (taken && taken >= lastAt && minutesBetween(taken, now) <= activeMinutes) {
    return { ...going, reason: 'the person asked to go on' }
  }
  return { ...ended, reason: `${quiet}, more than ${activeMinutes} minutes` }
}

function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 60_000
}

function span(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.round(minutesBetween(from, to)))
  if (minutes === 0) return 'less than a minute'
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
