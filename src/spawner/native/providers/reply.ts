import { randomInt } from 'node:crypto'
import type { StreamTextResult, ToolSet } from 'ai'
import type { Call } from '../session.ts'
import type { Finish } from './provider.ts'

/** How a stream came to its end. */
export type Ending =
  | { kind: 'finished'; finish: Finish }
  /** The window was full before the model was done. */
  | { kind: 'full' }
  | { kind: 'error'; error: unknown }
  /** It ended, and nobody said so. */
  | { kind: 'endless' }
  | { kind: 'flood' }

export interface Draft {
  text: string
  /** What the model thought, where its service tells. */
  thought: string
  calls: Call[]
}

/** Told of each event of the stream as it comes. */
export interface Listener {
  /** The model did something; pings are nothing. */
  alive(): void
  /** As the service sent it. */
  raw(event: unknown): void
  text(text: string): void
}

/** A model that asks for more is told to go on with its next reply. */
export const MAX_TOOL_CALLS_PER_REPLY = 25

/** No model writes so much; a server that does is broken. */
const MAX_REPLY_CHARS = 1_000_000

/** Reads a stream to its end into the draft. */
export async function readReply(
  stream: StreamTextResult<ToolSet, never>['fullStream'],
  draft: Draft,
  listener: Listener,
): Promise<Ending> {
  let ending: Ending = { kind: 'endless' }
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
      draft.calls.push({ id: callId(), name: part.toolName, input: asFields(part.input) })
      // The first that is too many is enough to refuse it.
      if (draft.calls.length > MAX_TOOL_CALLS_PER_REPLY) return { kind: 'finished', finish: 'calls' }
    } else if (part.type === 'error') {
      return { kind: 'error', error: part.error }
    } else if (part.type === 'finish-step') {
      ending = endingOf(part.finishReason, part.rawFinishReason, draft)
    }
    if (chars > MAX_REPLY_CHARS) return { kind: 'flood' }
  }
  return ending
}

function endingOf(reason: string, raw: string | undefined, draft: Draft): Ending {
  if (raw === 'model_context_window_exceeded') return { kind: 'full' }
  // The SDK fills in a reason where the stream gave none.
  if (raw === undefined) return { kind: 'endless' }
  if (raw === 'error') return { kind: 'error', error: new Error('the service stopped with an error') }
  if (reason === 'content-filter') return { kind: 'finished', finish: 'refusal' }
  if (reason === 'length') return { kind: 'finished', finish: 'length' }
  return { kind: 'finished', finish: draft.calls.length > 0 ? 'calls' : 'stop' }
}

function asFields(input: unknown): Record<string, unknown> | undefined {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (wellFormed(input) as Record<string, unknown>)
    : undefined
}

/** Half a character, as small models write it, is refused when it comes back with the next request. */
function wellFormed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  )
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * A name for a call that every service takes, also one that did not give it: small servers count from 0 in each answer,
 * and Mistral wants nine letters or digits, no more and no less.
 */
export function callId(): string {
  return Array.from({ length: 9 }, () => letters[randomInt(letters.length)]).join('')
}
