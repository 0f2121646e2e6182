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

export function valueWords(value: unknown): string {
  if (typeof value !== 'string') return plain(JSON.stringify(value) ?? '')
  return /^[\w./:@-]+$/.test(value) ? value : plain(JSON.stringify(value))
}

// The stack is the one thing that may take several lines, each indented so that it can't pass for a record.
export function troubleLines(err: unknown): string {
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
