import { createLineSplitter } from '../../../lib/text/line-splitter.ts'
import type { ToolUse, Usage } from '../../spawner.ts'
import { type OutputLine, parseOutputLine, type ResultLine, type Tokens, type ToolResult } from './output-line.ts'

/** A tool server as the CLI sees it; anything but `connected` means that its tools are not there. */
export interface Server {
  name: string
  status: string
}

/** What the reader makes of the CLI's output. Only what shows that the model works counts as a sign of life. */
export type StreamEvent =
  /** It has taken up a turn. Said anew for each one, also by a process that has served others before. */
  | { kind: 'started'; servers: Server[] }
  /** The whole draft so far; shorter than before when the model started over. */
  | { kind: 'draft'; text: string; alive: boolean }
  /** `thought`: what it thinks, piece by piece, where it tells. */
  | { kind: 'thinking'; thought?: string }
  /** The model was asked once more, and begins to answer. */
  | { kind: 'request' }
  | { kind: 'tool'; use: ToolUse }
  /** A tool came to its end. */
  | { kind: 'acted'; use: ToolUse; failed: boolean; output?: string }
  /** Whether a tool may run: before each one, and, when that left it open, for a person to decide. */
  | { kind: 'asked'; request: string; use: ToolUse; by: 'hook' | 'prompt' }
  /** Whether it will ask us before it uses a tool. */
  | { kind: 'guarded'; ok: boolean }
  /** The tools are done, the model goes on. */
  | { kind: 'resumed' }
  /** The CLI is trying again by itself. No sign of life: it does so for minutes against a dead API. */
  | { kind: 'retrying'; status: number | null; delayMs: number }
  /** The account may ask no more until then. */
  | { kind: 'limited'; until: Date }
  /** How much the model read for the request that is being answered, cached or not. */
  | { kind: 'context'; tokens: number }
  /** What was just said is in the transcript under this name, or will be in a moment. */
  | { kind: 'recorded'; uuid: string }
  | { kind: 'result'; result: ResultLine }

export interface Stream {
  /** Undefined when a line, or the draft as a whole, is longer than allowed. */
  push(chunk: Buffer): StreamEvent[] | undefined
}

// Under this name the CLI itself speaks, to report a failure that the result line will report again.
const notTheModel = '<synthetic>'

/**
 * Bytes in, events out. The draft is for showing only: the answer is what the result line says, behind what was said
 * before a tool was used, which that line leaves out.
 */
