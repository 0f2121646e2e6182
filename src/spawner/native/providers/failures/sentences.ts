import type { Failure, FailureClass } from '../../../spawner.ts'

/**
 * The possible failures of a request. Finer than the classes, because some failures of one class need their own text.
 */
export type Verdict =
  | Exclude<FailureClass, 'missing' | 'stale' | 'max_turns' | 'budget'>
  | 'no key'
  | 'broken'
  | 'moved'

type Meaning = Pick<Failure, 'class' | 'retry' | 'what' | 'advice' | 'ownerAdvice'>

/** What each failure means for the queue, and its text for the person. `name` is the provider. */
export function meaningOf(verdict: Verdict, name: string): Meaning {
  const table = `[providers.${name}]`
  switch (verdict) {
    case 'no key':
      return {
        class: 'auth',
        retry: false,
        what: `There is no key for ${name}.`,
        advice: `The owner can set ${table} api_key, then ask again.`,
        ownerAdvice: `Set ${table} api_key ("skein setup brain" does it), then ask again.`,
      }
    case 'auth':
      return {
        class: 'auth',
        retry: false,
        what: `${name} did not accept our key.`,
        advice: 'The owner should check it, then ask again.',
        ownerAdvice: `Check ${table} api_key, then ask again.`,
      }
    case 'billing':
      return {
        class: 'billing',
        retry: false,
        what: `The account at ${name} has no credit left.`,
        advice: 'The owner can add credit, then ask again.',
        ownerAdvice: 'Add credit, then ask again.',
      }
    case 'rate_limit':
      return {
        class: 'rate_limit',
        retry: true,
        what: `${name} is limiting how much we may ask.`,
        advice: 'Please try again in a few minutes.',
      }
    case 'overloaded':
      return {
        class: 'overloaded',
        retry: true,
        what: `${name} is overloaded at the moment.`,
        advice: 'Please try again in a few minutes.',
      }
    case 'network':
      return {
        class: 'network',
        retry: true,
        what: `${name} could not be reached.`,
        advice: 'Please try again; if it lasts, check that it runs and the connection to it.',
      }
    case 'moved':
      return {
        class: 'network',
        retry: false,
        what: `${name} is at another address now.`,
        advice: 'The owner can set it, then ask again.',
        ownerAdvice: `I did not go there with our key. Check ${table} base_url, then ask again.`,
      }
    case 'server':
      return {
        class: 'server',
        retry: true,
        what: `${name} had a problem on its side.`,
        advice: 'Please try again in a moment.',
      }
    case 'model':
      return {
        class: 'model',
        retry: false,
        what: `${name} does not have the configured model, or it cannot do what is needed here.`,
        advice: 'The owner can choose another one.',
        ownerAdvice: `It may be unable to use tools. Choose another one in ${table} models, and check base_url.`,
      }
    case 'overflow':
      return {
        class: 'overflow',
        retry: false,
        what: 'This is more text than the model can take in at once.',
        advice: 'Start a new conversation or send less.',
      }
    case 'too_large':
      return {
        class: 'too_large',
        retry: false,
        what: `The message with all that belongs to it is too large for ${name}.`,
        advice: 'Please send less.',
      }
    case 'refusal':
      return {
        class: 'refusal',
        retry: false,
        what: 'The model declined to answer this.',
        advice: 'You can put it in other words and ask again.',
      }
    case 'invalid':
      return {
        class: 'invalid',
        retry: false,
        what: `${name} did not accept the request.`,
        advice: 'Put it in other words; if that does not help, tell the owner.',
        ownerAdvice: 'Put it in other words; if that does not help, the log says more.',
      }
    case 'broken':
      return {
        class: 'invalid',
        retry: true,
        what: `The answer of ${name} broke off or could not be read.`,
        advice: 'Please ask again.',
      }
    case 'crash':
      return {
        class: 'crash',
        retry: true,
        what: 'The answer was stopped before it was done.',
        advice: 'Please try again.',
      }
    case 'hang':
      return { class: 'hang', retry: true, what: `${name} stopped responding.`, advice: 'Please try again.' }
    case 'flood':
      return {
        class: 'flood',
        retry: false,
        what: 'The answer grew far too long and was ended.',
        advice: 'Please ask for less at once.',
      }
  }
}
