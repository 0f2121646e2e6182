import { createLineSplitter } from '../../../lib/text/line-splitter.ts'
import { noTokens, sumOfTokens, type UsedTokens } from '../../model-prices.ts'
import type { ToolUse } from '../../spawner.ts'
import { AFTER_TOOL } from '../command-line.ts'
import { type OutputLine, parseOutputLine, type ResultLine, type Tokens, type ToolResultLine } from './output-line.ts'
import { countContextTokens, toUsedTokens } from './turn-usage.ts'

/** A tool server as the CLI reports it; its tools are available only if it is `connected`. */
export interface ToolServer {
  name: string
  status: string
}

/** The events in the CLI's output. Only events that show the model working count as signs of life. */
export type StreamEvent =
  /** A turn has begun. Sent for each turn, also by a process that has served others. */
  | { kind: 'started'; servers: ToolServer[] }
  /** The whole draft so far; it shrinks if the model starts over. */
  | { kind: 'draft'; text: string; alive: boolean }
  /** `thought`: the next piece of its thinking, if it is reported. */
  | { kind: 'thinking'; thought?: string }
  /** The model received another request and begins to answer. */
  | { kind: 'request' }
  | { kind: 'tool'; use: ToolUse; isByDelegate?: true }
  /** A tool has finished. */
  | { kind: 'acted'; use: ToolUse; isByDelegate?: true; failed: boolean; output?: string }
  /** Asks whether a tool may run: through the hook before each use, then through a prompt if a person must decide. */
  | { kind: 'asked'; request: string; use: ToolUse; isByDelegate?: true; by: 'hook' | 'prompt' }
  /** A tool has run, and the CLI waits for us before it asks the model again. */
  | { kind: 'paused'; request: string; use: ToolUse; isByDelegate?: true }
  /** Whether the CLI will ask us before it uses a tool. */
  | { kind: 'guarded'; ok: boolean }
  /** The tools have finished, and the model continues. */
  | { kind: 'resumed' }
  /** The CLI is retrying. This is not a sign of life, because it does so for minutes against a dead API. */
  | { kind: 'retry'; status: number | null; delayMs: number }
  /** The account may not ask again until then. */
  | { kind: 'limited'; until: Date }
  /** How much the model read for the present request, cached or not. */
  | { kind: 'context'; tokens: number }
  /** A request has used this much more: what it read when it begins, and the rest when it ends. */
  | { kind: 'billed'; model: string; tokens: UsedTokens; isByDelegate?: true }
  /** The last output has this id in the transcript, now or in a moment. */
  | { kind: 'recorded'; uuid: string }
  | { kind: 'result'; result: ResultLine }

export interface OutputStream {
  /** Undefined if a line or the whole draft is too long. */
  push(chunk: Buffer): StreamEvent[] | undefined
}

// The model name under which the CLI itself reports a failure. The result line will report it again.
const SYNTHETIC_MODEL = '<synthetic>'

/**
 * Turns bytes into events. The draft is only for display: the answer is the text before the last tool use plus the
 * result line, which does not include it.
 */
