import type { Failure, FailureClass } from '../../spawner.ts'

/** The possible failures of a turn. Finer than the classes, because some failures of one class need their own text. */
export type Verdict = FailureClass | 'empty' | 'answer too long' | 'not signed in' | 'misuse' | 'outdated' | 'exhausted'

/** What each failure means for the queue, and its text for the person. */
export const meanings: Record<Verdict, Pick<Failure, 'class' | 'retry' | 'what' | 'advice' | 'ownerAdvice'>> = {
  missing: {
    class: 'missing',
    retry: false,
    what: 'The claude program could not be started here.',
    advice: 'The owner can install it, or set [brain.claude] command to where it is; "skein doctor" tells more.',
    ownerAdvice: 'Install it, or set [brain.claude] command to where it is; "skein doctor" tells more.',
  },
  misuse: {
    class: 'missing',
    retry: false,
    what: 'The installed claude program does not know an option it needs.',
    advice: 'The owner should update it.',
    ownerAdvice: 'Update it.',
  },
  outdated: {
    class: 'missing',
    retry: false,
    what: 'The installed claude program is too old to take this much context.',
    advice: 'The owner should update it.',
    ownerAdvice: 'Update it.',
  },
  stale: {
    class: 'stale',
    retry: true,
    what: 'The conversation could not be taken up where it was left.',
    advice: 'Please ask again.',
  },
  'not signed in': {
    class: 'auth',
    retry: false,
    what: 'Claude is not signed in.',
    advice: 'The owner can set [brain.claude] api_key or oauth_token, then ask again.',
    ownerAdvice: 'Set [brain.claude] api_key or oauth_token ("skein setup claude" does it), then ask again.',
  },
  auth: {
    class: 'auth',
    retry: false,
    what: 'Claude did not accept our credential.',
    advice: 'The owner should check the key or sign in again, then ask again.',
    ownerAdvice: 'Check the key or sign in again ("skein setup claude"), then ask again.',
  },
  billing: {
    class: 'billing',
    retry: false,
    what: 'The Claude account has no credit left.',
    advice: 'The owner can add credit, then ask again.',
    ownerAdvice: 'Add credit, then ask again.',
  },
  rate_limit: {
    class: 'rate_limit',
    retry: true,
    what: 'Claude is limiting how much we may ask.',
    advice: 'Please try again in a few minutes.',
  },
  overloaded: {
    class: 'overloaded',
    retry: true,
    what: 'Claude is overloaded at the moment.',
    advice: 'Please try again in a few minutes.',
  },
  network: {
    class: 'network',
    retry: true,
    what: 'Claude could not be reached over the network.',
    advice: 'Please try again; if it lasts, check the connection.',
  },
  server: {
    class: 'server',
    retry: true,
    what: 'Claude had a problem on its side.',
    advice: 'Please try again in a moment.',
  },
  model: {
    class: 'model',
    retry: false,
    what: 'The configured model does not exist or is not open to this account.',
    advice: 'The owner can choose another one.',
    ownerAdvice: 'Choose another one: [brain.claude] model.',
  },
  overflow: {
    class: 'overflow',
    retry: false,
    what: 'This is more text than the model can take in at once.',
    advice: 'Start a new conversation or send less.',
  },
  too_large: {
    class: 'too_large',
    retry: false,
    what: 'The message with all that belongs to it is too large for Claude.',
    advice: 'Please send less.',
  },
  'answer too long': {
    class: 'too_large',
    retry: false,
    what: 'The answer grew longer than Claude may write in one go.',
    advice: 'Please ask for it in parts.',
  },
  refusal: {
    class: 'refusal',
    retry: false,
    what: 'Claude declined to answer this.',
    advice: 'You can put it in other words and ask again.',
  },
  max_turns: {
    class: 'max_turns',
    retry: false,
    what: 'This took more steps than one answer may take, so I stopped it.',
    advice: 'Please ask for a smaller piece of the work.',
    ownerAdvice: 'Ask for a smaller piece of the work, or raise [brain.claude] max_requests.',
  },
  budget: {
    class: 'budget',
    retry: false,
    what: 'This used up the money that one answer may cost, so I stopped it.',
    advice: 'Please ask for a smaller piece of the work.',
    ownerAdvice: 'Ask for a smaller piece of the work, or raise [brain.claude] max_usd.',
  },
  invalid: {
    class: 'invalid',
    retry: false,
    what: 'Claude did not accept the request.',
    advice: 'Put it in other words; if that does not help, tell the owner.',
    ownerAdvice: 'Put it in other words; if that does not help, the log says more.',
  },
  empty: {
    class: 'invalid',
    retry: true,
    what: 'Claude gave an empty answer.',
    advice: 'Please ask again.',
  },
  crash: {
    class: 'crash',
    retry: true,
    what: 'The claude program stopped before it had answered.',
    advice: 'Please try again.',
  },
  exhausted: {
    class: 'crash',
    retry: true,
    what: 'This machine has no room for another process or file at the moment.',
    advice: 'Please try again; if it lasts, the owner should look at what fills it.',
  },
  hang: {
    class: 'hang',
    retry: true,
    what: 'Claude stopped responding and was ended.',
    advice: 'Please try again.',
  },
  flood: {
    class: 'flood',
    retry: false,
    what: 'The claude program produced far too much output and was ended.',
    advice: 'Please ask for less at once.',
  },
}
