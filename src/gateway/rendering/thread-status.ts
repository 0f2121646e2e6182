import type { Continuation } from '../choosing/continuation.ts'
import { element } from './xml.ts'

export type Status = 'CONTINUATION' | 'NEW CONVERSATION' | 'BACKGROUND'

export function statusOf({ continues, background }: Continuation): Status {
  if (background) return 'BACKGROUND'
  return continues ? 'CONTINUATION' : 'NEW CONVERSATION'
}

/** Tells the model where it stands, so that nobody is greeted in the middle of a conversation. */
export function threadStatus(continuation: Continuation): string {
  const status = statusOf(continuation)
  return element('thread-status', {}, `${status}: ${words[status]}`)
}

const words: Record<Status, string> = {
  CONTINUATION: 'you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.',
  'NEW CONVERSATION': 'this begins anew or after a break. What was said before is shown for context.',
  BACKGROUND: 'a job runs at its time, apart from any conversation.',
}
