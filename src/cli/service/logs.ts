import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { type Command, Option } from 'commander'
import { type JournalEntry, journalFormat, readJournalEntry } from '../../app/service/journal.ts'
import type { ServiceLayout } from '../../app/service/layout.ts'
import { UserFacingError } from '../../domain/errors.ts'
import { startChild } from '../../lib/child.ts'
import { parseWholeNumber } from '../arguments.ts'
import { globalOptions } from '../global-options.ts'
import { interruptible } from '../prompts.ts'
import { type createRunner, findService, requireSystemd, systemdEnv } from './systemd.ts'

const levels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const

interface LogFlags {
  user?: boolean
  follow?: boolean
  since?: string
  lines?: number
  level: keyof typeof levels
}

export function addLogs(service: Command, env: NodeJS.ProcessEnv): void {
  service
    .command('logs')
    .description('show what the service logged, in readable lines')
    .option('--user', 'the service of your own user')
    .option('-f, --follow', 'go on with new lines until Ctrl-C')
    .option('--since <time>', 'only lines since then, as journalctl reads it ("today", "1h ago", "2026-03-14 09:00")')
    .option('--lines <n>', 'at most this many of the newest lines (default: 200, with --since all)', parseWholeNumber)
    .addOption(
      new Option('--level <level>', 'only lines of this level and above').choices(Object.keys(levels)).default('debug'),
    )
    .addHelpText('after', '\nExamples:\n  skein service logs -f\n  skein service logs --since "1h ago" --level warn')
    .action(async (flags: LogFlags, command: Command) => {
      const { json } = globalOptions(command, env)
      requireSystemd()
      const layout = findService(flags.user, env)
      await interruptible((signal) => printLog(layout, flags, json, env, signal))
    })
}

/** The last lines since a time, without colours. */
export async function lastLines(
  { journalctl }: ServiceLayout,
  since: Date,
  run: ReturnType<typeof createRunner>,
): Promise<string[]> {
  const seconds = Math.floor(since.getTime() / 1000)
  const { stdout } = await run([...journalctl, ...journalFormat, `--since=@${seconds}`, '--lines=15'])
  const entries = stdout.split('\n').flatMap((line) => readJournalEntry(line) ?? [])
  return entries.filter(({ at }) => at >= since).map(({ line }) => stripVTControlCharacters(line))
}

async function printLog(
  { journalctl }: ServiceLayout,
  { follow, since, lines, level }: LogFlags,
  json: boolean,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const [file = '', ...unit] = journalctl
  const args = [
    ...unit,
    ...journalFormat,
    // A line that is filtered out here must not count.
    `--lines=${level === 'debug' ? (lines ?? (since === undefined ? 200 : 'all')) : 'all'}`,
    ...(since === undefined ? [] : [`--since=${since}`]),
    ...(follow ? ['--follow'] : []),
  ]
  const child = startChild({ file, args, env: systemdEnv(env) })
  // It may have ended already, for example when the reader leaves while the newest lines are printed.
  const stop = () => child.pid !== undefined && child.alive() && process.kill(child.pid)
  signal.addEventListener('abort', stop, { once: true })
  // The reader of a pipe went away, as with "| head".
  process.stdout.once('error', stop)
  let problem = ''
  child.stderr.on('data', (chunk: Buffer) => {
    problem = `${problem}${chunk.toString('utf8')}`.slice(0, 2000)
  })
  const show = createPrinter(json)
  const newest = createNewest(
    level === 'debug' || follow ? undefined : (lines ?? (since === undefined ? 200 : undefined)),
  )
  for await (const text of createInterface({ input: child.stdout })) {
    const entry = readJournalEntry(text)
    if (entry && entry.level >= levels[level]) for (const due of newest.add(entry)) show(due)
  }
  for (const entry of newest.rest()) show(entry)
  const exit = await child.exited
  if (exit.status === 'exited' && exit.code !== 0 && !signal.aborted)
    throw new UserFacingError(`The log cannot be read: ${problem.trim() || `journalctl ended with ${exit.code}`}`)
  if (exit.status === 'not_started') throw new UserFacingError('The log cannot be read: journalctl is not installed.')
}

/** Keeps the newest entries until the end; without a limit they pass at once. */
function createNewest(limit: number | undefined) {
  const kept: JournalEntry[] = []
  return {
    add(entry: JournalEntry): JournalEntry[] {
      if (limit === undefined) return [entry]
      kept.push(entry)
      if (kept.length > limit) kept.shift()
      return []
    },
    rest: () => kept,
  }
}

/** Lines show the time of day. A new day gets a line of its own. */
function createPrinter(json: boolean): (entry: JournalEntry) => void {
  let day = ''
  return ({ at, level, message, line }) => {
    if (json) return console.log(JSON.stringify({ at, level, message, line: stripVTControlCharacters(line) }))
    const date = at.toDateString()
    if (date !== day) console.log(`--- ${date}`)
    day = date
    console.log(process.stdout.isTTY ? line : stripVTControlCharacters(line))
  }
}
