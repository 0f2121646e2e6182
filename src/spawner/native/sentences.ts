import type { Failure } from '../spawner.ts'

// Failures of a turn as a whole; what a provider says of one request is told where it is asked.

export const refused: Failure = {
  class: 'refusal',
  sentence: 'The model declined to answer this. Please put it another way.',
  retry: false,
}

export const empty: Failure = {
  class: 'invalid',
  sentence: 'The model answered with nothing, more than once.',
  retry: true,
}

export const turning: Failure = {
  class: 'max_turns',
  sentence:
    'The model went round in circles, using the same tool on the same thing, so I stopped it. Please say it another way.',
  retry: false,
}

export function tooManySteps(steps: number): Failure {
  return {
    class: 'max_turns',
    sentence: `This took more than ${steps} steps, so I stopped it. Please ask for a part of it.`,
    forOwner: `This took more than ${steps} steps, so I stopped it. Ask for a part of it, or allow more with "config native.max_steps".`,
    retry: false,
  }
}

/** Before any text: the caller opens another session in the same turn. */
export const staleSession: Failure = {
  class: 'stale',
  sentence: 'The session is not there any more.',
  retry: true,
}

export function noModel(role: string): Failure {
  return {
    class: 'model',
    sentence: 'No model is set for this. Please tell the owner.',
    forOwner: `No model is set for "${role}"; name one under [providers.NAME.models].`,
    retry: false,
  }
}
