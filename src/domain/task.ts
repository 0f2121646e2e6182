export const taskKinds = ['reply', 'scheduled', 'briefing', 'heartbeat', 'compaction', 'triage'] as const
export type TaskKind = (typeof taskKinds)[number]

/** States in which a task can still change by itself or by a person. */
export const liveStates = ['queued', 'leased', 'running', 'waiting', 'retry', 'interrupted'] as const

/** Exactly one of these ends every accepted message. */
export const endStates = ['answered', 'refused', 'cancelled', 'expired', 'failed', 'quarantined'] as const

export const taskStates = [...liveStates, ...endStates] as const
export type TaskState = (typeof taskStates)[number]
export type EndState = (typeof endStates)[number]

export function isEnd(state: TaskState): state is EndState {
  return endStates.some((end) => end === state)
}
