/** What is said in one round: its share of the messages, or as many of them as fit into its share of the time. */
export interface Round {
  /** False when enough was said. */
  take(): boolean
  said(): number
  isHalfOver(): boolean
}

export interface RoundPlan {
  /** In order, from 0. */
  round: number
  rounds: number
  /** Of all rounds together. */
  messages: number
  saidBefore: number
  /** Of all rounds together; it began with the first one. */
  durationMs: number
  passedMs(): number
  /** So many are said even if the rounds before took the time of this one. */
  least: number
}

/**
 * Every round gets its share of the time, so that also a machine that is too slow for all messages has gone through all
 * restarts at the end, and then through a long time without any.
 */
export function beginRound(plan: RoundPlan): Round {
  const { round, rounds, messages, saidBefore, durationMs, passedMs, least } = plan
  const share = Math.ceil((messages - saidBefore) / (rounds - round))
  const beginsAt = passedMs()
  const endsAt = (durationMs * (round + 1)) / rounds
  let said = 0
  return {
    take() {
      const hasTime = passedMs() < endsAt || said < least
      if (said >= share || !hasTime) return false
      said += 1
      return true
    },
    said: () => said,
    isHalfOver: () => said >= share / 2 || passedMs() >= (beginsAt + endsAt) / 2,
  }
}
