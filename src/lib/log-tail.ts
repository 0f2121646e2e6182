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
  /** A line of JSON as it is written: without a secret, and bounded. */
  keep(line: string): void
  /** The newest first, of this level and above. */
  last(limit: number, leastLevel: number): LogLine[]
}

const MOST_LINES = 1000
/** A line can be long; all of them together may not be. */
const MOST_CHARS = 512 * 1024

export function createLogTail(): LogTail {
  const lines: { level: number; json: string }[] = []
  let chars = 0
  return {
    keep(json) {
      // Every line begins with its level, which is all that is read of it until somebody asks for the line.
      lines.push({ level: Number.parseInt(json.slice('{"level":'.length), 10), json })
      chars += json.length
      while (lines.length > MOST_LINES || chars > MOST_CHARS) chars -= lines.shift()?.json.length ?? chars
    },
    last: (limit, leastLevel) =>
      lines
        .filter(({ level }) => level >= leastLevel)
        .slice(-limit)
        .reverse()
        .map(({ json }) => toLine(JSON.parse(json) as Record<string, unknown>)),
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
