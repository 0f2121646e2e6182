// The proof before the switch: the new version starts on a copy of the store, upgrades it, and answers one message with the
// demo. Nothing it does there leaves the machine: the copy knows no channel, no model, no key and no setting.
import { existsSync, mkdirSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { socketProblem } from '../../config/paths.ts'
import { UserFacingError } from '../../domain/errors.ts'
import { type Child, runChild, startChild } from '../../lib/child.ts'
import { makeFolder } from '../../lib/folders.ts'
import { parseJson } from '../../lib/text/json.ts'
import { printable } from '../../lib/text/visible.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { copyForRehearsal, examineSnapshot } from '../../store/file/snapshot.ts'
import { storeFiles } from '../../store/file/store-condition.ts'
import { schemaOf } from '../../store/file/upgrade-return.ts'
import { REHEARSAL } from '../backup/restore.ts'
import { PROGRAM } from './entries.ts'

export const rehearsalSchema = z.object({
  /** The newest migration of the store as it is. */
  schema: z.number().optional(),
  messages: z.number(),
  /** How long the new version took to upgrade the copy and become ready. */
  startMs: z.number(),
})
export type Rehearsal = z.infer<typeof rehearsalSchema>

interface RehearsalOptions {
  /** The folder of the new version. */
  next: string
  dataDir: string
  env: NodeJS.ProcessEnv
  clock: Pick<Clock, 'now' | 'mono'>
  signal: AbortSignal
}

const START_TIMEOUT_MS = 15 * 60_000
const ANSWER_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 45_000
const SHOWN_LINES = 12
const config = '[brain]\ndefault = "demo"\n[web]\nenabled = false\n[disk]\nballast_mb = 0\n'

export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const { dataDir, next, clock, signal } = options
  const scratch = await makeScratch(dataDir)
  try {
    const data = join(scratch, 'd')
    mkdirSync(data, { mode: 0o700 })
    mkdirSync(join(scratch, 'home'), { mode: 0o700 })
    writeFileSync(join(scratch, 'config.toml'), config, { mode: 0o600 })
    const source = storeFiles(dataDir).database
    const copy = join(data, 'skein.db')
    const rows = existsSync(source) ? copyForRehearsal(requireRoom(source, scratch), copy, clock.now()) : undefined
    const schema = rows && schemaOf(copy)
    const startedAt = clock.mono()
    const daemon = startDaemon(next, scratch, options.env)
    try {
      const pid = await untilReady(daemon, signal)
      const startMs = Math.round(clock.mono() - startedAt)
      await sendMessage(next, scratch, options.env, signal)
      process.kill(pid, 'SIGTERM')
      await requireCleanEnd(daemon)
      const messages = examineSnapshot(copy).message ?? 0
      if (messages < (rows?.message ?? 0) + 2)
        throw new UserFacingError(
          'On a copy of your conversations, the new version lost messages. Nothing was changed.',
        )
      return { ...(schema === undefined ? {} : { schema }), messages: rows?.message ?? 0, startMs }
    } finally {
      daemon.child.release()
      killGroup(daemon.child)
    }
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

/** Beside the store, because a temporary folder may be in memory; unless the path would be too long for a socket. */
async function makeScratch(dataDir: string): Promise<string> {
  const backups = join(dataDir, 'backups')
  const fits = !socketProblem(join(backups, `${REHEARSAL}xxxxxx`, 'd'))
  if (fits) makeFolder(backups)
  return await mkdtemp(join(fits ? backups : tmpdir(), REHEARSAL))
}

/** The upgrade of the copy makes another copy. */
function requireRoom(source: string, scratch: string): string {
  const needed = statSync(source).size * 3
  const { bavail, bsize } = statfsSync(scratch)
  if (bavail * bsize < needed)
    throw new UserFacingError(
      `Trying the new version on a copy of your conversations needs ${Math.ceil(needed / 1024 / 1024)} MB on the disk of ${scratch}. Free some space first.`,
    )
  return source
}

interface TrialDaemon {
  child: Child
  /** The last lines of its log. */
  lastLines(): string
}

/** If this process is killed, the standard input of the shell ends, and the shell ends the daemon. */
const untilInputEnds = `exec 3<&0; "$@" </dev/null & daemon=$!
{ cat <&3 >/dev/null; kill -9 $daemon; } 2>/dev/null & watcher=$!
wait $daemon; status=$?; kill $watcher 2>/dev/null; exit $status`

function startDaemon(next: string, scratch: string, env: NodeJS.ProcessEnv): TrialDaemon {
  const [file = '', ...args] = commandOf(next, scratch, ['start'])
  const child = startChild({
    file: '/bin/sh',
    args: ['-c', untilInputEnds, 'sh', file, ...args],
    env: trialEnv(env, scratch),
    cwd: scratch,
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said = (said + String(chunk)).slice(-4000)))
  return { child, lastLines: () => printable(said.trim().split('\n').slice(-SHOWN_LINES).join('\n')) }
}

function commandOf(next: string, scratch: string, words: string[]): string[] {
  const places = ['--data', join(scratch, 'd'), '--config', join(scratch, 'config.toml')]
  return [process.execPath, join(next, PROGRAM), '--json', ...places, ...words]
}

function trialEnv(env: NodeJS.ProcessEnv, scratch: string): Record<string, string> {
  return { PATH: env.PATH ?? '/usr/bin:/bin', HOME: join(scratch, 'home'), ...(env.TZ ? { TZ: env.TZ } : {}) }
}

/** The number of the daemon's process. */
async function untilReady({ child, lastLines }: TrialDaemon, signal: AbortSignal): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)])
  const lines = createInterface({ input: child.stdout, signal: limit })
  for await (const line of lines) {
    const ready = z.object({ pid: z.number() }).safeParse(parseJson(line))
    if (ready.success) return ready.data.pid
  }
  signal.throwIfAborted()
  if (!limit.aborted) await child.closed
  throw new UserFacingError(
    `The new version does not start on a copy of your conversations. Nothing was changed. It said:\n${lastLines()}`,
  )
}

const outcomeSchema = z.object({ state: z.string(), replies: z.array(z.string()) })

async function sendMessage(next: string, scratch: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const words = ['send', 'Is everything in its place after the update?', '--wait', '--chat', 'web:update']
  const [file = '', ...args] = commandOf(next, scratch, words)
  const limits = { timeoutMs: ANSWER_TIMEOUT_MS, maxBytes: 1024 * 1024 }
  const outcome = await runChild({ file, args, env: trialEnv(env, scratch), cwd: scratch }, limits, signal)
  signal.throwIfAborted()
  const answer = outcomeSchema.safeParse(parseJson(outcome.stdout))
  if (answer.success && answer.data.state === 'answered' && answer.data.replies.length > 0) return
  throw new UserFacingError(
    `On a copy of your conversations, the new version did not answer a message. Nothing was changed. It said:\n${printable((outcome.stderr.trim() || outcome.stdout.trim() || outcome.status).slice(-1000))}`,
  )
}

async function requireCleanEnd({ child, lastLines }: TrialDaemon): Promise<void> {
  const timeout = setTimeout(() => killGroup(child), STOP_TIMEOUT_MS)
  const exit = await child.exited
  clearTimeout(timeout)
  if (exit.status === 'exited' && exit.code === 0) return
  throw new UserFacingError(
    `On a copy of your conversations, the new version did not stop cleanly. Nothing was changed. It said:\n${lastLines()}`,
  )
}

/** The shell, the daemon and what the daemon started. */
function killGroup({ pid }: Child): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}
