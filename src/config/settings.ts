import { camelCase } from './camel-keys.ts'
import type { Config } from './config.ts'
import { expectedOf } from './key-kind.ts'
import { findKey, type Key, nearestKey } from './keys.ts'

/**
 * What `/config key value` may set while the daemon runs, and by which doors of the page. A session from elsewhere, which
 * may be that of whoever took a phone, decides neither what may be spent nor what is written to the log.
 */
const doorOfKey = {
  'conversation.max_tokens': 'both',
  'conversation.lookback_count': 'both',
  'conversation.active_minutes': 'both',
  'conversation.context_truncation': 'both',
  'conversation.use_selection': 'both',
  'conversation.always_include_recent': 'both',
  'conversation.context_recency_hours': 'both',
  'conversation.context_min_messages': 'both',
  'conversation.previous_tasks_count': 'both',
  'conversation.older_days': 'both',
  'conversation.recall_share': 'both',
  'conversation.shared_history': 'both',
  'compaction.messages': 'both',
  'compaction.tokens': 'both',
  'compaction.hours': 'both',
  'compaction.keep_recent': 'both',
  'workers.max': 'both',
  'workers.safe_mode_after': 'both',
  'native.max_context_tokens': 'both',
  'native.max_context_turns': 'both',
  'native.max_steps': 'both',
  'native.tool_result_chars': 'both',
  'native.evict_tokens': 'both',
  'brain.daily_usd': 'machine',
  'brain.monthly_usd': 'machine',
  'log.level': 'machine',
} as const

export type RuntimeKey = keyof typeof doorOfKey

export const runtimeKeys = Object.keys(doorOfKey) as RuntimeKey[]

/** Whether the page sets it for a session from elsewhere too. */
export function isSettableByBothDoors(key: string): boolean {
  return runtimeKeys.some((name) => name === key && doorOfKey[name] === 'both')
}

export type SettingValue = string | number | boolean

/** What a person typed for a key, held to the same schema as the file. */
export function parseSetting(key: string, text: string): { value: SettingValue } | { error: string } {
  const known = runtimeKey(key)
  if ('error' in known) return known
  for (const candidate of readings(text.trim())) {
    if (known.check.safeParse(candidate).success) return { value: candidate }
  }
  return { error: `${key} must be ${expectedOf(known)}.` }
}

/** The key, or why it is none that can be set while running. */
export function runtimeKey(key: string): Key | { error: string } {
  const known = findKey(key)
  if (!known) {
    const near = nearestKey(key)
    return { error: `There is no key ${key}${near ? `; did you mean ${near}?` : '.'}` }
  }
  if (runtimeKeys.some((name) => name === key)) return known
  return {
    error: `${key} cannot be changed while running; set it on the page under Settings, or in config.toml, and restart.`,
  }
}

/** The configuration with what the owner set while running. A setting that no longer fits is left out with a warning. */
export function withSettings(config: Config, settings: ReadonlyMap<string, string>): Config {
  const warnings = [...config.warnings]
  let tree: Config = config
  for (const [key, text] of settings) {
    const setting = parseSetting(key, text)
    if ('value' in setting) tree = replaced(tree, key.split('.').map(camelCase), setting.value)
    else warnings.push(`the setting ${key} is left out: ${setting.error}`)
  }
  return Object.freeze({ ...tree, warnings: Object.freeze(warnings) })
}

/** What a text may mean, the narrowest first. */
export function readings(text: string): SettingValue[] {
  const number = /^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []
  const truth = text === 'true' || text === 'false' ? [text === 'true'] : []
  return [...number, ...truth, text]
}

function replaced<T extends object>(tree: T, [head = '', ...rest]: string[], value: SettingValue): T {
  const inner: unknown = (tree as Record<string, unknown>)[head]
  const next = typeof inner === 'object' && inner !== null ? replaced(inner, rest, value) : value
  return Object.freeze({ ...tree, [head]: next })
}
