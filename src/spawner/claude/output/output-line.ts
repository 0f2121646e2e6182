import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'

// One line of `claude --output-format stream-json`, validated here. Unknown types and fields are ignored, because most
// versions of the CLI add new ones.

/** The line that ends a turn. `is_error` and `result` say whether it succeeded, never `subtype`. */
export type ResultLine = z.infer<typeof resultLine>

/** Undefined for anything unknown, JSON or not. */
export function parseOutputLine(text: string): OutputLine | undefined {
  return line.safeParse(parseJson(text)).data
}

export type OutputLine = z.infer<typeof line>

export type Tokens = z.infer<typeof tokens>

export type ToolResultLine = z.infer<typeof toolResult>

// Counters are for accounting only. A broken one must not cost the person the answer.
const count = z.number().nonnegative().catch(0)

const tokens = z.object({
  input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  output_tokens: count,
})
const models = z.record(
  z.string(),
  z.object({
    costUSD: count,
    contextWindow: z.number().positive().optional(),
    inputTokens: count,
    outputTokens: count,
    cacheReadInputTokens: count,
    cacheCreationInputTokens: count,
  }),
)

const resultLine = z.object({
  type: z.literal('result'),
  is_error: z.boolean(),
  result: z.string().optional().catch(undefined),
  subtype: z.string().catch(''),
  stop_reason: z.string().nullable().catch(null),
  terminal_reason: z.string().catch(''),
  api_error_status: z.number().nullable().catch(null),
  errors: z.array(z.string()).catch([]),
  total_cost_usd: count,
  usage: tokens.catch({
    input_tokens: 0,
    output_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  }),
  modelUsage: models.catch({}),
  // How many messages the CLI will answer next without being asked; only in newer CLIs.
  queued_turn_count: count.default(0),
  // Only in newer CLIs.
  model_usage_since_last_result: models.optional().catch(undefined),
})

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string().catch(''),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).catch({}),
  }),
  z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
])

/** The tool call whose subagent wrote the line; absent for the model itself. */
const parent = z.string().nullish().catch(undefined)

const assistantLine = z.object({
  type: z.literal('assistant'),
  uuid: z.string().optional().catch(undefined),
  parent_tool_use_id: parent,
  message: z.object({
    id: z.string(),
    model: z.string(),
    content: z.array(block),
    usage: tokens.optional().catch(undefined),
  }),
})

const streamLine = z.object({
  type: z.literal('stream_event'),
  event: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('message_start'),
      message: z.object({
        id: z.string(),
        model: z.string().catch(''),
        usage: tokens.optional().catch(undefined),
      }),
    }),
    z.object({
      type: z.literal('message_delta'),
      delta: z.object({ stop_reason: z.string().nullish().catch(null) }).catch({ stop_reason: null }),
      usage: tokens.optional().catch(undefined),
    }),
    z.object({
      type: z.literal('content_block_delta'),
      delta: z.discriminatedUnion('type', [
        z.object({ type: z.literal('text_delta'), text: z.string() }),
        z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
        z.object({ type: z.literal('input_json_delta') }),
      ]),
    }),
  ]),
})

const systemLine = z.discriminatedUnion('subtype', [
  z.object({
    type: z.literal('system'),
    subtype: z.literal('init'),
    mcp_servers: z.array(z.object({ name: z.string(), status: z.string() })).catch([]),
  }),
  z.object({
    type: z.literal('system'),
    subtype: z.literal('api_retry'),
    error_status: z.number().nullable().catch(null),
    retry_delay_ms: count,
  }),
])

function joinTexts(blocks: unknown[]): string {
  const textBlock = z.object({ type: z.literal('text'), text: z.string() })
  return blocks
    .map((item) => textBlock.safeParse(item).data?.text)
    .filter((text) => text !== undefined)
    .join('\n')
}

const toolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: z.boolean().catch(false),
  // Text, or blocks of which only the text matters.
  content: z
    .union([z.string(), z.array(z.unknown()).transform(joinTexts)])
    .optional()
    .catch(undefined),
})

const userLine = z.object({
  type: z.literal('user'),
  parent_tool_use_id: parent,
  message: z
    .object({ content: z.array(z.union([toolResult, z.unknown().transform(() => undefined)])) })
    .catch({ content: [] }),
})

// The CLI's questions: through a hook before each tool, and again if a person has to decide.
const toolInput = z.record(z.string(), z.unknown())
/** The subagent that wants to use the tool; absent for the model itself. */
const agent = z.string().optional().catch(undefined)
const requestLine = z.object({
  type: z.literal('control_request'),
  request_id: z.string(),
  request: z.discriminatedUnion('subtype', [
    z.object({
      subtype: z.literal('hook_callback'),
      callback_id: z.string().catch(''),
      input: z.object({ tool_name: z.string(), tool_input: toolInput, agent_id: agent }),
    }),
    z.object({ subtype: z.literal('can_use_tool'), tool_name: z.string(), input: toolInput, agent_id: agent }),
  ]),
})

// Sent if the account's limit is near or reached; the time is in seconds since 1970.
const limitLine = z.object({
  type: z.literal('rate_limit_event'),
  rate_limit_info: z.object({ status: z.string(), resetsAt: z.number().positive().optional().catch(undefined) }),
})

const responseLine = z.object({
  type: z.literal('control_response'),
  response: z.object({ subtype: z.string() }),
})

const line = z.discriminatedUnion('type', [
  resultLine,
  streamLine,
  assistantLine,
  systemLine,
  userLine,
  requestLine,
  responseLine,
  limitLine,
])
