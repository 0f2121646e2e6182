/** When the past of a lane goes into its summary. */
export interface Triggers {
  messages: number
  tokens: number
  hours: number
  /** So many of the lane's last messages are never taken. */
  keepRecent: number
}

/** One message that no summary covers yet. */
export interface Uncovered {
  id: number
  at: Date
  /** The conversation it belongs to. */
  conversation: number | undefined
  tokens: number
}

/** How a lane stands. */
export interface LaneStand {
  /** In the order they were stored in, which is not always that of time. */
  uncovered: Uncovered[]
  /** The conversation that is going on, if one is. */
  active: number | undefined
  /** The first of the lane's last messages; from here on nothing is taken. */
  keepFrom: number
}

export interface Due {
  /** Why it is time; undefined while it is not. */
  why: string | undefined
  /** When age alone will make it time; undefined when there is too little to take. */
  at: Date | undefined
  /** What is outside the active conversation and in no summary. */
  messages: number
  tokens: number
}

const HOUR_MS = 3_600_000
/** Fewer are better read than told; they wait for more. */
const FEWEST_LINES = 10

/**
 * Whether the past of a lane is to be summarised now, and if not, when at the latest. Only what can be taken is ever due:
 * what was brought in from long ago may have to wait behind lines that were stored before it and are still going on.
 */
export function dueOf(stand: LaneStand, triggers: Triggers, now: Date): Due {
  const { uncovered, active } = stand
  const outside = uncovered.filter(({ conversation }) => active === undefined || conversation !== active)
  const tokens = outside.reduce((sum, message) => sum + message.tokens, 0)
  const open = { messages: outside.length, tokens }
  const times = takeable(uncovered, stand, false).map((message) => message.at.getTime())
  if (times.length < FEWEST_LINES) return { ...open, why: undefined, at: undefined }
  const at = new Date(Math.min(...times) + triggers.hours * HOUR_MS)
  if (outside.length > triggers.messages) return { why: `more than ${triggers.messages} messages`, at, ...open }
  if (tokens > triggers.tokens) return { why: `more than ${triggers.tokens} tokens`, at, ...open }
  return { why: at <= now ? `older than ${triggers.hours} hours` : undefined, at, ...open }
}

/**
 * Those that may be taken: all but the lane's last. What is going on is left alone, unless somebody wants room now.
 * A gap in the middle would be covered by the range of the summary without being in it, so the first one that stays
 * ends it.
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
