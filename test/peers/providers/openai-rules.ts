import type { OpenAiBody, OpenAiMessage } from './openai-wire.ts'

const toolFields = new Set(['name', 'description', 'parameters', 'strict'])
const roles = ['system', 'user', 'assistant', 'tool']

/** Why a chat completion is not taken, in the words of OpenAI; what only local servers demand, in theirs. */
export function openAiRefusal(raw: Record<string, unknown>): string | undefined {
  const body = raw as unknown as OpenAiBody
  if (typeof body.model !== 'string' || body.model === '') return 'you must provide a model parameter'
  if (!Array.isArray(body.messages) || body.messages.length === 0) return "[] is too short - 'messages'"
  return refusedTools(raw.tools as Record<string, unknown>[] | undefined) ?? refusedMessages(body.messages)
}

function refusedTools(tools: Record<string, unknown>[] | undefined): string | undefined {
  if (tools === undefined) return undefined
  if (tools.length === 0) return "[] is too short - 'tools'"
  const names = new Set<string>()
  for (const [at, tool] of tools.entries()) {
    const { type, function: declared, ...rest } = tool as { type?: string; function?: Record<string, unknown> }
    if (type !== 'function' || !declared) return `Missing required parameter: 'tools[${at}].function'.`
    const strange = [...Object.keys(rest), ...Object.keys(declared).filter((key) => !toolFields.has(key))][0]
    if (strange !== undefined) return `Unknown parameter: 'tools[${at}].${strange}'.`
    const name = String(declared.name)
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      return `Invalid 'tools[${at}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
    }
    if (names.has(name)) return `Invalid 'tools': tool names must be unique.`
    names.add(name)
  }
  return undefined
}

function refusedMessages(messages: OpenAiMessage[]): string | undefined {
  const ids = new Set<string>()
  let open: string[] = []
  for (const [at, message] of messages.entries()) {
    const where = `messages[${at}]`
    if (!roles.includes(message.role))
      return `Invalid value: '${message.role}'. Supported values are: 'system', 'assistant', 'user', and 'tool'.`
    if (message.role === 'system' && at > 0) return 'System message must be at the beginning.'
    if (message.role === 'tool') {
      const id = message.tool_call_id
      if (id === undefined) return `Missing required parameter: '${where}.tool_call_id'.`
      if (!open.includes(id)) {
        return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
      }
      open = open.filter((other) => other !== id)
      if (typeof message.content !== 'string') return `Invalid type for '${where}.content': expected a string.`
      continue
    }
    if (open.length > 0) return unanswered(open)
    const refusal = refusedContent(message, where) ?? refusedCalls(message, where, ids)
    if (refusal !== undefined) return refusal
    open = (message.tool_calls ?? []).map(({ id }) => id)
  }
  if (open.length > 0) return unanswered(open)
  return messages.at(-1)?.role === 'assistant'
    ? 'Cannot set `add_generation_prompt` to True when the last message is from the assistant.'
    : undefined
}

function refusedContent({ role, content, tool_calls }: OpenAiMessage, where: string): string | undefined {
  const isMissing = content === null || content === undefined
  if (isMissing)
    return role === 'assistant' && tool_calls
      ? undefined
      : `Invalid value for '${where}.content': expected a string, got null.`
  if (content.length === 0 && !tool_calls) return `Invalid '${where}.content': empty string.`
  return undefined
}

function refusedCalls({ tool_calls }: OpenAiMessage, where: string, ids: Set<string>): string | undefined {
  if (tool_calls?.length === 0) return `[] is too short - '${where}.tool_calls'`
  for (const [at, call] of (tool_calls ?? []).entries()) {
    if (!call.id || ids.has(call.id)) return `Invalid '${where}.tool_calls[${at}].id': ids must be unique.`
    ids.add(call.id)
    if (!isObject(call.function.arguments)) {
      return `Failed to parse tool call arguments as JSON: '${where}.tool_calls[${at}].function.arguments'.`
    }
  }
  return undefined
}

function unanswered(ids: string[]): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
