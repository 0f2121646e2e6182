import type { RunOutcome } from '../../lib/child.ts'
import { printable } from '../../lib/text/visible.ts'
import type { Installation } from './installation.ts'
import { type JournalEntry, journalFormat, readJournalEntry } from './journal.ts'
import { type ServiceLayout, UNIT } from './layout.ts'

/** How an installed service is doing, as far as systemd and its journal tell. */
export interface ServiceState {
  scope: ServiceLayout['scope']
  unitFile: string
  /** Whether it starts at boot. */
  enabled: boolean
  /** systemd's words: `active`, `activating`, `failed`, `inactive`. */
  state: string
  since: string | undefined
  pid: number | undefined
  /** How often systemd has started it again since it was last started by hand. */
  restarts: number
  watchdogSeconds: number | undefined
  lastFed: string | undefined
  memoryBytes: number | undefined
  /** The last time that it ended in a bad way. */
  lastFailure: { at: string; why: string } | undefined
  /** The last log lines that are warnings or worse. */
  warnings: JournalEntry[]
  /** The rating of `systemd-analyze security`, from 0 (best) to 10. */
  exposure: number | undefined
  hasDropIns: boolean
  dropIns: string
}

type Run = (command: string[]) => Promise<RunOutcome>

const SHOWN_WARNINGS = 5
const READ_LINES = 500

export async function readServiceState(layout: ServiceLayout, found: Installation, run: Run): Promise<ServiceState> {
  const [shown, failure, lines, security] = await Promise.all([
    run([...layout.systemctl, 'show', UNIT, '--timestamp=utc', `--property=${properties.join(',')}`]),
    run([...layout.journalctl, ...journalFormat, '--lines=1', ...failureMessages]),
    run([...layout.journalctl, ...journalFormat, `--lines=${READ_LINES}`]),
    run(['systemd-analyze', ...layout.systemctl.slice(1), 'security', '--no-pager', UNIT]),
  ])
  const value = readProperties(shown.stdout)
  const lastFailure = entriesOf(failure).at(-1)
  return {
    scope: layout.scope,
    unitFile: layout.unitFile,
    enabled: value('UnitFileState') === 'enabled',
    state: value('ActiveState') ?? 'unknown',
    since: readTime(
      value('ActiveState') === 'active' ? value('ActiveEnterTimestamp') : value('InactiveEnterTimestamp'),
    ),
    pid: readNumber(value('MainPID')) || undefined,
    restarts: readNumber(value('NRestarts')) ?? 0,
    watchdogSeconds: readSeconds(value('WatchdogUSec')),
    lastFed: readTime(value('WatchdogTimestamp')),
    memoryBytes: readNumber(value('MemoryCurrent')),
    lastFailure: lastFailure && { at: lastFailure.at.toISOString(), why: printable(lastFailure.message) },
    warnings: entriesOf(lines)
      .filter(({ level }) => level >= 40)
      .slice(-SHOWN_WARNINGS),
    exposure: readExposure(security.stdout),
    hasDropIns: found.hasDropIns,
    dropIns: layout.dropIns,
  }
}

const properties = [
  ['UnitFileState', 'ActiveState', 'ActiveEnterTimestamp', 'InactiveEnterTimestamp', 'MainPID', 'NRestarts'],
  ['WatchdogUSec', 'WatchdogTimestamp', 'MemoryCurrent'],
].flat()

/** What systemd writes when the main process of a unit ends in a bad way ("code=killed, status=9/KILL"). */
const failureMessages = ['MESSAGE_ID=98e322203f7a4ed290d09fe03c09fe15']

function entriesOf({ stdout }: RunOutcome): JournalEntry[] {
  return stdout.split('\n').flatMap((line) => readJournalEntry(line) ?? [])
}

function readProperties(text: string): (name: string) => string | undefined {
  const values = new Map(
    text.split('\n').map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)] as const
    }),
  )
  return (name) => values.get(name) || undefined
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}(?:\.\d)?$/.test(text) ? Number(text) : undefined
}

/** From "Wed 2026-11-18 23:11:14 UTC". */
function readTime(text: string | undefined): string | undefined {
  const [, day, time] = /^\w+ (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '') ?? []
  return day === undefined ? undefined : `${day}T${time}Z`
}

/** From "→ Overall exposure level for skein.service: 2.0 OK 🙂", the last line. */
function readExposure(text: string): number | undefined {
  const last = text.trim().split('\n').at(-1) ?? ''
  return last.includes('exposure') ? readNumber(/: (\d{1,2}\.\d) /.exec(last)?.[1]) : undefined
}

/** From "1min 30s" or "3s". */
export function readSeconds(text: string | undefined): number | undefined {
  const [, minutes, seconds] = /^(?:(\d{1,4})min)? ?(?:(\d{1,4})s)?$/.exec(text ?? '') ?? []
  return minutes === undefined && seconds === undefined ? undefined : Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}
