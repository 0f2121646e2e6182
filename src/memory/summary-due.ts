/** When the past of a lane is summarised: as soon as one of the first three limits is exceeded. */
export interface Triggers {
  messages: number
  tokens: number
  hours: number
  /** This many of the lane's last messages are never summarised. */
  keepRecent: number
}

/** One message that no summary covers yet. */
export interface UncoveredMessage {
  id: number
  at: Date
  conversation: number | undefined
  tokens: number
}

/** The messages of a lane that no summary covers yet. */
export interface LaneBacklog {
  /** In the order of storage, which is not always the order of time. */
  uncovered: UncoveredMessage[]
  /** The conversation that is going on, if any. */
  active: number | undefined
  /** The first of the lane's last messages; from here on nothing is summarised. */
  keepFrom: number
}

export interface SummaryDue {
  /** Why a summary is due now; undefined if it is not. */
  reason: string | undefined
  /** When it will be due by age; undefined if there are too few messages. */
  at: Date | undefined
  /** The messages outside the active conversation without a summary. */
  messages: number
  tokens: number
}

const HOUR_MS = 3_600_000
/** Fewer messages are better read in full, so they wait for more. */
const MIN_SUMMARISED_MESSAGES = 10

/**
 * Whether the past of a lane must be summarised now, and otherwise when at the latest. Only what can be summarised is
 * due: imported messages may have to wait for messages stored before them whose conversation is still going on.
 */
export function checkSummaryDue(backlog: LaneBacklog, triggers: Triggers, now: Date): SummaryDue {
  const { uncovered, active } = backlog
  const outside = uncovered.filter(({ conversation }) => active === undefined || conversation !== active)
  const tokens = outside.reduce((sum, message) => sum + message.tokens, 0)
  const open = { messages: outside.length, tokens }
  const times = messagesToSummarise(uncovered, backlog, false).map((message) => message.at.getTime())
  if (times.length < MIN_SUMMARISED_MESSAGES) return { ...open, reason: undefined, at: undefined }
  const at = new Date(Math.min(...times) + triggers.hours * HOUR_MS)
  if (outside.length > triggers.messages) return { reason: `more than ${triggers.messages} messages`, at, ...open }
  if (tokens > triggers.tokens) return { reason: `more than ${triggers.tokens} tokens`, at, ...open }
  return { reason: at <= now ? `older than ${triggers.hours} hours` : undefined, at, ...open }
}

/**
 * The messages that may be summarised: all except the lane's last ones and, unless `everything` is set, the active
 * conversation. A summary covers a range of ids, so it ends before the first message that may not be summarised.
 */
export function messagesToSummarise<T extends Pick<UncoveredMessage, 'id' | 'conversation'>>(
  uncovered: T[],
  { active, keepFrom }: Pick<LaneBacklog, 'active' | 'keepFrom'>,
  everything: boolean,
): T[] {
  const end = uncovered.findIndex(
    ({ id, conversation }) => id >= keepFrom || (!everything && active !== undefined && conversation === active),
  )
  return end === -1 ? uncovered : uncovered.slice(0, end)
}
