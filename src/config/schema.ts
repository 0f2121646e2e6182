import { isIP } from 'node:net'
import { z } from 'zod'
import { machineZone } from '../lib/time/machine-zone.ts'
import { isZone } from '../lib/time/zone.ts'
import { mcp, native, providers } from './native-keys.ts'
import { briefings, heartbeat, mailboxes, scheduler, schedules } from './schedule-keys.ts'
import { amount, dollars, flag, ids, listOf, names, oneOf, secret, section, table, whole, words } from './shapes.ts'

// The one place that knows a key, its range and its default.

/** The tools of the claude CLI that can be switched on. What reaches the network by itself is not among them. */
const cliTools = ['Read', 'Glob', 'Grep', 'Write', 'Edit', 'Bash'] as const

const mailAddress = /^[^\s@<>",;]+@[^\s@<>",;]+$/

/** What the file may say, in the words of the file. Everything has a default but what must stay unsaid. */
export const schema = table({
  timezone: z
    .string('an IANA time zone such as Europe/Berlin')
    .refine(isZone, 'an IANA time zone such as Europe/Berlin')
    .default(machineZone),

  owner: section({
    name: words().max(60, 'a name of at most 60 characters').optional(),
  }),

  assistant: section({
    name: words().max(60, 'a name of at most 60 characters').default('Skein'),
    persona: persona().optional(),
  }),

  workers: section({
    max: whole(1, 64).default(4),
    expire_hours: whole(1, 720).default(24),
    total_minutes: whole(1, 1440).default(30),
    safe_mode_after: whole(0, 100).default(3),
    safe_mode_minutes: whole(1, 1440).default(10),
  }),

  conversation: section({
    enabled: flag(true),
    max_tokens: whole(500, 1_000_000).default(10_000),
    lookback_count: whole(0, 1000).default(25),
    active_minutes: whole(1, 1440).default(30),
    context_truncation: whole(0, 1_000_000).default(0),
    skip_selection_threshold: whole(0, 1000).default(3),
    selection_model: words().default('fast'),
    selection_timeout: amount(0.1, 600).default(30),
    use_selection: z.union([z.boolean(), z.literal('auto')], 'true, false or "auto"').default('auto'),
    always_include_recent: whole(0, 1000).default(5),
    context_recency_hours: amount(0, 100_000).default(0),
    context_min_messages: whole(0, 1000).default(10),
    previous_tasks_count: whole(0, 100).default(3),
    talk_context_limit: whole(0, 1000).default(100),
    cache_max_per_conversation: whole(0, 1_000_000).default(0),
    older_days: whole(1, 365).default(7),
    recall_share: amount(0, 0.9).default(0.35),
    shared_history: flag(false),
  }),

  recall: section({
    vectors: oneOf(['off', 'local', 'endpoint']).default('off'),
    url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
    model: words().optional(),
    api_key: secret().optional(),
  }),

  compaction: section({
    messages: whole(1, 10_000).default(30),
    tokens: whole(100, 1_000_000).default(2500),
    hours: whole(1, 8760).default(24),
    keep_recent: whole(0, 1000).default(10),
  }),

  web: section({
    enabled: flag(true),
    port: whole(1, 65_535).default(8420),
    bind: z
      .string('an IP address')
      .refine((given) => isIP(given) > 0, 'an IP address')
      .optional(),
    public_url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
    voice: voice(),
  }),

  telegram: section({
    token: secret().optional(),
    api_root: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
    local_server: flag(false),
    owner_ids: ids(),
    member_ids: ids(),
    groups: section({
      mode: oneOf(['mention', 'always', 'off']).default('mention'),
      mention_ids: ids(),
      always_ids: ids(),
      off_ids: ids(),
    }),
    voice: voice(),
  }),

  talk: section({
    url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
    user: words().optional(),
    password: secret().optional(),
    owner_ids: names(),
    member_ids: names(),
    guests: oneOf(['context', 'ignore']).default('context'),
    groups: section({
      mode: oneOf(['mention', 'always', 'off']).default('mention'),
      at_all: flag(true),
    }),
    rooms: rooms(),
    voice: voice(),
    webhook: section({
      secret: secret().optional(),
      host: words().default('127.0.0.1'),
      port: whole(1, 65_535).default(8421),
    }),
  }),

  email: section({
    ...mailAccount(),
    accounts: z.record(z.string(), table(mailAccount()), 'a table of accounts').default({}),
    owner_addresses: addresses(),
    member_addresses: addresses(),
    strangers: oneOf(['ignore', 'notify', 'draft']).default('ignore'),
    quote: flag(true),
    replies_per_thread: whole(1, 1000).default(5),
    replies_per_sender: whole(1, 1000).default(20),
  }),

  scheduler: scheduler(),
  schedules: schedules(),
  briefings: briefings(),
  heartbeat: heartbeat(),
  mailboxes: mailboxes(),

  brain: section({
    default: words().optional(),
    failover: listOf((item) => item !== '', 'a list of brains such as ["claude", "local"]').default([]),
    daily_usd: dollars().optional(),
    monthly_usd: dollars().optional(),
    models: section({
      fast: words().optional(),
      general: words().optional(),
      smart: words().optional(),
    }),
    claude: section({
      command: words().default('claude'),
      api_key: secret().optional(),
      oauth_token: secret().optional(),
      config_dir: words().optional(),
      base_url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
      model: words().optional(),
      fallback_model: words().optional(),
      effort: oneOf(['low', 'medium', 'high']).optional(),
      base_prompt: oneOf(['claude-code', 'none']).default('claude-code'),
      epochs: flag(true),
      cache: oneOf(['1h', '5m']).default('1h'),
      max_requests: whole(1, 10_000).default(60),
      max_usd: dollars().default(5),
      first_event_seconds: whole(1, 3600).default(60),
      idle_seconds: whole(1, 7200).default(180),
      keep_minutes: whole(0, 1440).default(10),
      keep_count: whole(0, 64).default(4),
      keep_mb: whole(0, 1_000_000).default(1000),
      tools: listOf<(typeof cliTools)[number]>(
        isCliTool,
        `a list of ${cliTools.map((tool) => `"${tool}"`).join(', ')}`,
      ).default([...cliTools]),
      command_network: flag(false),
      command_memory_mb: whole(64, 1_000_000).default(2048),
      command_processes: whole(8, 100_000).default(256),
      command_cpu_seconds: whole(1, 86_400).default(600),
      allow: section({
        owner: patterns(['Write', 'Edit']),
        member: patterns([]),
      }),
    }),
  }),

  native: native(),
  providers: providers(),
  mcp: mcp(),

  limits: section({
    tasks_per_hour: whole(1, 100_000).default(20),
    queue: whole(1, 100_000).default(100),
  }),

  disk: section({
    low_mb: whole(0, 1_000_000).default(500),
    full_mb: whole(0, 1_000_000).default(100),
    ballast_mb: whole(0, 10_000).default(64),
  }),

  log: section({
    level: oneOf(['debug', 'info', 'warn', 'error']).default('info'),
    format: oneOf(['auto', 'json', 'pretty']).default('auto'),
  }),
})

