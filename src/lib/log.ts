import { pino } from 'pino'
import { type LogTail, oneLiner } from './log-tail.ts'
import type { Scrubber } from './text/secrets.ts'
import { type Clock, systemClock } from './time/clock.ts'

/** What everybody logs through. Events, not prose: `log.info({ task: 17, ms: 8421 }, 'task answered')`. */
export interface Log extends Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', LogMethod> {
  /** A logger and its children share one level, which can change while running. */
  level: LogLevel
  /** A logger that adds these fields to every line. */
  child(fields: object): Log
}

type LogMethod = (fields: object | string, msg?: string) => void
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
type Fields = Record<string, unknown>

export interface LogOptions {
  level: LogLevel
  /** `auto` is pretty on a terminal and JSON elsewhere. */
  format: 'auto' | 'json' | 'pretty'
  destination: LogDestination
  scrub: Scrubber['scrub']
  clock?: Clock
  /** Also keeps the lines in memory, for people who cannot read the log itself. */
  tail?: Pick<LogTail, 'keep'>
}

export interface LogDestination {
  write(line: string): unknown
  isTTY?: boolean | undefined
  on?(event: 'error', listener: () => void): unknown
}

const LINES_PER_SECOND = 200
const MAX_TEXT_BYTES = 512
const MAX_STACK_BYTES = 8192
const MAX_LINE_CHARS = 32_768
const MAX_VALUES_PER_LINE = 2000

/** Every line is bounded and contains no known secret. At most 200 lines a second are written. Logging never throws. */
export function createLog({ level, format, destination, scrub, clock = systemClock, tail }: LogOptions): Log {
  const isPretty = format === 'pretty' || (format === 'auto' && destination.isTTY === true)
  const admit = createThrottle(clock)
  const time = () => `,"time":"${clock.now().toISOString()}"`
  // A reader that went away (journal restarted, pipe closed) must not end the daemon.
  destination.on?.('error', () => {})

  function write(line: string): void {
    const bounded = line.length > MAX_LINE_CHARS ? withoutFields(line) : line
    tail?.keep(bounded)
    destination.write(isPretty ? `${oneLiner(JSON.parse(bounded) as Fields)}\n` : bounded)
  }

  // pino gets plain values only: it would call the getters and serializers of what is logged, and they may throw.
  function logMethod(this: pino.Logger, [fields, msg]: unknown[], method: pino.LogFn, levelNumber: number): void {
    try {
      const { admitted, suppressed } = admit(levelNumber === pino.levels.values.fatal)
      if (suppressed > 0) write(`{"level":40${time()},"suppressed":${suppressed},"msg":"log lines suppressed"}\n`)
      if (!admitted) return
      const cleaned = cleanFields(typeof fields === 'string' ? { msg: fields } : fields, scrub)
      method.call(this, cleaned.rest, msg === undefined ? cleaned.msg : cleanFields({ msg }, scrub).msg)
    } catch {
      // There is nowhere left to report that a line could not be written.
    }
  }

  const logger = pino(
    { level, base: null, timestamp: time, serializers: { err: (err: unknown) => err }, hooks: { logMethod } },
    { write },
  )
  const { child } = logger
  return Object.assign(logger, {
    child(this: pino.Logger, fields: object) {
      return child.call(this, cleanFields(fields, scrub).rest)
    },
  }) as unknown as Log
}

/** What is left of a line with too many fields. */
function withoutFields(line: string): string {
  const { level, time, msg } = JSON.parse(line) as Fields
  return `${JSON.stringify({ level, time, fields: 'too many to log', msg })}\n`
}

/** Answers whether a line may go out, and how many were held back in the second before. Fatal ones always may. */
function createThrottle(clock: Clock) {
  let second = 0
  let lines = 0
  return (isFatal: boolean): { admitted: boolean; suppressed: number } => {
    const now = Math.floor(clock.mono() / 1000)
    const suppressed = now === second ? 0 : Math.max(0, lines - LINES_PER_SECOND)
    if (now !== second) {
      second = now
      lines = 0
    }
    if (!isFatal) lines++
    return { admitted: isFatal || lines <= LINES_PER_SECOND, suppressed }
  }
}

/** A plain copy without secrets, whatever the fields are. None of them can pass for the level or the time of the line. */
function cleanFields(fields: unknown, scrub: Scrubber['scrub']): { msg: string | undefined; rest: Fields } {
  let valuesLeft = MAX_VALUES_PER_LINE

  function clean(read: () => unknown, key = '', depth = 0): unknown {
    if (valuesLeft-- <= 0) return '[more]'
    try {
      return cleanValue(read(), key, depth)
    } catch {
      return '[unreadable]'
    }
  }

  function cleanValue(value: unknown, key: string, depth: number): unknown {
    // Scrubs before it cuts: half a secret at the end of a cut text would no longer be recognised.
    if (typeof value === 'string')
      return truncateBytes(scrub(value), key === 'stack' ? MAX_STACK_BYTES : MAX_TEXT_BYTES)
    if (typeof value === 'number') return scrub(String(value)) === String(value) ? value : '[secret]'
    if (typeof value === 'bigint') return scrub(String(value))
    if (typeof value !== 'object' || value === null)
      return typeof value === 'boolean' || value === null ? value : undefined
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString()
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
    if (depth > 4) return '[deep]'
    if (Array.isArray(value)) return value.slice(0, 20).map((item) => clean(() => item, '', depth + 1) ?? null)
    const parts = propertiesOf(value).map(([name, label]) => [
      truncateBytes(scrub(label), 64),
      clean(() => Reflect.get(value, name), name, depth + 1),
    ])
    return Object.fromEntries(parts)
  }

  const cleaned = clean(() => (fields instanceof Error ? { err: fields } : fields))
  const record: Fields = typeof cleaned === 'object' && cleaned !== null ? { ...cleaned } : { fields: cleaned }
  const { level: _level, time: _time, msg, ...rest } = record
  return { msg: msg as string | undefined, rest }
}

/** The properties to log, each with the name to show. An error has some that it does not list. */
function propertiesOf(value: object): [name: string, shown: string][] {
  const isError = value instanceof Error
  const names = Object.keys(value).slice(0, 40)
  const ownProperties = names
    .filter((name) => !isError || !errorProperties.includes(name))
    .map((name): [string, string] => [name, name])
  return isError
    ? [['name', 'type'], ['message', 'message'], ['stack', 'stack'], ...ownProperties, ['cause', 'cause']]
    : ownProperties
}

const errorProperties = ['name', 'message', 'stack', 'cause']

function truncateBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  // toString turns a character that was cut in two into U+FFFD; it goes with the rest.
  return `${Buffer.from(text)
    .subarray(0, limit)
    .toString()
    .replace(/\ufffd$/, '')}...`
}
