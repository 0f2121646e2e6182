import { camelCase } from './camel-keys.ts'
import type { Config } from './config.ts'
import { expectedOf } from './key-kind.ts'
import { findKey, type Key, nearestKey } from './keys.ts'

/** What `/config key value` may set while the daemon runs. */
export const runtimeKeys = [
  'conversation.max_tokens',
  'conversation.lookback_count',
  'conversation.active_minutes',
  'conversation.context_truncation',
  'conversation.use_selection',
  'conversation.always_include_recent',
  'conversation.context_recency_hours',
  'conversation.context_min_messages',
  'conversation.previous_tasks_count',
  'conversation.older_days',
  'conversation.recall_share',
  'conversation.shared_history',
  'compaction.messages',
  'compaction.tokens',
  'compaction.hours',
  'compaction.keep_recent',
  'workers.max',
  'workers.safe_mode_after',
  'native.max_context_tokens',
  'native.max_context_turns',
  'native.max_steps',
  'native.tool_result_chars',
  'native.evict_tokens',
  'brain.daily_usd',
  'brain.monthly_usd',
  'log.level',
] as const

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
