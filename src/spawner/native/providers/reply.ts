import { randomInt } from 'node:crypto'
import type { StreamTextResult, ToolSet } from 'ai'
import type { ToolCall } from '../session.ts'
import type { Finish } from './provider.ts'

/** How a stream ended. */
export type StreamEnding =
  | { kind: 'finished'; finish: Finish }
  /** The window was full before the model was done. */
  | { kind: 'full' }
  | { kind: 'error'; error: unknown }
  /** It ended without saying why. */
  | { kind: 'unfinished' }
  | { kind: 'flood' }

export interface ReplyDraft {
  text: string
  /** The model's thinking, if the service reports it. */
  thought: string
  calls: ToolCall[]
}

/** Receives each event of the stream. */
export interface ReplyListener {
  /** The model is working; pings do not count. */
  alive(): void
  /** The event as the service sent it. */
  raw(event: unknown): void
  text(text: string): void
}

/** A model that wants more is told to continue in its next reply. */
export const MAX_TOOL_CALLS_PER_REPLY = 25

/** No model writes this much; a server that does is broken. */
const MAX_REPLY_CHARS = 1_000_000

/** Reads a stream to its end into the draft. */
export async function readReply(
  stream: StreamTextResult<ToolSet, never>['fullStream'],
  draft: ReplyDraft,
  listener: ReplyListener,
): Promise<StreamEnding> {
  let ending: StreamEnding = { kind: 'unfinished' }
  let chars = 0
  for await (const part of stream) {
    if (part.type === 'raw') {
      listener.raw(part.rawValue)
      continue
    }
    if (part.type !== 'start') listener.alive()
    if (part.type === 'text-delta') {
      draft.text += part.text
      chars += part.text.length
      listener.text(draft.text)
    } else if (part.type === 'reasoning-delta') {
      draft.thought += part.text
      chars += part.text.length
    } else if (part.type === 'tool-input-delta') {
      chars += part.delta.length
    } else if (part.type === 'tool-call') {
      draft.calls.push({ id: callId(), name: part.toolName, input: toInput(part.input) })
      // One call beyond the limit is enough to refuse the rest.
      if (draft.calls.length > MAX_TOOL_CALLS_PER_REPLY) return { kind: 'finished', finish: 'calls' }
    } else if (part.type === 'error') {
      return { kind: 'error', error: part.error }
    } else if (part.type === 'finish-step') {
      ending = toEnding(part.finishReason, part.rawFinishReason, draft)
    }
    if (chars > MAX_REPLY_CHARS) return { kind: 'flood' }
  }
  return ending
}

function toEnding(reason: string, raw: string | undefined, draft: ReplyDraft): StreamEnding {
  if (raw === 'model_context_window_exceeded') return { kind: 'full' }
  // The SDK makes up a reason if the stream gave none.
  if (raw === undefined) return { kind: 'unfinished' }
  if (raw === 'error') return { kind: 'error', error: new Error('the service stopped with an error') }
  if (reason === 'content-filter') return { kind: 'finished', finish: 'refusal' }
  if (reason === 'length') return { kind: 'finished', finish: 'length' }
  return { kind: 'finished', finish: draft.calls.length > 0 ? 'calls' : 'stop' }
}

function toInput(input: unknown): Record<string, unknown> | undefined {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (wellFormed(input) as Record<string, unknown>)
    : undefined
}

/** Small models write half characters, which services refuse in the next request. */
function wellFormed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  )
}

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * A call id that every service accepts: small servers count from 0 in each answer, and Mistral requires exactly nine
 * letters or digits.
 */
export function callId(): string {
  return Array.from({ length: 9 }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('')
}
