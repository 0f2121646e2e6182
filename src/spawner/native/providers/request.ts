import type { JSONSchema7, ModelMessage, SystemModelMessage, ToolSet } from 'ai'
import type { ListedTool } from '../../spawner.ts'
import type { Address } from './address.ts'
import type { ModelRequest } from './provider.ts'
import type { Sdk } from './sdk.ts'

/** So much a model of Anthropic may write where the configuration says nothing; the service wants a number. */
const USUAL_OUTPUT = 16_000

/** What the SDK is given for a request. */
export function sdkRequest(
  { system, messages, tools, once }: ModelRequest,
  { jsonSchema }: Sdk['ai'],
  address: Address,
  maxOutputTokens: number | undefined,
) {
  const keeps = address.kind === 'anthropic' && !once
  const most = maxOutputTokens ?? (address.kind === 'anthropic' ? USUAL_OUTPUT : undefined)
  return {
    ...(system === '' ? {} : { system: systemMessage(system, keeps) }),
    messages: keeps ? markMessages(messages) : (messages as ModelMessage[]),
    ...(tools.length === 0 ? {} : { tools: declared(tools, jsonSchema) }),
    ...(most === undefined ? {} : { maxOutputTokens: most }),
    providerOptions: {
      // Input that comes sooner but is checked by nobody, in a field that other servers do not know.
      anthropic: { toolStreaming: false },
      ...(address.isOpenRouter ? { provider: { usage: { include: true } } } : {}),
    },
  }
}

function systemMessage(content: string, keeps: boolean): SystemModelMessage {
  return { role: 'system', content, ...(keeps ? { providerOptions: cacheMark } : {}) }
}

// Without `execute`: our loop runs them.
function declared(
  tools: readonly ListedTool[],
  jsonSchema: (schema: JSONSchema7) => ToolSet[string]['inputSchema'],
): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      { description, inputSchema: jsonSchema(inputSchema as JSONSchema7) },
    ]),
  ) as ToolSet
}

/** What Anthropic is told to keep up to here. The others keep what they like, and pass over it. */
const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * Marks the end of what is sent, for the next request to begin with; and the end of the request before, because the
 * service looks for it only twenty blocks back from a mark, and one answer with its results can have more.
 */
function markMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const last = messages.length - 1
  const before = messages.findLastIndex(({ role }) => role === 'assistant') - 1
  return messages.map((message, at) => (at === last || at === before ? marked(message) : message))
}

function marked(message: ModelMessage): ModelMessage {
  return { ...message, providerOptions: { ...message.providerOptions, ...cacheMark } }
}
