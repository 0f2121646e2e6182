import type { Failure, FailureClass } from '../../../spawner.ts'

/** What can come of a request, a little finer than the classes: some of one class ask for a sentence of their own. */
export type Verdict =
  | Exclude<FailureClass, 'missing' | 'stale' | 'max_turns' | 'budget'>
  | 'no key'
  | 'broken'
  | 'moved'

type Meaning = Pick<Failure, 'class' | 'retry' | 'sentence' | 'forOwner'>

/** What each verdict means to the queue, and in words to the person. `name` is that of the provider. */
export function meaningOf(verdict: Verdict, name: string): Meaning {
  const table = `[providers.${name}]`
  switch (verdict) {
    case 'no key':
      return {
        class: 'auth',
        retry: false,
        sentence: `There is no key for ${name}. The owner can set ${table} api_key, then ask again.`,
        forOwner: `There is no key for ${name}. Set ${table} api_key ("skein setup brain" does it), then ask again.`,
      }
    case 'auth':
      return {
        class: 'auth',
        retry: false,
        sentence: `${name} did not accept our key. The owner should check it, then ask again.`,
        forOwner: `${name} did not accept our key. Check ${table} api_key, then ask again.`,
      }
    case 'billing':
      return {
        class: 'billing',
        retry: false,
        sentence: `The account at ${name} has no credit left. The owner can add credit, then ask again.`,
        forOwner: `The account at ${name} has no credit left. Add credit, then ask again.`,
      }
    case 'rate_limit':
      return {
        class: 'rate_limit',
        retry: true,
        sentence: `${name} is limiting how much we may ask. Please try again in a few minutes.`,
      }
    case 'overloaded':
      return {
        class: 'overloaded',
        retry: true,
        sentence: `${name} is overloaded at the moment. Please try again in a few minutes.`,
      }
    case 'network':
      return {
        class: 'network',
        retry: true,
        sentence: `${name} could not be reached. Please try again; if it lasts, check that it runs and the connection to it.`,
      }
    case 'moved':
      return {
        class: 'network',
        retry: false,
        sentence: `${name} is at another address now. The owner can set it, then ask again.`,
        forOwner: `${name} sent me on to another address, where I did not go with our key. Check ${table} base_url, then ask again.`,
      }
    case 'server':
      return {
        class: 'server',
        retry: true,
        sentence: `${name} had a problem on its side. Please try again in a moment.`,
      }
    case 'model':
      return {
        class: 'model',
        retry: false,
        sentence: `${name} does not have the configured model, or it cannot do what is needed here. The owner can choose another one.`,
        forOwner: `${name} does not have the configured model, or it cannot use tools. Choose another one in ${table} models, and check base_url.`,
      }
    case 'overflow':
      return {
        class: 'overflow',
        retry: false,
        sentence: 'This is more text than the model can take in at once. Start a new conversation or send less.',
      }
    case 'too_large':
      return {
        class: 'too_large',
        retry: false,
        sentence: `The message with all that belongs to it is too large for ${name}. Please send less.`,
      }
    case 'refusal':
      return {
        class: 'refusal',
        retry: false,
        sentence: 'The model declined to answer this. You can put it in other words and ask again.',
      }
    case 'invalid':
      return {
        class: 'invalid',
        retry: false,
        sentence: `${name} did not accept the request. Put it in other words; if that does not help, tell the owner.`,
        forOwner: `${name} did not accept the request. Put it in other words; if that does not help, the log says more.`,
      }
    case 'broken':
      return {
        class: 'invalid',
        retry: true,
        sentence: `The answer of ${name} broke off or could not be read. Please ask again.`,
      }
    case 'crash':
      return { class: 'crash', retry: true, sentence: 'The answer was stopped before it was done. Please try again.' }
    case 'hang':
      return { class: 'hang', retry: true, sentence: `${name} stopped responding. Please try again.` }
    case 'flood':
      return {
        class: 'flood',
        retry: false,
        sentence: 'The answer grew far too long and was ended. Please ask for less at once.',
      }
  }
}
