import { z } from 'zod'
import { amount, flag, listOf, oneOf, secret, section, table, whole, words } from './shapes.ts'

/** The tools that a provider's model has beside the daemon's. */
export const nativeTools = ['read_file', 'list_files', 'write_file', 'edit_file', 'run_command', 'fetch_page'] as const

const http = { protocol: /^https?$/, error: 'an http or https address' }

/** How a conversation with a provider's model grows, and what that model may use. */
export function native() {
  return section({
    provider: words().optional(),
    max_context_tokens: whole(1000, 10_000_000).default(50_000),
    max_context_turns: whole(2, 10_000).default(20),
    max_steps: whole(1, 1000).default(15),
    tool_result_chars: whole(200, 10_000_000).default(20_000),
    evict_tokens: whole(100, 10_000_000).default(20_000),
    clear_at: amount(0.1, 0.95).default(0.6),
    summarize_at: amount(0.2, 0.98).default(0.85),
    session_days: whole(1, 3650).default(30),
    first_event_seconds: whole(1, 3600).default(120),
    idle_seconds: whole(1, 7200).default(120),
    tools: listOf<(typeof nativeTools)[number]>(
      isNativeTool,
      `a list of ${nativeTools.map((tool) => `"${tool}"`).join(', ')}`,
    ).default([...nativeTools]),
    command_network: flag(false),
    command_seconds: whole(1, 86_400).default(120),
    command_memory_mb: whole(64, 1_000_000).default(2048),
    command_processes: whole(8, 100_000).default(256),
    command_cpu_seconds: whole(1, 86_400).default(600),
    allow: section({
      owner: patterns(['write_file', 'edit_file']),
      member: patterns([]),
    }),
  })
}

/** Whoever serves models, each under the name by which people choose it. */
export function providers() {
  const shape = {
    kind: oneOf(['anthropic', 'openai-compatible', 'ollama']),
    base_url: z.url(http).optional(),
    api_key: secret().optional(),
    models: section({
      fast: words().optional(),
      general: words().optional(),
      smart: words().optional(),
    }),
    window: whole(1000, 100_000_000).optional(),
    max_output_tokens: whole(100, 10_000_000).optional(),
    images: z.boolean('true or false').optional(),
    prices: z.array(table(price()), 'a list of tables').default([]),
  }
  return z.record(z.string(), table(shape), 'a table of providers').default({})
}

/** Servers of the Model Context Protocol: a program, or an address. */
export function mcp() {
  const shape = {
    command: listOf((item) => item !== '', 'a list of a program and its arguments').optional(),
    env: z.array(table({ name: words(), value: secret() }), 'a list of tables').default([]),
    url: z.url(http).optional(),
    token: secret().optional(),
    tools: listOf((item) => item !== '', 'a list of names of tools').optional(),
  }
  return z.record(z.string(), table(shape), 'a table of servers').default({})
}

/** Dollars for a million tokens. */
function price() {
  return {
    model: words(),
    input: amount(0, 100_000),
    output: amount(0, 100_000),
    cache_read: amount(0, 100_000).optional(),
    cache_write: amount(0, 100_000).optional(),
  }
}

function isNativeTool(name: string): boolean {
  return nativeTools.some((tool) => tool === name)
}

/** A tool of a server from [mcp] is written `server__tool`. */
function patterns(fallback: string[]) {
  const pattern = new RegExp(`^(?:${nativeTools.join('|')}|[a-zA-Z0-9-]+__[\\w.-]+)(?:\\([^\\n]+\\))?$`)
  return listOf(
    (item) => pattern.test(item),
    'a list of patterns such as "write_file" or "run_command(git log*)"',
  ).default(fallback)
}
