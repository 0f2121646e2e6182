import { pino } from 'pino'
import { oneLiner } from './text/one-liner.ts'
import type { Scrubber } from './text/scrub.ts'
import { type Clock, systemClock } from './time/clock.ts'

/** What everybody logs through. Events, not prose: `log.info({ task: 17, ms: 8421 }, 'task answered')`. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child' | 'level'>

export interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** `auto` is pretty on a terminal and JSON elsewhere. */
  format: 'auto' | 'json' | 'pretty'
  destination: LogDestination
  scrub: Scrubber['scrub']
  clock?: Clock
}

export interface LogDestination {
  write(line: string): unknown
  isTTY?: boolean | undefined
  on?(event: 'error', listener: () => void): unknown
}

/** Every line is bounded, holds no secret we know, and is one of at most 200 a second. */
export function createLog({ level, format, destination, scrub, clock = systemClock }: LogOptions): Log {
  const pretty = format === 'pretty' || (format === 'auto' && destination.isTTY === true)
  const admit = createThrottle(clock)
  // A reader that went away (journal restarted, pipe closed) must not end the daemon.
  destination.on?.('error', () => {})
  const emit = (record: Record<string, unknown>) => {
    const { level: grade, time, msg, ...rest } = bounded(record, scrub) as Record<string, unknown>
    const fields = JSON.stringify(rest).length > longestRecord ? { fields: 'too many to log' } : rest
    const safe = { level: grade, time, ...fields, msg }
    destination.write(`${pretty ? oneLiner(safe) : JSON.stringify(safe)}\n`)
  }
  const write = (line: string) => {
    const record = JSON.parse(line) as Record<string, unknown>
    const { admitted, suppressed } = admit(record.level === 60)
    if (suppressed > 0) emit({ level: 40, time: record.time, suppressed, msg: 'log lines suppressed' })
    if (admitted) emit(record)
  }
  return pino({ level, base: null, timestamp: () => `,"time":"${clock.now().toISOString()}"` }, { write })
}

const linesPerSecond = 200
const longestText = 512
const longestStack = 8192
const longestRecord = 32_768

/** Answers whether a line may go out, and how many were held back in the second before. Fatal ones always may. */
function createThrottle(clock: Clock) {
  let second = 0
  let lines = 0
  return (fatal: boolean): { admitted: boolean; suppressed: number } => {
    const now = Math.floor(clock.mono() / 1000)
    const suppressed = now === second ? 0 : Math.max(0, lines - linesPerSecond)
    if (now !== second) {
      second = now
      lines = 0
    }
    if (!fatal) lines++
    return { admitted: fatal || lines <= linesPerSecond, suppressed }
  }
}

// Scrubs before it cuts: half a secret at the end of a cut text would no longer be recognised.
function bounded(value: unknown, scrub: Scrubber['scrub'], key = '', depth = 0): unknown {
  if (typeof value === 'string') return cut(scrub(value), key === 'stack' ? longestStack : longestText)
  if (typeof value === 'number') return scrub(String(value)) === String(value) ? value : '[secret]'
  if (typeof value !== 'object' || value === null) return value
  if (depth > 4) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => bounded(item, scrub, '', depth + 1))
  const entries = Object.entries(value).slice(0, 40)
  return Object.fromEntries(
    entries.map(([name, inner]) => [cut(scrub(name), 64), bounded(inner, scrub, name, depth + 1)]),
  )
}

function cut(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  // toString turns a character that was cut in two into U+FFFD; it goes with the rest.
  return `${Buffer.from(text)
    .subarray(0, limit)
    .toString()
    .replace(/\ufffd$/, '')}...`
}