/** In the owner's own words. Every prompt has it, so it is short. */
function persona() {
  const expected = 'a text of 1 to 4000 characters'
  return z.string(expected).trim().min(1, expected).max(4000, expected).meta({ long: true })
}

function patterns(fallback: string[]) {
  const pattern = new RegExp(`^(?:${cliTools.join('|')})(?:\\([^\\n]+\\))?$`)
  return listOf((item) => pattern.test(item), 'a list of patterns such as "Write" or "Bash(git log*)"').default(
    fallback,
  )
}

function isCliTool(name: string): boolean {
  return cliTools.some((tool) => tool === name)
}

/** One table a room, by the token at the end of its address. */
function rooms() {
  const modes = oneOf(['mention', 'always', 'off'])
  return z.record(z.string(), table({ mode: modes }), 'a table of rooms').default({})
}

/** What one mailbox is. */
function mailAccount() {
  return {
    address: address().optional(),
    aliases: addresses(),
    name: words().max(60, 'a name of at most 60 characters').default('Skein'),
    user: words().optional(),
    password: secret().optional(),
    oauth: section({
      client_id: words().optional(),
      client_secret: secret().optional(),
      refresh_token: secret().optional(),
      token_url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
    }),
    imap: z.url({ protocol: /^imaps?$/, error: 'an address such as "imaps://imap.example.org"' }).optional(),
    smtp: z.url({ protocol: /^smtps?$/, error: 'an address such as "smtps://smtp.example.org"' }).optional(),
    folders: listOf((item) => item !== '', 'a list of folders such as ["INBOX"]').default(['INBOX']),
    mode: oneOf(['send', 'draft']).default('send'),
    sent_copy: oneOf(['auto', 'server', 'append', 'none']).default('auto'),
    receipts: flag(false),
    plus_addresses: flag(false),
    authserv_id: words().optional(),
  }
}

function address() {
  return z.string('a mail address').regex(mailAddress, 'a mail address such as "skein@example.org"')
}

function addresses() {
  return listOf((item) => mailAddress.test(item), 'a list of mail addresses such as ["ana@example.org"]').default([])
}

function voice() {
  return section({
    command: listOf((item) => item !== '', 'a list of a program and its arguments').default([]),
    url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
    model: words().default('whisper-1'),
    api_key: secret().optional(),
  })
}
