import type { AnyText } from '../messages/localized.ts'
import { camelCase } from './camel-keys.ts'
import type { Config } from './config.ts'
import { configMessages } from './config-messages.ts'
import { type ConfigKey, expectedOf, findKey, nearestKey } from './key-paths.ts'
import { configWarnings } from './warning-messages.ts'

/**
 * The keys that `/config key value` can set while the daemon runs, and from where the page may set them: only on this
 * machine, or anywhere. A session from elsewhere may come from a stolen phone, so it can change neither the spending
 * limits nor the log.
 */
const settableFrom = {
  'assistant.name': 'anywhere',
  'assistant.persona': 'anywhere',
  'conversation.max_tokens': 'anywhere',
  'conversation.lookback_count': 'anywhere',
  'conversation.active_minutes': 'anywhere',
  'conversation.context_truncation': 'anywhere',
  'conversation.use_selection': 'anywhere',
  'conversation.always_include_recent': 'anywhere',
  'conversation.context_recency_hours': 'anywhere',
  'conversation.context_min_messages': 'anywhere',
  'conversation.previous_tasks_count': 'anywhere',
  'conversation.older_days': 'anywhere',
  'conversation.recall_share': 'anywhere',
  'conversation.shared_history': 'anywhere',
  'compaction.messages': 'anywhere',
  'compaction.tokens': 'anywhere',
  'compaction.hours': 'anywhere',
  'compaction.keep_recent': 'anywhere',
  'memory.extract': 'anywhere',
  'memory.day_notes': 'anywhere',
  'workers.max': 'anywhere',
  'workers.safe_mode_after': 'anywhere',
  'native.max_context_tokens': 'anywhere',
  'native.max_context_turns': 'anywhere',
  'native.max_steps': 'anywhere',
  'native.tool_result_chars': 'anywhere',
  'native.evict_tokens': 'anywhere',
  'brain.asides': 'anywhere',
  'brain.delegates': 'anywhere',
  'brain.daily_usd': 'machine',
  'brain.monthly_usd': 'machine',
  'log.level': 'machine',
} as const

export type RuntimeKey = keyof typeof settableFrom

export const runtimeKeys = Object.keys(settableFrom) as RuntimeKey[]

/** Whether the page lets sessions from other machines set it, too. */
export function isSettableFromAnywhere(key: string): boolean {
  return runtimeKeys.some((name) => name === key && settableFrom[name] === 'anywhere')
}

export type SettingValue = string | number | boolean

/** Parses what a person typed for a key, with the same schema as the file. */
export function parseSetting(key: string, text: string): { value: SettingValue } | { error: AnyText } {
  const known = runtimeKey(key)
  if ('error' in known) return known
  for (const candidate of readings(text.trim())) {
    if (known.check.safeParse(candidate).success) return { value: candidate }
  }
  return { error: configMessages.sentence(configMessages.mustBe(key, expectedOf(known))) }
}

/** The key, or why it cannot be set while running. */
export function runtimeKey(key: string): ConfigKey | { error: AnyText } {
  const known = findKey(key)
  if (!known) {
    const near = nearestKey(key)
    return { error: near ? configMessages.noSuchKeyNear(key, near) : configMessages.noSuchKey(key) }
  }
  if (runtimeKeys.some((name) => name === key)) return known
  return { error: configMessages.notWhileRunning(key) }
}

/** The configuration with the settings made while running. A setting that no longer fits is dropped with a warning. */
export function withSettings(config: Config, settings: ReadonlyMap<string, string>): Config {
  const warnings = [...config.warnings]
  let tree: Config = config
  for (const [key, text] of settings) {
    const setting = parseSetting(key, text)
    if ('value' in setting) tree = replaced(tree, key.split('.').map(camelCase), setting.value)
    else warnings.push(configWarnings.settingLeftOut(key, setting.error))
  }
  return Object.freeze({ ...tree, warnings: Object.freeze(warnings) })
}

/** The values that a text may stand for, the most specific first. */
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
