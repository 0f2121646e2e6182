import { z } from 'zod'
import { oneLiner } from '../../lib/log-tail.ts'

/** One line of the service's log: from the daemon, from a child of it, or from systemd about it. */
export interface JournalEntry {
  at: Date
  /** As in the daemon's own log: 30 is info, 40 is a warning. */
  level: number
  message: string
  /** For a terminal, with colours. Foreign text in it cannot move the cursor. */
  line: string
}

const entryShape = z.object({
  __REALTIME_TIMESTAMP: z.string(),
  // Text that is not valid UTF-8 comes as a list of bytes, and text that is too long as null.
  MESSAGE: z.union([z.string(), z.array(z.number()), z.null()]).default(null),
  PRIORITY: z.string().default('6'),
  SYSLOG_IDENTIFIER: z.string().optional(),
})
const recordShape = z.looseObject({ level: z.number(), time: z.string(), msg: z.string().optional() })

/** Reads a line that `journalctl -o json` prints; undefined for any other line. */
export function readJournalEntry(json: string): JournalEntry | undefined {
  const { data: entry } = entryShape.safeParse(parseJson(json))
  if (!entry) return undefined
  const message = messageText(entry.MESSAGE)
  const at = new Date(Number(entry.__REALTIME_TIMESTAMP) / 1000)
  const { data: record } = recordShape.safeParse(message.startsWith('{') ? parseJson(message) : undefined)
  if (record) return { at, level: record.level, message: record.msg ?? '', line: oneLiner(record) }
  const level = levelOf(Number(entry.PRIORITY))
  const from = entry.SYSLOG_IDENTIFIER === undefined ? {} : { from: entry.SYSLOG_IDENTIFIER }
  return { at, level, message, line: oneLiner({ level, time: at.toISOString(), msg: message, ...from }) }
}

/** The arguments for journalctl that give such lines. */
export const journalFormat = [
  '--no-pager',
  '--quiet',
  '--output=json',
  '--output-fields=MESSAGE,PRIORITY,SYSLOG_IDENTIFIER',
  '--all',
]

function messageText(message: z.output<typeof entryShape>['MESSAGE']): string {
  if (message === null) return '(too long to show)'
  return typeof message === 'string' ? message : Buffer.from(message).toString('utf8')
}

/** From the priorities of syslog: 0 to 2 are fatal, 7 is debug. */
function levelOf(priority: number): number {
  if (priority <= 2) return 60
  if (priority === 3) return 50
  if (priority === 4) return 40
  return priority === 7 ? 20 : 30
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
