import { type ReadonlySignal, signal } from '@preact/signals'
import type { Api } from './api.ts'
import type { State } from './wire/wire.ts'

/** The model that answers, and what keeps it from answering. */
export interface ModelState {
  brain: ReadonlySignal<State['brain']>
  /** What keeps every message from being answered. */
  standstill: ReadonlySignal<State['standstill']>
  /** Learns which model answers now, after one was connected. */
  readBrain(): Promise<void>
  /** Asks a model again that was not available. Returns why that was impossible. */
  tryModel(name: string): Promise<string | undefined>
}

export interface TakenModelState extends ModelState {
  take(state: State): void
}

export function createModelState(api: Pick<Api, 'post' | 'state'>, first: State): TakenModelState {
  const brain = signal(first.brain)
  const standstill = signal(first.standstill)
  function take(state: State): void {
    brain.value = state.brain
    standstill.value = state.standstill
  }
  async function readBrain(): Promise<void> {
    const state = await api.state()
    if (state.status === 'ok') take(state.value)
  }
  return {
    brain,
    standstill,
    take,
    readBrain,
    async tryModel(name) {
      const answer = await api.post('/api/health/try', { brain: name })
      if (answer.status !== 'ok') return answer.error
      await readBrain()
      return undefined
    },
  }
}
