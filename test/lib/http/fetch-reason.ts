import type { Fetched } from '../../../src/lib/http/guarded-fetch.ts'
import { fetchMessages } from '../../../src/messages/fetch-messages.ts'

/** The same with the words that a person reads about the problem. */
export function withReason(fetched: Fetched) {
  if (fetched.status === 'fetched') return fetched
  const { problem } = fetched
  return { status: 'failed' as const, reason: fetchMessages[problem.kind](problem).en }
}
