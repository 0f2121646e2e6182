/** The steps of the setup, in order, for the page and the terminal. */
export const setupSteps = ['brain', 'channel', 'name', 'timezone', 'briefing'] as const

export type SetupStep = (typeof setupSteps)[number]

/** Steps with a single answer. The others are connections. */
export const answerSteps = ['name', 'timezone', 'briefing'] as const satisfies SetupStep[]

export type AnswerStep = (typeof answerSteps)[number]

export interface SetupStepState {
  step: SetupStep
  isDone: boolean
  /** What is set, or the default. */
  value?: string
}

export interface SetupState {
  steps: SetupStepState[]
  /** Only on the machine itself. */
  canChange: boolean
}

/** The result of an answer. */
export interface SetupAnswered extends SetupState {
  says: string
}
