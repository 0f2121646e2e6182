import type { Command } from 'commander'
import { createEraserAlone, listCopies, noteErasuresIn } from '../app/erasing.ts'
import { readConfig } from '../config/load.ts'
import type { ErasureCounts, ErasureScope, ErasureState } from '../domain/erasure.ts'
import { TryLaterError, UsageError } from '../domain/errors.ts'
import { type ChatId, examples } from '../domain/ids.ts'
import { createLog } from '../lib/log.ts'
import { systemClock } from '../lib/time/clock.ts'
import { sleep } from '../lib/time/timers.ts'
import type { Database } from '../store/database.ts'
import { openStore } from '../store/open-store.ts'
import { findOwner } from '../store/people/people.ts'
import { runnersWithErasures } from '../store/work/runner-erasures.ts'
import { openTimekeeper } from '../tasks/health/timekeeper.ts'
import { readDateBound } from '../tasks/recall/date-bounds.ts'
import { calls } from '../web/control/calls.ts'
import { findPersonNumber, parseChat, parseWholeNumber } from './arguments.ts'
import { connectDaemon, type Daemon, isRunning } from './daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from './global-options.ts'
import { parseFact } from './memory/fact-reading.ts'
import { confirm } from './prompts.ts'
import { withStoreToRead } from './store.ts'

interface EraseOptions {
  chat?: ChatId
  person?: string
  message?: number
  fact?: number
  before?: string
  dryRun?: boolean
  yes?: boolean
}

export function addErase(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('erase')
    .description('erase a message, a fact, a chat, a person, or everything before a date, for good')
    .option('--chat <chat>', 'a chat with everything in it', parseChat)
    .option(
      '--person <person>',
      'a person: a name, an address or a number; their chats, messages and the answers to them',
    )
    .option('--message <number>', 'one message, with its earlier versions and the answers to it', parseWholeNumber)
    .option('--fact <number>', 'one fact, such as f12', parseFact)
    .option('--before <date>', 'everything before this date; with --chat or --person only there')
    .option('--dry-run', 'show what would be erased, and change nothing')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      `\nExamples:\n  skein erase --chat ${examples.local} --dry-run\n  skein erase --message 1204 --yes\n  skein erase --before 2025-01-01\n\nThis cannot be undone. Nothing is deleted on the platform of a chat. Backups are not changed; the command lists them.`,
    )
    .action(async (options: EraseOptions, command: Command) => {
      const globals = globalOptions(command, env)
      const config = readConfig(globals, env)
      const scope = withStoreToRead(globals.dataDir, (db) => readScope(db, options, config.timezone))
      const eraser = await openErasing(globals, env)
      try {
        const counts = await eraser.preview(scope)
        const copies = listCopies(globals.dataDir, config)
        if (options.dryRun)
          return console.log(globals.json ? toJson({ scope, counts, copies }) : describe('Would erase', counts))
        if (isNothing(counts, scope)) throw new UsageError('There is nothing to erase.')
        if (!options.yes && !(await isConfirmed(counts, globals))) return console.log('Nothing was erased.')
        const { id, finishedAt, runners } = await eraser.erase(scope)
        if (globals.json) return console.log(toJson({ erasure: id, scope, counts, finishedAt, copies, runners }))
        console.log(`${describe('Erased', counts)}\nReceipt: erasure ${id}.`)
        for (const line of [...describeRunners(runners), ...describeCopies(copies)]) console.log(line)
      } finally {
        eraser.close()
      }
    })
}

function readScope(db: Database, options: EraseOptions, timezone: string): ErasureScope {
  const { chat, person, message, fact, before } = options
  const named = [chat, person, message, fact].filter((value) => value !== undefined)
  if (named.length > 1) throw new UsageError('Give only one of --chat, --person, --message and --fact.')
  if (named.length === 0 && before === undefined)
    throw new UsageError('Say what to erase: --chat, --person, --message, --fact or --before.')
  if (before !== undefined && (message ?? fact) !== undefined)
    throw new UsageError('--before goes only with --chat or --person.')
  const exists = (query: string, value: string | number) => db.raw.prepare(query).get(value) !== undefined
  if (chat !== undefined && !exists('SELECT 1 FROM chat WHERE id = ?', chat))
    throw new UsageError(`There is no chat ${chat}. "skein chats" lists them.`)
  if (message !== undefined && !exists('SELECT 1 FROM message WHERE id = ?', message))
    throw new UsageError(`There is no message ${message}. "skein search" shows the numbers.`)
  if (fact !== undefined && !exists('SELECT 1 FROM fact WHERE id = ? AND forgotten_at IS NULL', fact))
    throw new UsageError(`There is no fact ${fact}.`)
  const span =
    before === undefined ? undefined : readDateBound(before, systemClock.now(), findOwner(db)?.timezone ?? timezone)
  if (before !== undefined && !span) throw new UsageError(`${before} is not a date. It must look like 2025-01-31.`)
  return {
    ...(chat !== undefined && { chat }),
    ...(person !== undefined && { person: findPersonNumber(db, person) }),
    ...(message !== undefined && { message }),
    ...(fact !== undefined && { fact }),
    ...(span && { before: span.from.getTime() }),
  }
}

