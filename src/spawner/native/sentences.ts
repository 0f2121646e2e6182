import type { Failure } from '../spawner.ts'

// Failures of a whole turn. Failures of one request to a provider are in providers/failures.

export const refused: Failure = {
  class: 'refusal',
  what: 'The model declined to answer this.',
  advice: 'Please put it another way.',
  retry: false,
}

export const empty: Failure = {
  class: 'invalid',
  what: 'The model answered with nothing, more than once.',
  retry: true,
}

export const turning: Failure = {
  class: 'max_turns',
  what: 'The model went round in circles, using the same tool on the same thing, so I stopped it.',
  advice: 'Please say it another way.',
  retry: false,
}

export function tooManySteps(steps: number): Failure {
  return {
    class: 'max_turns',
    what: `This took more than ${steps} steps, so I stopped it.`,
    advice: 'Please ask for a part of it.',
    ownerAdvice: 'Ask for a part of it, or allow more with "config native.max_steps".',
    retry: false,
  }
}

/** Sent before any text, so that the caller can open another session in the same turn. */
export const staleSession: Failure = {
  class: 'stale',
  what: 'The session is not there any more.',
  retry: true,
}

export function noModel(role: string): Failure {
  return {
    class: 'model',
    what: 'No model is set for this.',
    advice: 'Please tell the owner.',
    ownerAdvice: `Name one for "${role}" under [providers.NAME.models].`,
    retry: false,
  }
}
