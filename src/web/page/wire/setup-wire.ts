import type { ConnectionName, Connections } from './settings-wire.ts'

/** The steps of the setup, in order, for the page and the terminal. */
export const setupSteps = ['brain', 'channel', 'name', 'timezone', 'briefing', 'service'] as const

export type SetupStep = (typeof setupSteps)[number]

/** Steps with a single answer. */
export const answerSteps = ['name', 'timezone', 'briefing'] as const satisfies SetupStep[]

export type AnswerStep = (typeof answerSteps)[number]

/** Steps with connections. One of them is enough. */
export const connectionsOfStep = {
  brain: ['claude', 'provider'],
  channel: ['telegram', 'talk', 'email'],
} as const satisfies Partial<Record<SetupStep, ConnectionName[]>>

export interface SetupStepState {
  step: SetupStep
  isDone: boolean
  /** What is saved, or the default. */
  value: string
}

/** A step as the page shows it. */
export interface ListedSetupStep extends SetupStepState {
  /** The saved answer differs from the one in use until the next start. */
  isWaiting: boolean
}

export interface SetupState extends Connections {
  steps: ListedSetupStep[]
}

/** The result of an answer. */
export interface SetupAnswered extends SetupState {
  says: string[]
}

/** The result of writing to the owner. */
export interface SetupHello {
  says: string[]
}
