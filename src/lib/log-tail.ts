import { troubleLines, valueWords } from './text/one-liner.ts'

/** One thing that was logged, as a person reads it. */
export interface LogLine {
  at: Date
  /** As the records have it: 30 is info, 40 a warning. */
  level: number
  msg: string
  /** The other fields on one line, and below it the stack of what went wrong. */
  more: string
}

/** What was logged last, in memory only. */
export interface LogTail {
  /** A record as it is written: without a secret, and bounded. */
  keep(record: Record<string, unknown>): void
  /** The newest first, of this level and above. */
  last(limit: number, leastLevel: number): LogLine[]
}

const MOST_LINES = 1000
/** A line can be long; all of them together may not be. */
const MOST_CHARS = 512 * 1024

export function createLogTail(): LogTail {
  const lines: LogLine[] = []
  let chars = 0
  return {
    keep(record) {
      const line = toLine(record)
      lines.push(line)
      chars += sizeOf(line)
      while (lines.length > MOST_LINES || chars > MOST_CHARS) {
        const oldest = lines.shift()
        chars -= oldest ? sizeOf(oldest) : chars
      }
    },
    last: (limit, leastLevel) =>
      lines
        .filter(({ level }) => level >= leastLevel)
        .slice(-limit)
        .reverse(),
  }
}

function toLine({ level, time, msg, err, ...fields }: Record<string, unknown>): LogLine {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${valueWords(value)}`)
  return {
    at: new Date(String(time)),
    level: Number(level),
    msg: typeof msg === 'string' ? msg : '',
    more: (pairs.join(' ') + troubleLines(err)).trim(),
  }
}

function sizeOf({ msg, more }: LogLine): number {
  return msg.length + more.length
}
