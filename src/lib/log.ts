import type { LogTail } from './log-tail.ts'
import { oneLiner } from './text/one-liner.ts'
import type { Scrubber } from './text/scrub.ts'
import { type Clock, systemClock } from './time/clock.ts'

/** What everybody logs through. Events, not prose: `log.info({ task: 17, ms: 8421 }, 'task answered')`. */
export interface Log extends Record<Grade, Write> {
  level: LogLevel
  /** One that says these fields too with every line. */
  child(fields: object): Log
}

type Grade = keyof typeof grades
type Fields = Record<string, unknown>
type Write = (fields: object | string, msg?: string) => void
export type LogLevel = Grade | 'silent'

const grades = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const

export interface LogOptions {
  level: LogLevel
  /** `auto` is pretty on a terminal and JSON elsewhere. */
  format: 'auto' | 'json' | 'pretty'
  destination: LogDestination
  scrub: Scrubber['scrub']
  clock?: Clock
  /** Keeps what is written, for whoever cannot read it there. */
  tail?: Pick<LogTail, 'keep'>
}

export interface LogDestination {
  write(line: string): unknown
  isTTY?: boolean | undefined
  on?(event: 'error', listener: () => void): unknown
}

/** Every line is bounded, holds no secret we know, and is one of at most 200 a second. */
export function createLog({ level, format, destination, scrub, clock = systemClock, tail }: LogOptions): Log {
  const pretty = format === 'pretty' || (format === 'auto' && destination.isTTY === true)
  const admit = createThrottle(clock)
  // A reader that went away (journal restarted, pipe closed) must not end the daemon.
  destination.on?.('error', () => {})
  const emit = (record: Fields) => {
    const { level: grade, time, msg, ...rest } = bounded(record, scrub) as Fields
    const fields = JSON.stringify(rest).length > longestRecord ? { fields: 'too many to log' } : rest
    const safe = { level: grade, time, ...fields, msg }
    tail?.keep(safe)
    destination.write(`${pretty ? oneLiner(safe) : JSON.stringify(safe)}\n`)
  }
  const shared = { level }
  const write = (grade: Grade, common: Fields, fields: object | string, msg?: string) => {
    if (shared.level === 'silent' || grades[grade] < grades[shared.level]) return
    const { admitted, suppressed } = admit(grade === 'fatal')
    const time = clock.now().toISOString()
    if (suppressed > 0) emit({ level: grades.warn, time, suppressed, msg: 'log lines suppressed' })
    if (!admitted) return
    const said = typeof fields === 'string' ? { msg: fields } : { ...fields, ...(msg !== undefined && { msg }) }
    emit({ ...common, ...said, level: grades[grade], time })
  }
  return logOf(shared, write, {})
}

/** The level is one for all: what is set while running holds for every part at once. */
function logOf(
  shared: { level: LogLevel },
  write: (grade: Grade, common: Fields, ...said: Parameters<Write>) => void,
  common: Fields,
): Log {
  return {
    get level() {
      return shared.level
    },
    set level(level) {
      shared.level = level
    },
    debug: (...said) => write('debug', common, ...said),
    info: (...said) => write('info', common, ...said),
    warn: (...said) => write('warn', common, ...said),
    error: (...said) => write('error', common, ...said),
    fatal: (...said) => write('fatal', common, ...said),
    child: (fields) => logOf(shared, write, { ...common, ...fields }),
  }
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
  if (typeof value === 'bigint') return scrub(String(value))
  if (typeof value !== 'object' || value === null)
    return typeof value === 'boolean' || value === null ? value : undefined
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString()
  if (depth > 4) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => bounded(item, scrub, '', depth + 1) ?? null)
  const entries = Object.entries(value instanceof Error ? partsOf(value) : value).slice(0, 40)
  return Object.fromEntries(
    entries.map(([name, inner]) => [cut(scrub(name), 64), bounded(inner, scrub, name, depth + 1)]),
  )
}

/** What an error is made of, and why it came to be. */
function partsOf(error: Error): Fields {
  const { name, message, stack, cause, ...own } = error
  return { type: name, message, stack, ...own, ...(cause !== undefined && { cause }) }
}

function cut(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  // toString turns a character that was cut in two into U+FFFD; it goes with the rest.
  return `${Buffer.from(text)
    .subarray(0, limit)
    .toString()
    .replace(/\ufffd$/, '')}...`
}
