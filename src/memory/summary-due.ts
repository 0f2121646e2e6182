/** When the past of a lane goes into its summary. */
export interface Triggers {
  messages: number
  tokens: number
  hours: number
  /** This many of the lane's last messages are never summarised. */
  keepRecent: number
}

/** One message that no summary covers yet. */
export interface Uncovered {
  id: number
  at: Date
  conversation: number | undefined
  tokens: number
}

/** The state of a lane. */
export interface LaneStand {
  /** In the order of storage, which is not always the order of time. */
  uncovered: Uncovered[]
  /** The conversation that is going on, if any. */
  active: number | undefined
  /** The first of the lane's last messages; from here on nothing is summarised. */
  keepFrom: number
}

export interface Due {
  /** Why a summary is due; undefined if it is not. */
  why: string | undefined
  /** When it will be due by age; undefined if there is too little. */
  at: Date | undefined
  /** The messages outside the active conversation without a summary. */
  messages: number
  tokens: number
}

const HOUR_MS = 3_600_000
/** Fewer lines are better read in full; they wait for more. */
const MIN_SUMMARISED_LINES = 10

/**
 * Whether the past of a lane must be summarised now, and otherwise when at the latest. Only what can be summarised is
 * due: imported lines may have to wait for earlier stored lines whose conversation still goes on.
 */
export function dueOf(stand: LaneStand, triggers: Triggers, now: Date): Due {
  const { uncovered, active } = stand
  const outside = uncovered.filter(({ conversation }) => active === undefined || conversation !== active)
  const tokens = outside.reduce((sum, message) => sum + message.tokens, 0)
  const open = { messages: outside.length, tokens }
  const times = takeable(uncovered, stand, false).map((message) => message.at.getTime())
  if (times.length < MIN_SUMMARISED_LINES) return { ...open, why: undefined, at: undefined }
  const at = new Date(Math.min(...times) + triggers.hours * HOUR_MS)
  if (outside.length > triggers.messages) return { why: `more than ${triggers.messages} messages`, at, ...open }
  if (tokens > triggers.tokens) return { why: `more than ${triggers.tokens} tokens`, at, ...open }
  return { why: at <= now ? `older than ${triggers.hours} hours` : undefined, at, ...open }
}

/**
 * The messages that may be summarised: all but the lane's last. The active conversation is left alone unless somebody
 * needs room now. A summary covers a range of ids, so the first message that stays ends it.
 */
export function takeable<T extends Pick<Uncovered, 'id' | 'conversation'>>(
  uncovered: T[],
  { active, keepFrom }: Pick<LaneStand, 'active' | 'keepFrom'>,
  everything: boolean,
): T[] {
  const end = uncovered.findIndex(
    ({ id, conversation }) => id >= keepFrom || (!everything && active !== undefined && conversation === active),
  )
  return end === -1 ? uncovered : uncovered.slice(0, end)
}
