import type { Lane } from '../../domain/ids.ts'
import type { Bound, HistorySource, LaneMarks } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import type { Continuation } from './continuation.ts'

/** This lane's messages that may be shown one by one, each list newest first. */
export interface LaneCandidates {
  /** The conversation that is going on. */
  active: PastMessage[]
  /** The last `lookback_count` before it. */
  earlier: PastMessage[]
  /** The first one that is not looked at any more. */
  beyond: PastMessage | undefined
}

export interface CandidateFacts {
  lane: Lane
  bound: Bound
  marks: LaneMarks
  /** What is asked now is not past. */
  own: ReadonlySet<number>
  lookbackCount: number
  alwaysIncludeRecent: number
  activeMinutes: number
  /** More characters than this could not be shown anyway. */
  mostChars: number
}

const PAGE = 60

/** Reads the lane backwards, and no further than it can be shown: an active conversation may be very long. */
export function gatherLaneCandidates(
  source: HistorySource,
  facts: CandidateFacts,
  { active: goesOn }: Continuation,
): LaneCandidates {
  const { lookbackCount, alwaysIncludeRecent, mostChars } = facts
  const found: LaneCandidates = { active: [], earlier: [], beyond: undefined }
  let read = 0
  let chars = 0
  let newer: PastMessage | undefined
  let inActive = goesOn
  for (const message of backwards(source, facts)) {
    inActive &&= newer === undefined || isSameConversation(newer, message, facts)
    const enough = !inActive && found.earlier.length >= lookbackCount
    // One message may be larger than everything that is shown, and the next ones still find room beside its ends.
    const tooMuch = chars > mostChars && read >= PAGE
    if ((enough || tooMuch) && read >= alwaysIncludeRecent) return { ...found, beyond: message }
    const list = inActive ? found.active : found.earlier
    list.push(message)
    read += 1
    chars += message.text.length
    newer = message
  }
  return found
}

function* backwards(source: HistorySource, { lane, bound, marks, own }: CandidateFacts): Iterable<PastMessage> {
  let olderThan: PastMessage | undefined
  for (;;) {
    const page = { limit: PAGE, ...(olderThan && { olderThan }), ...(marks.clearedAt && { after: marks.clearedAt }) }
    const messages = source.messages(lane, bound, page)
    yield* messages.filter((message) => !own.has(message.id))
    olderThan = messages.at(-1)
    if (messages.length < PAGE) return
  }
}

/** /new parts what the clock would hold together, /continue joins what it would part. The later of the two counts. */
function isSameConversation(newer: PastMessage, older: PastMessage, { marks, activeMinutes }: CandidateFacts): boolean {
  const isBetween = (mark: Date | undefined) => mark !== undefined && mark >= older.at && mark <= newer.at
  const { newAt, continueAt } = marks
  const later = newAt && continueAt && newAt > continueAt ? newAt : (continueAt ?? newAt)
  if (isBetween(later)) return later === continueAt
  if (newer.conversation !== undefined && older.conversation !== undefined) {
    return newer.conversation === older.conversation
  }
  return newer.at.getTime() - older.at.getTime() <= activeMinutes * 60_000
}
