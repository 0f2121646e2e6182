import type { ModelMessage } from 'ai'

/** What Anthropic is told to keep up to here. The others keep what they like, and pass over it. */
export const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * Marks the end of what is sent, for the next request to begin with; and the end of the request before, because the
 * service looks for it only twenty blocks back from a mark, and one answer with its results can have more.
 */
export function markMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const last = messages.length - 1
  const before = messages.findLastIndex(({ role }) => role === 'assistant') - 1
  return messages.map((message, at) => (at === last || at === before ? marked(message) : message))
}

function marked(message: ModelMessage): ModelMessage {
  return { ...message, providerOptions: { ...message.providerOptions, ...cacheMark } }
}
