import type { Failure, FailureClass } from '../../spawner.ts'

/** What can come of a turn, a little finer than the classes: some of one class ask for a sentence of their own. */
export type Verdict = FailureClass | 'empty' | 'answer too long' | 'not signed in' | 'misuse' | 'outdated' | 'exhausted'

/** What each verdict means to the queue, and in words to the person. */
export const meanings: Record<Verdict, Pick<Failure, 'class' | 'retry' | 'sentence' | 'forOwner'>> = {
  missing: {
    class: 'missing',
    retry: false,
    sentence:
      'The claude program could not be started here. The owner can install it, or set [brain.claude] command to where it is; "skein doctor" tells more.',
    forOwner:
      'The claude program could not be started here. Install it, or set [brain.claude] command to where it is; "skein doctor" tells more.',
  },
  misuse: {
    class: 'missing',
    retry: false,
    sentence: 'The installed claude program does not know an option it needs. The owner should update it.',
    forOwner: 'The installed claude program does not know an option it needs. Update it.',
  },
  outdated: {
    class: 'missing',
    retry: false,
    sentence: 'The installed claude program is too old to take this much context. The owner should update it.',
    forOwner: 'The installed claude program is too old to take this much context. Update it.',
  },
  stale: {
    class: 'stale',
    retry: true,
    sentence: 'The conversation could not be taken up where it was left. Please ask again.',
  },
  'not signed in': {
    class: 'auth',
    retry: false,
    sentence: 'Claude is not signed in. The owner can set [brain.claude] api_key or oauth_token, then ask again.',
    forOwner:
      'Claude is not signed in. Set [brain.claude] api_key or oauth_token ("skein setup claude" does it), then ask again.',
  },
  auth: {
    class: 'auth',
    retry: false,
    sentence: 'Claude did not accept our credential. The owner should check the key or sign in again, then ask again.',
    forOwner:
      'Claude did not accept our credential. Check the key or sign in again ("skein setup claude"), then ask again.',
  },
  billing: {
    class: 'billing',
    retry: false,
    sentence: 'The Claude account has no credit left. The owner can add credit, then ask again.',
    forOwner: 'The Claude account has no credit left. Add credit, then ask again.',
  },
  rate_limit: {
    class: 'rate_limit',
    retry: true,
    sentence: 'Claude is limiting how much we may ask. Please try again in a few minutes.',
  },
  overloaded: {
    class: 'overloaded',
    retry: true,
    sentence: 'Claude is overloaded at the moment. Please try again in a few minutes.',
  },
  network: {
    class: 'network',
    retry: true,
    sentence: 'Claude could not be reached over the network. Please try again; if it lasts, check the connection.',
  },
  server: {
    class: 'server',
    retry: true,
    sentence: 'Claude had a problem on its side. Please try again in a moment.',
  },
  model: {
    class: 'model',
    retry: false,
    sentence: 'The configured model does not exist or is not open to this account. The owner can choose another one.',
    forOwner:
      'The configured model does not exist or is not open to this account. Choose another one: [brain.claude] model.',
  },
  overflow: {
    class: 'overflow',
    retry: false,
    sentence: 'This is more text than the model can take in at once. Start a new conversation or send less.',
  },
  too_large: {
    class: 'too_large',
    retry: false,
    sentence: 'The message with all that belongs to it is too large for Claude. Please send less.',
  },
  'answer too long': {
    class: 'too_large',
    retry: false,
    sentence: 'The answer grew longer than Claude may write in one go. Please ask for it in parts.',
  },
  refusal: {
    class: 'refusal',
    retry: false,
    sentence: 'Claude declined to answer this. You can put it in other words and ask again.',
  },
  max_turns: {
    class: 'max_turns',
    retry: false,
    sentence:
      'This took more steps than one answer may take, so I stopped it. Please ask for a smaller piece of the work.',
    forOwner:
      'This took more steps than one answer may take, so I stopped it. Ask for a smaller piece of the work, or raise [brain.claude] max_requests.',
  },
  budget: {
    class: 'budget',
    retry: false,
    sentence:
      'This used up the money that one answer may cost, so I stopped it. Please ask for a smaller piece of the work.',
    forOwner:
      'This used up the money that one answer may cost, so I stopped it. Ask for a smaller piece of the work, or raise [brain.claude] max_usd.',
  },
  invalid: {
    class: 'invalid',
    retry: false,
    sentence: 'Claude did not accept the request. Put it in other words; if that does not help, tell the owner.',
    forOwner: 'Claude did not accept the request. Put it in other words; if that does not help, the log says more.',
  },
  empty: {
    class: 'invalid',
    retry: true,
    sentence: 'Claude gave an empty answer. Please ask again.',
  },
  crash: {
    class: 'crash',
    retry: true,
    sentence: 'The claude program stopped before it had answered. Please try again.',
  },
  exhausted: {
    class: 'crash',
    retry: true,
    sentence:
      'This machine has no room for another process or file at the moment. Please try again; if it lasts, the owner should look at what fills it.',
  },
  hang: {
    class: 'hang',
    retry: true,
    sentence: 'Claude stopped responding and was ended. Please try again.',
  },
  flood: {
    class: 'flood',
    retry: false,
    sentence: 'The claude program produced far too much output and was ended. Please ask for less at once.',
  },
}
