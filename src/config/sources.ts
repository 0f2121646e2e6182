import { type Config, describeConfig, type ShownValue } from './config.ts'
import { parseSetting, withSettings } from './settings.ts'

/** What was set while running. */
export interface Setting {
  text: string
  /** What the file said of the key then: see `fileValueOf`. Null where nobody noted it. */
  fileValue: string | null
}

/** Where a value comes from that was there at the start. */
export type WrittenSource = 'default' | 'file' | 'environment'

/** A value and where it comes from. */
export interface Sourced {
  value: ShownValue
  /** 'page': set there, for every start from the next one on. */
  source: WrittenSource | 'run time' | 'page'
  /** What would hold had nothing been set. */
  otherwise?: { value: ShownValue; source: WrittenSource }
}

/** A setting that gave way to the file, which was changed after it. */
export interface DroppedSetting {
  key: string
  value: string
  now: Sourced
}

/** The configuration as it holds, and where each value of it comes from. */
export interface SettledConfig {
  config: Config
  sources: Record<string, Sourced>
  dropped: DroppedSetting[]
}

/** What the file says of a key, to be compared with what it says another time: JSON, or nothing where it does not name it. */
export function fileValueOf(file: Config, key: string): string {
  return file.named.has(key) ? JSON.stringify(describeConfig(file)[key]) : ''
}

/**
 * The later change wins: a setting stands until the file says something else of its key than when it was set, be it another
 * value, a first one or none any more.
 */
export function settle(file: Config, settings: ReadonlyMap<string, Setting>): SettledConfig {
  const written = describeConfig(file)
  const inFile = (key: string) => ({ value: written[key] ?? null, source: writtenSource(file, key) })
  const isOver = ([key, { fileValue }]: [string, Setting]) => fileValue !== null && fileValue !== fileValueOf(file, key)
  const standing = new Map([...settings].filter((entry) => !isOver(entry)).map(([key, { text }]) => [key, text]))
  const config = withSettings(file, standing)
  const current = describeConfig(config)
  const sourceOf = (key: string): Sourced => {
    const text = standing.get(key)
    if (file.setHere.has(key)) return { value: current[key] ?? null, source: 'page' }
    if (text === undefined || 'error' in parseSetting(key, text)) return inFile(key)
    return { value: current[key] ?? null, source: 'run time', otherwise: inFile(key) }
  }
  return {
    config,
    sources: Object.fromEntries(Object.keys(written).map((key) => [key, sourceOf(key)])),
    dropped: [...settings].filter(isOver).map(([key, { text }]) => ({ key, value: text, now: inFile(key) })),
  }
}

function writtenSource(file: Config, key: string): WrittenSource {
  if (file.fromEnvironment.has(key)) return 'environment'
  return file.named.has(key) ? 'file' : 'default'
}

/** A value with where it comes from, in words. */
export function describeSourced(sourced: Sourced | undefined): string {
  return sourced ? `${String(sourced.value ?? 'not set')} (${sourceWords(sourced)})` : 'no longer a key'
}

/** Where a value comes from, and what it stands against. */
export function sourceWords({ source, otherwise }: Sourced): string {
  if (source !== 'run time' && source !== 'page') return source === 'default' ? 'default' : `from the ${source}`
  const set = source === 'page' ? 'set on the page' : 'set at run time'
  if (!otherwise) return set
  const without = String(otherwise.value ?? 'not set')
  return `${set}; ${otherwise.source === 'default' ? `default: ${without}` : `the ${otherwise.source} says ${without}`}`
}