/** Erases without a question. */
export async function eraseFor(
  globals: GlobalOptions,
  env: NodeJS.ProcessEnv,
  scope: ErasureScope,
): Promise<{ id: number }> {
  const eraser = await openErasing(globals, env)
  try {
    return await eraser.erase(scope)
  } finally {
    eraser.close()
  }
}

async function openErasing(globals: GlobalOptions, env: NodeJS.ProcessEnv): Promise<Erasing> {
  const daemon = connectDaemon(globals.dataDir)
  return (await isRunning(daemon)) ? throughDaemon(daemon) : alone(globals, env)
}

/** What the command needs, with a daemon or without one. */
interface Erasing {
  preview(scope: ErasureScope): Promise<ErasureCounts>
  erase(scope: ErasureScope): Promise<Finished>
  close(): void
}

interface Finished {
  id: number
  finishedAt?: Date | undefined
  /** The runners that still have to erase it from their disks. */
  runners: string[]
}

const POLL_MS = 300
/** Runners that are connected need a few seconds, and longer if a turn still runs there. */
const RUNNERS_MS = 20_000

function throughDaemon(daemon: Daemon): Erasing {
  return {
    preview: (scope) => daemon.ask(calls.previewErasure, scope),
    async erase(scope) {
      const { id } = await daemon.ask(calls.erase, scope)
      let doneAt = Number.POSITIVE_INFINITY
      for (;;) {
        const { runners = [], ...erasure } = await daemon.ask(calls.erasure, { id })
        if (erasure.isStopped) throw unfinished(erasure)
        if (erasure.state === 'done') {
          doneAt = Math.min(doneAt, systemClock.mono())
          if (!runners.some(({ isHere }) => isHere) || systemClock.mono() - doneAt > RUNNERS_MS)
            return { ...erasure, runners: runners.map(({ name }) => name) }
        }
        await sleep(POLL_MS, new AbortController().signal)
      }
    },
    close() {},
  }
}

function alone({ dataDir, ...globals }: GlobalOptions, env: NodeJS.ProcessEnv): Erasing {
  const config = readConfig({ ...globals, dataDir }, env)
  const store = openStore(dataDir, { gapMs: config.conversation.activeMinutes * 60_000 })
  const log = createLog({ level: 'silent', format: 'json', destination: process.stderr, scrub: (text) => text })
  const timekeeper = openTimekeeper({ db: store.db, clock: systemClock, log })
  const eraser = createEraserAlone({ store, clock: timekeeper.clock, log, dataDir, config })
  return {
    preview: async (scope) => eraser.preview(scope),
    async erase(scope) {
      const { signal } = new AbortController()
      await eraser.resume(signal)
      const id = eraser.begin(scope)
      noteErasuresIn(store.db, { dataDir, config, log })
      const erasure = await eraser.finish(id, signal)
      if (erasure.state !== 'done') throw unfinished(erasure)
      return { ...erasure, runners: runnersWithErasures(store.db) }
    },
    close() {
      timekeeper.close()
      store.close()
    },
  }
}

function unfinished({ state }: { state: ErasureState }): TryLaterError {
  return new TryLaterError(
    state === 'rewriting'
      ? 'The words are removed, but the disk has no room to write the store again, so its free space may still hold them. Free some space; the next start finishes it.'
      : 'The erasure is not finished. The log says why; the next start continues it.',
  )
}

async function isConfirmed(counts: ErasureCounts, { json }: GlobalOptions): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY || json)
    throw new UsageError(
      'Nothing was erased. Add --yes to erase without being asked, or --dry-run to see what would go.',
    )
  return confirm(`${describe('This erases', counts)}\nIt cannot be undone. Erase?`, {
    input: process.stdin,
    output: process.stderr,
  })
}

function isNothing({ messages, facts, chats, jobs }: ErasureCounts, { person, before }: ErasureScope): boolean {
  return messages + facts + chats + jobs === 0 && person === undefined && before === undefined
}

const names: [keyof ErasureCounts, one: string, many: string][] = [
  ['messages', 'message', 'messages'],
  ['files', 'file', 'files'],
  ['summaries', 'summary', 'summaries'],
  ['facts', 'fact', 'facts'],
  ['jobs', 'job', 'jobs'],
  ['tasks', 'record of a task', 'records of tasks'],
  ['chats', 'whole chat', 'whole chats'],
]

function describe(verb: string, counts: ErasureCounts): string {
  const parts = names.flatMap(([key, one, many]) => {
    const count = counts[key]
    if (count === 0) return []
    const own = key === 'messages' && counts.answers > 0 ? ` (${counts.answers} by the assistant)` : ''
    return [`${count.toLocaleString('en')} ${count === 1 ? one : many}${own}`]
  })
  return `${verb} ${parts.join(', ') || 'nothing'}.`
}

function describeRunners(runners: string[]): string[] {
  if (runners.length === 0) return []
  return [
    `These runners still have to erase it from their disks: ${runners.join(', ')}. Each does it when it is connected.`,
    'Of one that will never be connected again, delete the data folder there, and run "skein runners remove" here.',
  ]
}

function describeCopies(copies: string[]): string[] {
  if (copies.length === 0) return []
  return [
    'These copies were made before and still contain it. Remove those that you do not need:',
    ...copies.map((path) => `  rm ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`),
  ]
}
