import { type PastMessage, UNSTORED } from '../../gateway/past.ts'

type Said = Pick<PastMessage, 'chat' | 'lane' | 'name' | 'at' | 'text' | 'trust' | 'origin'>

/** A question that no stored message asks: one that is only imagined, or the instruction of a task. */
export function unstoredMessage(said: Said): PastMessage {
  return {
    ...said,
    id: UNSTORED,
    conversation: undefined,
    author: 'human',
    replyTo: undefined,
    actions: [],
    files: [],
  }
}
