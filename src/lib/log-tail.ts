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

/** A log record as a person at a terminal reads it: `14:02:11 info  task answered  task=17 ms=8421`. */
export function oneLiner({ level, time, msg, err, ...fields }: Record<string, unknown>): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${dim(`${plain(name)}=`)}${valueWords(value)}`)
  const head = [dim(clockTime(time)), levelName(level), typeof msg === 'string' ? plain(msg) : '']
  return [...head, ...pairs].join(' ') + troubleLines(err)
}

const names: Record<number, string> = {
  20: dim('debug'),
  30: paint(32, 'info '),
  40: paint(33, 'warn '),
  50: paint(31, 'error'),
  60: paint(31, 'fatal'),
}

function levelName(level: unknown): string {
  return names[Number(level)] ?? plain(String(level))
}

function clockTime(time: unknown): string {
  const at = new Date(String(time))
  return Number.isNaN(at.getTime()) ? '--:--:--' : at.toTimeString().slice(0, 8)
}

function valueWords(value: unknown): string {
  if (typeof value !== 'string') return plain(JSON.stringify(value) ?? '')
  return /^[\w./:@-]+$/.test(value) ? value : plain(JSON.stringify(value))
}

// The stack is the one thing that may take several lines, each indented so that it can't pass for a record.
function troubleLines(err: unknown): string {
  if (typeof err !== 'object' || err === null) return err === undefined ? '' : ` ${valueWords(err)}`
  const { stack, message } = err as Record<string, unknown>
  const lines = String(stack ?? message).split('\n')
  return lines.map((line) => `\n    ${plain(line.trim())}`).join('')
}

// What others sent must not move the cursor or forge a line. Replaced, not removed: removing could join a split secret.
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}

function dim(text: string): string {
  return paint(2, text)
}

function paint(colour: number, text: string): string {
  return `\u001b[${colour}m${text}\u001b[0m`
}
