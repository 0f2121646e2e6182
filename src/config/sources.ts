import type { AnyText, LocalizedText } from '../messages/localized.ts'
import { type Config, describeConfig, type ShownValue } from './config.ts'
import { parseSetting, withSettings } from './settings.ts'
import { sourceMessages } from './warning-messages.ts'

/** A key that was set while running. */
export interface Setting {
  text: string
  /** What the file said about the key at that time: see `fileValueOf`. Null if that was not recorded. */
  fileValue: string | null
}

/** Where a value that was there at the start comes from. */
export type WrittenSource = 'default' | 'file' | 'environment'

/** A value and where it comes from. */
export interface Sourced {
  value: ShownValue
  /** 'page': set on the page, effective from the next start on. */
  source: WrittenSource | 'run time' | 'page'
  /** The value that would apply if it were reset. */
  otherwise?: { value: ShownValue; source: WrittenSource }
}

/** A setting that was dropped because the file was changed after it. */
export interface DroppedSetting {
  key: string
  value: string
  now: Sourced
}

/** The effective configuration, and where each value comes from. */
export interface ResolvedConfig {
  config: Config
  sources: Record<string, Sourced>
  dropped: DroppedSetting[]
}

/** What the file says about a key, as JSON, to be compared later; empty if it does not set the key. */
export function fileValueOf(file: Config, key: string): string {
  return file.named.has(key) ? JSON.stringify(describeConfig(file)[key]) : ''
}

/**
 * The later change wins: a setting applies until the file says something else about its key than when it was set. That
 * includes a key that was added to the file or removed from it.
 */
export function resolveConfig(file: Config, settings: ReadonlyMap<string, Setting>): ResolvedConfig {
  const written = describeConfig(file)
  const inFile = (key: string) => ({ value: written[key] ?? null, source: writtenSource(file, key) })
  const isOutdated = ([key, { fileValue }]: [string, Setting]) =>
    fileValue !== null && fileValue !== fileValueOf(file, key)
  const valid = new Map([...settings].filter((entry) => !isOutdated(entry)).map(([key, { text }]) => [key, text]))
  const config = withSettings(file, valid)
  const current = describeConfig(config)
  const sourceOf = (key: string): Sourced => {
    const text = valid.get(key)
    if (file.overrides.has(key)) return { value: current[key] ?? null, source: 'page' }
    if (text === undefined || 'error' in parseSetting(key, text)) return inFile(key)
    return { value: current[key] ?? null, source: 'run time', otherwise: inFile(key) }
  }
  return {
    config,
    sources: Object.fromEntries(Object.keys(written).map((key) => [key, sourceOf(key)])),
    dropped: [...settings].filter(isOutdated).map(([key, { text }]) => ({ key, value: text, now: inFile(key) })),
  }
}

function writtenSource(file: Config, key: string): WrittenSource {
  if (file.fromEnvironment.has(key)) return 'environment'
  return file.named.has(key) ? 'file' : 'default'
}

/** A value and where it comes from, in words. */
export function describeSourced(sourced: Sourced | undefined): LocalizedText {
  if (!sourced) return sourceMessages.noKey
  return sourceMessages.valueFrom(shownOr(sourced.value), sourceWords(sourced))
}

/** Where a value comes from, and which value it replaces. */
export function sourceWords({ source, otherwise }: Sourced): LocalizedText {
  const words = sourceMessages.sources[source]
  return otherwise ? sourceMessages.insteadOf[otherwise.source](words, shownOr(otherwise.value)) : words
}

function shownOr(value: ShownValue): AnyText {
  return value === null ? sourceMessages.notSet : String(value)
}
