import { z } from 'zod'
import { serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'
import {
  amount,
  commandLine,
  flag,
  httpUrl,
  listOf,
  listOfTables,
  namedTables,
  oneOf,
  quoteAll,
  secret,
  section,
  text,
  wholeNumber,
} from './shapes.ts'

/** The tools that a provider's model has besides the daemon's. */
export const nativeTools = ['read_file', 'list_files', 'write_file', 'edit_file', 'run_command', 'fetch_page'] as const

// A tool of a server from [mcp] is written `server__tool`.
const permission = new RegExp(`^(?:${nativeTools.join('|')}|[a-zA-Z0-9-]+__[\\w.-]+)(?:\\([^\\n]+\\))?$`)

function permissions(fallback: string[]) {
  const expected = expectedValues.patterns('"write_file", "run_command(git log*)"')
  return listOf((item) => permission.test(item), expected).default(fallback)
}

export const native = section({
  provider: text()
    .optional()
    .meta({ description: 'The provider that "native" means. The first one unless set.', examples: ['openrouter'] }),
  max_context_tokens: wholeNumber(1000, 10_000_000)
    .default(50_000)
    .describe('Older turns are summarized when a conversation has more than this many tokens.'),
  max_context_turns: wholeNumber(2, 10_000)
    .default(20)
    .describe('Older turns are summarized when a conversation has more than this many turns.'),
  max_steps: wholeNumber(1, 1000).default(15).describe('How many steps with tools one answer may take.'),
  tool_result_chars: wholeNumber(200, 10_000_000)
    .default(20_000)
    .describe('A tool result from an earlier turn is shortened to this many characters, by leaving out its middle.'),
  evict_tokens: wholeNumber(100, 10_000_000)
    .default(20_000)
    .describe('A single tool result with more than this many tokens is saved to a file that the model can read.'),
  clear_at: amount(0.1, 0.95)
    .default(0.6)
    .describe("Older tool results are removed when the conversation fills this share of the model's context window."),
  summarize_at: amount(0.2, 0.98)
    .default(0.85)
    .describe("Older turns are summarized when the conversation fills this share of the model's context window."),
  session_days: wholeNumber(1, 3650)
    .default(30)
    .describe('A conversation that rested for more than this many days starts fresh.'),
  first_event_seconds: wholeNumber(1, 3600)
    .default(120)
    .describe('Give up on a request when nothing arrives for this many seconds.'),
  idle_seconds: wholeNumber(1, 7200)
    .default(120)
    .describe('Give up on a request when it pauses for this many seconds in the middle of an answer.'),
  tools: listOf<(typeof nativeTools)[number]>(isNativeTool, expectedValues.listOf(quoteAll(nativeTools)))
    .default([...nativeTools])
    .describe(
      "The tools that the models may use in addition to Skein's own. They see only the folder of the chat. Commands run in a sandbox and are off without bwrap. Guests can only read.",
    ),
  command_network: flag(false).describe('Whether the commands that the model runs can reach the network.'),
  command_seconds: wholeNumber(1, 86_400).default(120).describe('How long a command may run, in seconds.'),
  command_memory_mb: wholeNumber(64, 1_000_000)
    .default(2048)
    .describe('How much memory one process of a command may use, in MB.'),
  command_processes: wholeNumber(8, 100_000)
    .default(256)
    .describe('How many processes a command may have at the same time.'),
  command_cpu_seconds: wholeNumber(1, 86_400)
    .default(600)
    .describe('How much processor time one process of a command may use, in seconds.'),
  allow: section({
    owner: permissions(['write_file', 'edit_file']).describe(
      'What the model may do without asking when you talk to it.',
    ),
    member: permissions([]).describe('What the model may do without asking when other people talk to it.'),
  }).describe(
    'What the model may do without asking, as in [brain.claude.allow]: "run_command(git log*)", or a tool of an MCP server such as "calendar__list".',
  ),
}).describe("How conversations with a provider's model are kept within its context window, and which tools it has.")

export const providers = namedTables(
  {
    kind: oneOf(['anthropic', 'openai-compatible', 'ollama']).describe(
      'The API: "anthropic" (needs api_key), "openai-compatible" (needs base_url; OpenRouter, LM Studio, vLLM, llama.cpp and others) or "ollama".',
    ),
    base_url: httpUrl()
      .optional()
      .describe('The address of the API. For Ollama it is http://127.0.0.1:11434 unless set.'),
    api_key: secret().optional().describe('The API key, if the provider needs one.'),
    models: section({
      fast: text().optional().describe('The model for small work such as summaries.'),
      general: text().optional().describe('The model that answers.'),
      smart: text().optional().describe('The model that "/model smart" chooses.'),
    }),
    window: wholeNumber(1000, 100_000_000)
      .optional()
      .meta({
        description: 'The context window of the models, in tokens. Skein asks the provider unless set.',
        examples: [128_000],
      }),
    max_output_tokens: wholeNumber(100, 10_000_000)
      .optional()
      .meta({ description: 'The most tokens one reply of the model may have.', examples: [8000] }),
    images: z
      .boolean(serializeText(expectedValues.boolean))
      .optional()
      .meta({
        description: 'Whether the models can read images. Unless set, true for "anthropic" and false otherwise.',
        examples: [true],
      }),
    prices: listOfTables({
      model: text().describe('The model.'),
      input: amount(0, 100_000).describe('Dollars per million input tokens.'),
      output: amount(0, 100_000).describe('Dollars per million output tokens.'),
      cache_read: amount(0, 100_000)
        .optional()
        .meta({ description: 'Dollars per million tokens read from the cache.', examples: [0.3] }),
      cache_write: amount(0, 100_000)
        .optional()
        .meta({ description: 'Dollars per million tokens written to the cache.', examples: [3.75] }),
    }).describe('What models cost, for a provider that does not report its prices.'),
  },
  expectedValues.providers,
).meta({
  description:
    'Other services and programs that serve models. The name of the table is what /brain takes. "skein setup brain" writes such a table and tests it.',
  examples: [
    {
      openrouter: {
        kind: 'openai-compatible',
        base_url: 'https://openrouter.ai/api/v1',
        api_key: 'env:OPENROUTER_API_KEY',
        models: { fast: 'a-small-model', general: 'a-model', smart: 'a-large-model' },
        prices: [{ model: 'a-model', input: 3, output: 15 }],
      },
    },
  ],
})

export const mcp = namedTables(
  {
    command: commandLine().optional().describe('The program of the server with its arguments. Either this or url.'),
    env: listOfTables({
      name: text().describe('The name of the variable.'),
      value: secret().describe('Its value.'),
    }).describe('Environment variables of the program.'),
    url: httpUrl()
      .optional()
      .meta({ description: 'The address of the server.', examples: ['https://mcp.example.org/mcp'] }),
    token: secret()
      .optional()
      .meta({ description: 'The bearer token for that address, if it needs one.', examples: ['env:MCP_TOKEN'] }),
    tools: listOf((item) => item !== '', expectedValues.tools)
      .optional()
      .meta({ description: 'The tools that may be used. All of them unless set.', examples: [['list', 'search']] }),
  },
  expectedValues.servers,
).meta({
  description: 'MCP servers, whose tools Claude and the models of your providers can use.',
  examples: [
    {
      calendar: {
        command: ['calendar-mcp', '--read-only'],
        env: [{ name: 'CALENDAR_TOKEN', value: 'env:CALENDAR_TOKEN' }],
      },
    },
  ],
})

function isNativeTool(name: string): boolean {
  return nativeTools.some((tool) => tool === name)
}
