import { type AnthropicBody, type Block, blocksOf } from './anthropic-wire.ts'

const fields = new Set(
  'model max_tokens system messages tools tool_choice stream temperature top_k top_p stop_sequences metadata thinking cache_control'.split(
    ' ',
  ),
)
const toolFields = new Set(['name', 'description', 'input_schema', 'cache_control', 'type', 'strict'])

/** Why the Messages API does not take this, in its own words. */
export function anthropicRefusal(raw: Record<string, unknown>): string | undefined {
  const body = raw as unknown as AnthropicBody
  const strange = Object.keys(raw).find((key) => !fields.has(key))
  if (strange !== undefined) return `${strange}: Extra inputs are not permitted`
  if (body.max_tokens === undefined) return 'max_tokens: Field required'
  return refusedTools(body.tools) ?? refusedSystem(body) ?? refusedMessages(body) ?? refusedMarks(body)
}

function refusedTools(tools: Record<string, unknown>[] = []): string | undefined {
  const names = tools.map((tool) => String(tool.name))
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.'
  for (const [at, tool] of tools.entries()) {
    const strange = Object.keys(tool).find((key) => !toolFields.has(key))
    if (strange !== undefined) return `tools.${at}.custom.${strange}: Extra inputs are not permitted`
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(tool.name))) {
      return `tools.${at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`
    }
    const schema = tool.input_schema as { type?: unknown } | undefined
    if (schema === undefined) return `tools.${at}.custom.input_schema: Field required`
    if (schema.type !== 'object') return `tools.${at}.custom.input_schema.type: Input should be 'object'`
  }
  return undefined
}

function refusedSystem({ system }: AnthropicBody): string | undefined {
  return blocksOf(system).some((block) => block.text === '')
    ? 'system: text content blocks must be non-empty'
    : undefined
}

function refusedMessages({ messages }: AnthropicBody): string | undefined {
  if (messages.length === 0) return 'messages: at least one message is required'
  const ids = new Set<string>()
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1]
    if (message.role !== 'user' && message.role !== 'assistant') {
      return `messages.${at}.role: Input should be 'user' or 'assistant'`
    }
    if (at === 0 && message.role !== 'user') return 'messages: first message must use the "user" role'
    if (before?.role === message.role) {
      return `messages: roles must alternate between "user" and "assistant", but found multiple "${message.role}" roles in a row`
    }
    const refusal =
      refusedContent(message, at, at === messages.length - 1) ??
      refusedCalls(message, messages[at + 1], at, ids) ??
      refusedResults(message, before, at)
    if (refusal !== undefined) return refusal
  }
  return messages.at(-1)?.role === 'assistant'
    ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
    : undefined
}

type Message = AnthropicBody['messages'][number]

function refusedContent({ content }: Message, at: number, isLast: boolean): string | undefined {
  const blocks = blocksOf(content)
  if (blocks.length === 0 && !isLast) {
    return `messages.${at}: all messages must have non-empty content except for the optional final assistant message`
  }
  for (const [place, block] of blocks.entries()) {
    const texts = [block, ...(block.type === 'tool_result' ? blocksOf(block.content) : [])].filter(isText)
    if (
      texts.some((text) => text.text === '' && !(block.type === 'tool_result' && typeof block.content === 'string'))
    ) {
      return block.cache_control
        ? `messages.${at}.content.${place}.text: cache_control cannot be set for empty text blocks`
        : 'messages: text content blocks must be non-empty'
    }
    if (isText(block) && block.text?.trim() === '')
      return 'messages: text content blocks must contain non-whitespace text'
  }
  return undefined
}

function refusedCalls(message: Message, next: Message | undefined, at: number, ids: Set<string>): string | undefined {
  const uses = blocksOf(message.content).filter((block) => block.type === 'tool_use')
  for (const [place, { id = '', input }] of uses.entries()) {
    const where = `messages.${at}.content.${place}.tool_use`
    if (!/^[a-zA-Z0-9_-]+$/.test(id)) return `${where}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
    if (typeof input !== 'object' || input === null) return `${where}.input: Input should be a valid dictionary`
    if (ids.has(id)) return `messages.${at}.content.${place}: \`tool_use\` ids must be unique`
    ids.add(id)
  }
  // Results come first in the message after; what is said follows them.
  const after = blocksOf(next?.content)
  const firstOther = after.findIndex((block) => block.type !== 'tool_result')
  const answered = new Set((firstOther < 0 ? after : after.slice(0, firstOther)).map((block) => block.tool_use_id))
  const missing = uses.filter((use) => !answered.has(use.id)).map((use) => use.id)
  if (missing.length === 0) return undefined
  return `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
}

function refusedResults(message: Message, before: Message | undefined, at: number): string | undefined {
  const called = new Set(blocksOf(before?.content).flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])))
  const seen = new Set<string | undefined>()
  for (const [place, block] of blocksOf(message.content).entries()) {
    if (block.type !== 'tool_result') continue
    const id = block.tool_use_id
    if (!called.has(id)) {
      return `messages.${at}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    }
    if (seen.has(id))
      return `messages.${at}.content.${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`
    seen.add(id)
  }
  return undefined
}

function refusedMarks(body: AnthropicBody): string | undefined {
  const blocks = [...blocksOf(body.system), ...body.messages.flatMap((message) => blocksOf(message.content))]
  const marks = [...(body.tools ?? []), ...blocks].filter((block) => block.cache_control !== undefined).length
  return marks > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` : undefined
}

function isText(block: Block): boolean {
  return block.type === 'text'
}
