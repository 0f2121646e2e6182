import { expectedValues } from '../expected-values.ts'
import { dollarAmount, flag, httpUrl, listOf, oneOf, quoteAll, secret, section, text, wholeNumber } from './shapes.ts'

/**
 * The tools that can be switched on: those of the claude CLI, without the ones that reach the network by themselves, and
 * our own for web pages.
 */
const claudeTools = ['Read', 'Glob', 'Grep', 'Write', 'Edit', 'Bash', 'fetch_page'] as const

/** Grep alone is a fifth of a first prompt, and the tools of native models have nothing like it either. */
const usualTools = claudeTools.filter((name) => name !== 'Grep')

// A tool of a server from [mcp] is written `server__tool`.
const permission = new RegExp(`^(?:${claudeTools.join('|')}|[a-zA-Z0-9-]+__[\\w.-]+)(?:\\([^\\n]+\\))?$`)

function permissions(fallback: string[]) {
  return listOf((item) => permission.test(item), expectedValues.patterns('"Write", "Bash(git log*)"')).default(fallback)
}

const claude = section({
  command: text().default('claude').describe('The claude CLI: a program on the PATH, or a path.'),
  api_key: secret()
    .optional()
    .meta({
      description: 'An API key. Alternatively set oauth_token, or sign in with the CLI itself.',
      examples: ['env:ANTHROPIC_API_KEY'],
    }),
  oauth_token: secret()
    .optional()
    .meta({
      description: 'A token from "claude setup-token", instead of an API key.',
      examples: ['file:claude-token'],
    }),
  config_dir: text()
    .optional()
    .meta({
      description: 'The folder where the CLI keeps its sign-in. A folder in the data directory unless set.',
      examples: ['~/.claude'],
    }),
  base_url: httpUrl()
    .optional()
    .meta({ description: 'Another address for the Messages API.', examples: ['https://api.anthropic.com'] }),
  model: text()
    .optional()
    .meta({ description: 'The model. The CLI chooses unless set.', examples: ['sonnet'] }),
  fallback_model: text()
    .optional()
    .meta({ description: 'The model to use while the first one is overloaded.', examples: ['haiku'] }),
  effort: oneOf(['low', 'medium', 'high'])
    .optional()
    .meta({ description: 'How much the model thinks. The CLI chooses unless set.', examples: ['medium'] }),
  base_prompt: oneOf(['claude-code', 'none'])
    .default('none')
    .describe(
      'The prompt that comes before Skein\'s own. "none" is a single sentence. "claude-code" is the prompt of the CLI, made for programming in a terminal; it costs about 900 tokens more per conversation.',
    ),
  epochs: flag(true).describe(
    'Keep one CLI session per conversation, so that a second message costs a fraction of the first. false starts a new session for every message.',
  ),
  cache: oneOf(['1h', '5m'])
    .default('1h')
    .describe(
      'How long the service caches the prompt. "1h" costs more to write and pays off when messages are minutes apart. Use "5m" for a service that supports nothing else.',
    ),
  max_requests: wholeNumber(1, 10_000).default(60).describe('How many requests to the model one answer may take.'),
  max_usd: dollarAmount().default(5).describe('What one answer may cost, in dollars.'),
  first_event_seconds: wholeNumber(1, 3600)
    .default(60)
    .describe('Give up when the CLI prints nothing for this many seconds.'),
  idle_seconds: wholeNumber(1, 7200)
    .default(180)
    .describe('Give up when the CLI pauses for this many seconds in the middle of an answer.'),
  keep_minutes: wholeNumber(0, 1440)
    .default(10)
    .describe('How many minutes a CLI process is kept for the next message of its conversation.'),
  keep_count: wholeNumber(0, 64).default(4).describe('How many such processes are kept at most.'),
  keep_mb: wholeNumber(0, 1_000_000).default(1000).describe('How much memory these processes may use together, in MB.'),
  tools: listOf<(typeof claudeTools)[number]>(isClaudeTool, expectedValues.listOf(quoteAll(claudeTools)))
    .default(usualTools)
    .describe(
      "The tools that the model may use in addition to Skein's own: those of the CLI, and fetch_page for web pages. The CLI's tools run in a sandbox and see only the folder of the chat. Without bwrap they are off. Guests get none.",
    ),
  command_network: flag(false).describe('Whether the commands that the model runs can reach the network.'),
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
    owner: permissions(['Write', 'Edit']).describe('What the model may do without asking when you talk to it.'),
    member: permissions([]).describe('What the model may do without asking when other people talk to it.'),
  }).describe(
    'What the model may do without asking: a tool, or a tool with an argument pattern such as "Bash(git log*)". Skein asks before everything else that changes something. While the model sees text of other people, it asks before everything that you did not request yourself.',
  ),
}).describe('The claude CLI.')

export const brain = section({
  default: text()
    .optional()
    .meta({
      description:
        'Who answers, unless a chat chose another with /brain: "claude", the name of one of your [providers], "native" for the first of them, or "demo". Unless set, it is claude if the CLI and a credential are there, otherwise the first provider that works, otherwise demo.',
      examples: ['claude'],
    }),
  failover: listOf((item) => item !== '', expectedValues.brains)
    .default([])
    .describe('Who answers instead while the default cannot, in this order. You get a notice when that happens.'),
  asides: flag(false).describe(
    'Whether the model may begin longer work by itself while the chat goes on. People can always ask for such work with /aside.',
  ),
  delegates: flag(false).describe(
    'Whether the model may hand pieces of its work to delegates: fresh sessions that get only a brief and hand back a report. They have the same tools and need the same permissions.',
  ),
  delegate_count: wholeNumber(1, 100).default(5).describe('How many delegates one answer may have.'),
  delegate_tokens: wholeNumber(1000, 1_000_000_000)
    .default(1_000_000)
    .describe('How many tokens the delegates of one answer may read and write together, cached or not.'),
  delegate_usd: dollarAmount()
    .default(2)
    .describe('What the delegates of one answer may cost together, in dollars, as far as prices are known.'),
  daily_usd: dollarAmount()
    .optional()
    .meta({
      description:
        'What all model calls may cost per day, in dollars. No limit unless set. From 80 % of the limit on, only conversations are answered; at the limit, no model is called until the next day.',
      examples: [5],
    }),
  monthly_usd: dollarAmount()
    .optional()
    .meta({
      description: 'What all model calls may cost per month, in dollars. It works like daily_usd.',
      examples: [60],
    }),
  models: section({
    fast: text()
      .optional()
      .meta({ description: 'The model for small work such as summaries.', examples: ['haiku'] }),
    general: text()
      .optional()
      .meta({ description: 'The model that answers.', examples: ['sonnet'] }),
    smart: text()
      .optional()
      .meta({ description: 'The model that "/model smart" chooses.', examples: ['opus'] }),
  }).describe('The models of the claude CLI. The CLI chooses unless set. Providers have models of their own.'),
  claude,
}).describe('Which model answers, and what it may cost.')

function isClaudeTool(name: string): boolean {
  return claudeTools.some((tool) => tool === name)
}
