export interface Continuation {
  continues: boolean
  reason: string
}

export interface ContinuationFacts {
  now: Date
  /** When something was last said in the lane. */
  lastAt: Date | undefined
  /** When the person asked for a new conversation. */
  anewSince: Date | undefined
  activeMs: number
}

/** Whether this message goes on with a conversation or begins one, and why. */
export function decideContinuation({ now, lastAt, anewSince, activeMs }: ContinuationFacts): Continuation {
  if (!lastAt) return { continues: false, reason: 'nothing was said here before' }
  if (anewSince && anewSince >= lastAt) return { continues: false, reason: 'the person asked for a new conversation' }
  const minutes = Math.round((now.getTime() - lastAt.getTime()) / 60_000)
  return now.getTime() - lastAt.getTime() <= activeMs
    ? { continues: true, reason: `the last line is ${minutes} minutes old` }
    : {
        continues: false,
        reason: `the last line is ${minutes} minutes old, which is more than ${Math.round(activeMs / 60_000)}`,
      }
}
