import type { Lane } from '../../domain/ids.ts'
import type { Bound, HistorySource, LaneMarks } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import type { Continuation } from './continuation.ts'

/** This lane's messages that may be shown one by one, each list newest first. */
export interface LaneCandidates {
  /** The messages of the current conversation. */
  active: PastMessage[]
  /** The last `lookback_count` messages before it. */
  earlier: PastMessage[]
  /** The newest message that was not read. */
  newestUnread: PastMessage | undefined
}

export interface CandidateFacts {
  lane: Lane
  bound: Bound
  marks: LaneMarks
  /** The messages to answer now, which are not part of the past. */
  questionIds: ReadonlySet<number>
  lookbackCount: number
  alwaysIncludeRecent: number
  activeMinutes: number
  /** Reading stops here, because more characters could not be shown. */
  maxChars: number
}

const PAGE_MESSAGES = 60

/** Reads the lane backwards, as far as it can be shown. An active conversation may be very long. */
export function gatherLaneCandidates(
  source: HistorySource,
  facts: CandidateFacts,
  { active: hasActive }: Continuation,
): LaneCandidates {
  const { lookbackCount, alwaysIncludeRecent, maxChars } = facts
  const candidates: LaneCandidates = { active: [], earlier: [], newestUnread: undefined }
  let read = 0
  let chars = 0
  let newer: PastMessage | undefined
  let inActive = hasActive
  for (const message of newestFirst(source, facts)) {
    inActive &&= newer === undefined || isSameConversation(newer, message, facts)
    const hasEnough = !inActive && candidates.earlier.length >= lookbackCount
    // A message may be longer than everything that can be shown. It is cut then, so older ones may still fit.
    const isTooLong = chars > maxChars && read >= PAGE_MESSAGES
    if ((hasEnough || isTooLong) && read >= alwaysIncludeRecent) return { ...candidates, newestUnread: message }
    const list = inActive ? candidates.active : candidates.earlier
    list.push(message)
    read += 1
    chars += message.text.length
    newer = message
  }
  return candidates
}

function* newestFirst(
  source: HistorySource,
  { lane, bound, marks, questionIds }: CandidateFacts,
): Iterable<PastMessage> {
  let olderThan: PastMessage | undefined
  for (;;) {
    const page = {
      limit: PAGE_MESSAGES,
      ...(olderThan && { olderThan }),
      ...(marks.clearedAt && { after: marks.clearedAt }),
    }
    const messages = source.messages(lane, bound, page)
    yield* messages.filter((message) => !questionIds.has(message.id))
    olderThan = messages.at(-1)
    if (messages.length < PAGE_MESSAGES) return
  }
}

/** /new splits a conversation and /continue joins two, whatever the time between them. The later command counts. */
function isSameConversation(newer: PastMessage, older: PastMessage, { marks, activeMinutes }: CandidateFacts): boolean {
  const isBetween = (mark: Date | undefined) => mark !== undefined && mark >= older.at && mark <= newer.at
  const { newAt, continueAt } = marks
  const latestMark = newAt && continueAt && newAt > continueAt ? newAt : (continueAt ?? newAt)
  if (isBetween(latestMark)) return latestMark === continueAt
  if (newer.conversation !== undefined && older.conversation !== undefined) {
    return newer.conversation === older.conversation
  }
  return newer.at.getTime() - older.at.getTime() <= activeMinutes * 60_000
}
