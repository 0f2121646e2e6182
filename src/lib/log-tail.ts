/** One log record, formatted for people. */
export interface LogLine {
  at: Date
  /** The numeric level: 30 is info, 40 is warn. */
  level: number
  msg: string
  /** The other fields on one line, followed by the stack of an error. */
  more: string
}

/** The most recent log lines, kept in memory only. */
export interface LogTail {
  /** Takes a JSON line as it is written, already scrubbed and bounded. */
  keep(line: string): void
  /** The newest first, at this level and above. */
  last(limit: number, minLevel: number): LogLine[]
}

const MAX_KEPT_LINES = 1000
/** A single line may be long, but the total is limited. */
const MAX_KEPT_CHARS = 512 * 1024

export function createLogTail(): LogTail {
  const lines: { level: number; json: string }[] = []
  let chars = 0
  return {
    keep(json) {
      // Every line begins with its level; the rest is parsed only when somebody asks for it.
      lines.push({ level: Number.parseInt(json.slice('{"level":'.length), 10), json })
      chars += json.length
      while (lines.length > MAX_KEPT_LINES || chars > MAX_KEPT_CHARS) chars -= lines.shift()?.json.length ?? chars
    },
    last: (limit, minLevel) =>
      lines
        .filter(({ level }) => level >= minLevel)
        .slice(-limit)
        .reverse()
        .map(({ json }) => toLine(JSON.parse(json) as Record<string, unknown>)),
  }
}

function toLine({ level, time, msg, err, ...fields }: Record<string, unknown>): LogLine {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${formatValue(value)}`)
  return {
    at: new Date(String(time)),
    level: Number(level),
    msg: typeof msg === 'string' ? msg : '',
    more: (pairs.join(' ') + formatError(err)).trim(),
  }
}

/** A log record for a terminal: `14:02:11 info  task answered  task=17 ms=8421`. */
export function oneLiner({ level, time, msg, err, ...fields }: Record<string, unknown>): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${dim(`${plain(name)}=`)}${formatValue(value)}`)
  const head = [dim(clockTime(time)), levelName(level), typeof msg === 'string' ? plain(msg) : '']
  return [...head, ...pairs].join(' ') + formatError(err)
}

const levelNames: Record<number, string> = {
  20: dim('debug'),
  30: paint(32, 'info '),
  40: paint(33, 'warn '),
  50: paint(31, 'error'),
  60: paint(31, 'fatal'),
}

function levelName(level: unknown): string {
  return levelNames[Number(level)] ?? plain(String(level))
}

function clockTime(time: unknown): string {
  const at = new Date(String(time))
  return Number.isNaN(at.getTime()) ? '--:--:--' : at.toTimeString().slice(0, 8)
}

function formatValue(value: unknown): string {
  if (typeof value !== 'string') return plain(JSON.stringify(value) ?? '')
  return /^[\w./:@-]+$/.test(value) ? value : plain(JSON.stringify(value))
}

// Only the stack may take several lines. They are indented, so that they cannot look like a record.
function formatError(err: unknown): string {
  if (typeof err !== 'object' || err === null) return err === undefined ? '' : ` ${formatValue(err)}`
  const { stack, message } = err as Record<string, unknown>
  const lines = String(stack ?? message).split('\n')
  return lines.map((line) => `\n    ${plain(line.trim())}`).join('')
}

// Foreign text must not move the cursor or forge a line. It is replaced, not removed, because removing could join the
// parts of a secret.
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}

function dim(text: string): string {
  return paint(2, text)
}

function paint(colour: number, text: string): string {
  return `\u001b[${colour}m${text}\u001b[0m`
}