export function createStream(maxLineBytes: number): OutputStream {
  const lines = createLineSplitter(maxLineBytes)
  let draft = { id: '', text: '' }
  /** The finished part of the answer, with its separator. */
  let finishedText = ''
  let pendingBlanks = ''
  /** The request that is being answered, and what of it is billed. */
  let request: { model: string; billed: UsedTokens } | undefined
  const runningTools = new Map<string, ToolUse>()
  /** The message of a delegate whose beginning is counted. */
  let delegateMessage = ''

  function readLine(line: OutputLine): StreamEvent[] {
    switch (line.type) {
      case 'system':
        if (line.subtype === 'init') resetTurn()
        return line.subtype === 'init'
          ? [{ kind: 'started', servers: line.mcp_servers }]
          : [{ kind: 'retry', status: line.error_status, delayMs: line.retry_delay_ms }]
      case 'stream_event':
        return readStreamEvent(line.event)
      case 'assistant':
        if (line.parent_tool_use_id) return readDelegateMessage(line.message)
        return line.message.model === SYNTHETIC_MODEL
          ? []
          : [
              ...line.message.content.flatMap((block) => readBlock(line.message.id, block)),
              ...(line.uuid === undefined ? [] : [{ kind: 'recorded' as const, uuid: line.uuid }]),
            ]
      case 'user':
        if (line.parent_tool_use_id) return line.message.content.flatMap((result) => readToolResult(result, byDelegate))
        return [...line.message.content.flatMap((result) => readToolResult(result)), { kind: 'resumed' }]
      case 'result': {
        const result = line.is_error ? line : { ...line, result: fullAnswer(line.result ?? '') }
        resetTurn()
        return [{ kind: 'result', result }]
      }
      case 'rate_limit_event': {
        const { status, resetsAt } = line.rate_limit_info
        if (status !== 'rejected' || resetsAt === undefined) return []
        return [{ kind: 'limited', until: new Date(resetsAt * 1000) }]
      }
      case 'control_request':
        return [readRequest(line)]
      case 'control_response':
        return [{ kind: 'guarded', ok: line.response.subtype === 'success' }]
    }
  }

  function resetTurn(): void {
    finishedText = ''
    pendingBlanks = ''
    draft = { id: '', text: '' }
  }

  function fullAnswer(lastText: string): string {
    return lastText.trim() === '' ? finishedText.trimEnd() : finishedText + lastText
  }

  /** The message has ended, and another follows in the same turn. */
  function finishMessage(gap: '' | '\n\n'): void {
    if (draft.text.trim() !== '') finishedText += gap === '' ? draft.text : draft.text.trimEnd() + gap
    draft.text = ''
  }

  function readStreamEvent(event: Extract<OutputLine, { type: 'stream_event' }>['event']): StreamEvent[] {
    if (event.type === 'message_start') {
      draft = { id: event.message.id, text: '' }
      request = { model: event.message.model, billed: noTokens }
      const { usage } = event.message
      return [{ kind: 'request' }, { kind: 'thinking' }, ...readTokens(usage), ...billTokens(usage)]
    }
    if (event.type === 'message_delta') {
      // The CLI lets the model continue exactly where it was cut off, even within a word.
      if (event.delta.stop_reason === 'max_tokens') finishMessage('')
      return [...readTokens(event.usage), ...billTokens(event.usage)]
    }
    switch (event.delta.type) {
      case 'text_delta':
        draft.text += event.delta.text
        return [{ kind: 'draft', text: finishedText + draft.text, alive: event.delta.text.trim() !== '' }]
      case 'thinking_delta':
        return readThought(event.delta.thinking)
      case 'input_json_delta':
        return [{ kind: 'thinking' }]
    }
  }

  /** Some services repeat the input tokens in the final figures, and others leave them out. */
  function billTokens(usage: Tokens | undefined): StreamEvent[] {
    if (!request || !usage) return []
    const { model, billed } = request
    const beyond = (tokens: number, before: number) => Math.max(0, tokens - before)
    const tokens = {
      inputTokens: beyond(usage.input_tokens, billed.inputTokens),
      cacheReadTokens: beyond(usage.cache_read_input_tokens, billed.cacheReadTokens),
      cacheWriteTokens: beyond(usage.cache_creation_input_tokens, billed.cacheWriteTokens),
      outputTokens: beyond(usage.output_tokens, billed.outputTokens),
    }
    request.billed = sumOfTokens(billed, tokens)
    return [{ kind: 'billed', model, tokens }]
  }

  /**
   * The messages of a delegate are not streamed: they come block by block, each with what was read for the message. How
   * much was written is only reported at the end of the turn, so it is estimated until then.
   */
  function readDelegateMessage({ id, model, content, usage }: DelegateMessage): StreamEvent[] {
    const isNew = id !== delegateMessage
    delegateMessage = id
    const read = isNew && usage ? toUsedTokens(usage) : noTokens
    const outputTokens = Math.ceil(JSON.stringify(content).length / CHARS_PER_TOKEN)
    const billed = { kind: 'billed', model, tokens: { ...read, outputTokens }, ...byDelegate } as const
    const uses = content.flatMap((block): StreamEvent[] => {
      if (block.type !== 'tool_use') return []
      const use = { name: block.name, input: block.input }
      runningTools.set(block.id, use)
      return [{ kind: 'tool', use, ...byDelegate }]
    })
    return [billed, ...(isNew ? [{ kind: 'request' } as const] : []), ...uses]
  }

  /** White space alone is not a sign of life; it is emitted with the next word. */
  function readThought(piece: string): StreamEvent[] {
    pendingBlanks += piece
    if (piece.trim() === '') return []
    const thought = pendingBlanks
    pendingBlanks = ''
    return [{ kind: 'thinking', thought }]
  }

  // Some services leave the input tokens out of the final figures; then the first ones stay.
  function readTokens(usage: Tokens | undefined): StreamEvent[] {
    const tokens = countContextTokens(usage)
    return tokens > 0 ? [{ kind: 'context', tokens }] : []
  }

  function readBlock(
    id: string,
    block: Extract<OutputLine, { type: 'assistant' }>['message']['content'][number],
  ): StreamEvent[] {
    switch (block.type) {
      case 'text':
        // A streamed message is already known. One that was not streamed arrives whole, after a stream broke off.
        if (id === draft.id) return []
        draft = { id, text: block.text }
        return [{ kind: 'draft', text: finishedText + draft.text, alive: true }]
      case 'tool_use':
        runningTools.set(block.id, { name: block.name, input: block.input })
        return [{ kind: 'tool', use: { name: block.name, input: block.input } }]
      case 'other':
        return [{ kind: 'thinking' }]
    }
  }

  function readToolResult(result: ToolResultLine | undefined, by: { isByDelegate?: true } = {}): StreamEvent[] {
    const use = result && runningTools.get(result.tool_use_id)
    if (!use) return []
    runningTools.delete(result.tool_use_id)
    // Only now, because a message that breaks off before its tool ran is requested again from the beginning.
    if (!by.isByDelegate) finishMessage('\n\n')
    const output = result.content !== undefined && { output: result.content }
    return [{ kind: 'acted', use, ...by, failed: result.is_error, ...output }]
  }

  return {
    push(chunk) {
      const events = lines.push(chunk)?.flatMap((text) => {
        const line = parseOutputLine(text)
        return line ? readLine(line) : []
      })
      // A draft too long for any result line is invalid.
      return finishedText.length + draft.text.length > maxLineBytes ? undefined : events
    },
  }
}

/** A message of a delegate, or as much of it as there is. */
type DelegateMessage = Extract<OutputLine, { type: 'assistant' }>['message']

const CHARS_PER_TOKEN = 4

const byDelegate = { isByDelegate: true } as const

function readRequest({ request_id, request }: Extract<OutputLine, { type: 'control_request' }>): StreamEvent {
  if (request.subtype === 'can_use_tool') {
    const use = { name: request.tool_name, input: request.input }
    return { kind: 'asked', request: request_id, by: 'prompt', use, ...(request.agent_id && byDelegate) }
  }
  const { tool_name: name, tool_input: input, agent_id: agent } = request.input
  const asked = { request: request_id, use: { name, input }, ...(agent && byDelegate) }
  return request.callback_id === AFTER_TOOL ? { kind: 'paused', ...asked } : { kind: 'asked', by: 'hook', ...asked }
}