export function createStream(maxLineBytes: number): Stream {
  const lines = createLineSplitter(maxLineBytes)
  let draft = { id: '', text: '' }
  /** What the turn has said and will not say again, with what parts it from the rest. */
  let before = ''
  let blanks = ''
  const under = new Map<string, ToolUse>()

  function hear(line: OutputLine): StreamEvent[] {
    switch (line.type) {
      case 'system':
        if (line.subtype === 'init') begin()
        return line.subtype === 'init'
          ? [{ kind: 'started', servers: line.mcp_servers }]
          : [{ kind: 'retrying', status: line.error_status, delayMs: line.retry_delay_ms }]
      case 'stream_event':
        return hearPart(line.event)
      case 'assistant':
        return line.message.model === notTheModel
          ? []
          : [
              ...line.message.content.flatMap((block) => hearBlock(line.message.id, block)),
              ...(line.uuid === undefined ? [] : [{ kind: 'recorded' as const, uuid: line.uuid }]),
            ]
      case 'user':
        return [...line.message.content.flatMap(hearResult), { kind: 'resumed' }]
      case 'result': {
        const result = line.is_error ? line : { ...line, result: whole(line.result ?? '') }
        begin()
        return [{ kind: 'result', result }]
      }
      case 'rate_limit_event': {
        const { status, resetsAt } = line.rate_limit_info
        if (status !== 'rejected' || resetsAt === undefined) return []
        return [{ kind: 'limited', until: new Date(resetsAt * 1000) }]
      }
      case 'control_request':
        return [hearRequest(line)]
      case 'control_response':
        return [{ kind: 'guarded', ok: line.response.subtype === 'success' }]
    }
  }

  function begin(): void {
    before = ''
    blanks = ''
    draft = { id: '', text: '' }
  }

  function whole(last: string): string {
    return last.trim() === '' ? before.trimEnd() : before + last
  }

  /** The message has come to its end, and others follow it in the same turn. */
  function goOn(gap: '' | '\n\n'): void {
    if (draft.text.trim() !== '') before += gap === '' ? draft.text : draft.text.trimEnd() + gap
    draft.text = ''
  }

  function hearPart(event: Extract<OutputLine, { type: 'stream_event' }>['event']): StreamEvent[] {
    if (event.type === 'message_start') {
      draft = { id: event.message.id, text: '' }
      return [{ kind: 'request' }, { kind: 'thinking' }, ...hearTokens(event.message.usage)]
    }
    if (event.type === 'message_delta') {
      // The CLI has the model go on where it was cut off, in the middle of a word if need be.
      if (event.delta.stop_reason === 'max_tokens') goOn('')
      return hearTokens(event.usage)
    }
    switch (event.delta.type) {
      case 'text_delta':
        draft.text += event.delta.text
        return [{ kind: 'draft', text: before + draft.text, alive: event.delta.text.trim() !== '' }]
      case 'thinking_delta':
        return hearThought(event.delta.thinking)
      case 'input_json_delta':
        return [{ kind: 'thinking' }]
    }
  }

  /** Blanks alone are no sign of life; they come with the next word. */
  function hearThought(piece: string): StreamEvent[] {
    blanks += piece
    if (piece.trim() === '') return []
    const thought = blanks
    blanks = ''
    return [{ kind: 'thinking', thought }]
  }

  // Some services leave the input out of the closing figures; then the opening ones stand.
  function hearTokens(usage: Tokens | undefined): StreamEvent[] {
    const tokens = contextOf(usage)
    return tokens > 0 ? [{ kind: 'context', tokens }] : []
  }

  function hearBlock(
    id: string,
    block: Extract<OutputLine, { type: 'assistant' }>['message']['content'][number],
  ): StreamEvent[] {
    switch (block.type) {
      case 'text':
        // A message that was streamed is known already; one that was not comes whole, after a stream broke off.
        if (id === draft.id) return []
        draft = { id, text: block.text }
        return [{ kind: 'draft', text: before + draft.text, alive: true }]
      case 'tool_use':
        under.set(block.id, { name: block.name, input: block.input })
        return [{ kind: 'tool', use: { name: block.name, input: block.input } }]
      case 'other':
        return [{ kind: 'thinking' }]
    }
  }

  function hearResult(result: ToolResult | undefined): StreamEvent[] {
    const use = result && under.get(result.tool_use_id)
    if (!use) return []
    under.delete(result.tool_use_id)
    // Only now: a message that breaks off before its tool has run is asked for again, and begins anew.
    goOn('\n\n')
    return [
      { kind: 'acted', use, failed: result.is_error, ...(result.content !== undefined && { output: result.content }) },
    ]
  }

  return {
    push(chunk) {
      const heard = lines.push(chunk)?.flatMap((text) => {
        const line = parseOutputLine(text)
        return line ? hear(line) : []
      })
      // A draft that no result line could hold is no draft.
      return before.length + draft.text.length > maxLineBytes ? undefined : heard
    },
  }
}

function hearRequest({ request_id, request }: Extract<OutputLine, { type: 'control_request' }>): StreamEvent {
  return request.subtype === 'hook_callback'
    ? {
        kind: 'asked',
        request: request_id,
        by: 'hook',
        use: { name: request.input.tool_name, input: request.input.tool_input },
      }
    : { kind: 'asked', request: request_id, by: 'prompt', use: { name: request.tool_name, input: request.input } }
}

/** Everything one request made the model read. */
export function contextOf(usage: Tokens | undefined): number {
  return usage ? usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens : 0
}

/** What the turn knows that its result does not say. */
interface Seen {
  /** What the same process had counted up to when the turn began. */
  countedUsd: number
  /** Of the last request; undefined when nothing was streamed. */
  contextTokens: number | undefined
  firstTextMs: number | undefined
}

/** Undefined when nothing was used: a refused request is not booked. */
export function usageOf(result: ResultLine, seen: Seen): Usage | undefined {
  const { usage } = result
  const models = Object.entries(result.model_usage_since_last_result ?? result.modelUsage)
  const [costliest] = models.sort(([, a], [, b]) => b.costUSD - a.costUSD)
  const costUsd = costOf(result, seen.countedUsd)
  if (!costliest || (costUsd === 0 && usage.output_tokens === 0 && contextOf(usage) === 0)) return undefined
  const [model] = costliest
  return {
    model,
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens: usage.cache_read_input_tokens,
    cacheWriteTokens: usage.cache_creation_input_tokens,
    costUsd,
    contextTokens: seen.contextTokens ?? contextOf(usage),
    windowTokens: result.modelUsage[model]?.contextWindow,
    firstTextMs: seen.firstTextMs,
  }
}

// The total can't be relied on across processes: 2.1.197 begins at zero with each, 2.1.325 goes on from where the one
// before ended politely, and forgets what a killed one had counted. It does say what this turn cost; the older one
// doesn't, but there the difference to the same process's last total is it.
export function costOf(result: ResultLine, countedUsd: number): number {
  const ofThisTurn = result.model_usage_since_last_result
  if (!ofThisTurn) return Math.max(0, result.total_cost_usd - countedUsd)
  return Object.values(ofThisTurn).reduce((sum, { costUSD }) => sum + costUSD, 0)
}
