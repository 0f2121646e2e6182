// A runner: the brains of this machine, in a process that has no database and no channels.
//   skein runner --join CODE   agrees on a key with the daemon and keeps it in <data>/runner/runner.json
//   skein runner               takes turns until it is told to stop
//   skein runner --drain       tells the one that is running to finish its turns and end
// It reads its own configuration: the keys of the models, the tools and their sandbox. What a person may do is decided by
// the daemon, for each use of a tool.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { ConfigError, TryLaterError, UsageError } from '../../domain/errors.ts'
import { runChild } from '../../lib/child.ts'
import { makeFolder } from '../../lib/folders.ts'
import type { Log } from '../../lib/log.ts'
import { createNotifier } from '../../lib/service-notify.ts'
import { parseJson } from '../../lib/text/json.ts'
import type { Scrubber } from '../../lib/text/secrets.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import { runnerMessages } from '../../messages/runner-messages.ts'
import { createClaude } from '../../spawner/claude/claude.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { joinDaemon } from '../../spawner/remote/joining.ts'
import { parseRunnerCode } from '../../spawner/remote/pairing-exchange.ts'
import { openRedis, type RedisSettings } from '../../spawner/remote/redis-link.ts'
import { describeRedisProblem } from '../../spawner/remote/redis-problem.ts'
import { useRedisOnce } from '../../spawner/remote/redis-state.ts'
import { createRunnerProcess } from '../../spawner/remote/runner-process.ts'
import { createUseMarks } from '../../spawner/remote/use-marks.ts'
import { isLocked, lockDirectory, lockHolder } from '../../store/file/data-dir.ts'
import { createSessionSummaries } from '../../tasks/compaction/session-summaries.ts'
import { openMcpEndpoint } from '../../web/mcp-endpoint.ts'
import { openNative, openProviders } from '../native.ts'
import { openMcpServers, openWebAndMcpTools } from '../native-tools.ts'
import { redisSettings, reportOnce } from '../runners.ts'
import { createBrainFinder } from './brain-finder.ts'
import { createRunnerCopies, removeAllCopies } from './runner-copies.ts'
import { createRunnerTools } from './runner-tools.ts'
import { createRunnerFiles } from './sent-files.ts'
import { createTranscripts } from './transcripts.ts'

export interface RunnerOptions {
  config: Config
  dataDir: string
  version: string
  clock: SteadyClock
  log: Log
  scrub: Scrubber['scrub']
  env: NodeJS.ProcessEnv
}

/** What `--drain` sends to the running process. */
export const DRAIN_SIGNAL = 'SIGUSR2'
const LOCK_LOOK_MS = 200
const DAY_MS = 86_400_000

/** What the runner knows of itself. */
const identityShape = z.object({ name: z.string(), root: z.string() })

/** Joins the daemon that printed the code. Returns the name that the runner has there. */
export async function joinAsRunner(
  { config, dataDir, log }: Pick<RunnerOptions, 'config' | 'dataDir' | 'log'>,
  text: string,
  signal: AbortSignal,
): Promise<string> {
  assertConfigured(config)
  const code = parseRunnerCode(text)
  if (code === undefined) throw new UsageError(runnerMessages.codeIncomplete)
  const settings = redisSettings(config)
  await tryRedis(settings, signal)
  const link = openRedis(settings, reportOnce(log))
  try {
    const secret = await joinDaemon(link, code, signal)
    if (!secret) throw new UsageError(runnerMessages.codeRefused)
    const dir = runnerDir(dataDir)
    const identity = { name: secret.runner, root: secret.root.toString('base64') }
    writeFileSync(join(dir, 'runner.json'), JSON.stringify(identity), { mode: 0o600 })
    return secret.runner
  } finally {
    await link.close()
  }
}

/** Takes turns until one of the signals aborts; after `drain`, the turns that are running may take their time. */
export async function runRunner(
  options: RunnerOptions,
  onReady: (name: string) => void,
  signals: { stop: AbortSignal; drain: AbortSignal },
): Promise<void> {
  assertConfigured(options.config)
  const dir = runnerDir(options.dataDir)
  const identity = identityShape.safeParse(readIdentity(dir))
  if (!identity.success) throw new ConfigError(runnerMessages.notJoined)
  const lock = lockDirectory(dir)
  try {
    await runAs(identity.data, dir, options, onReady, signals)
  } finally {
    lock.release()
  }
}

/** Returns when the runner of this folder has finished its turns and has ended. */
export async function drainRunner(dataDir: string, signal: AbortSignal): Promise<void> {
  const dir = join(dataDir, RUNNER_FOLDER)
  const pid = isLocked(dir) ? lockHolder(dir) : undefined
  if (pid === undefined) throw new UsageError(runnerMessages.notRunning)
  try {
    process.kill(pid, DRAIN_SIGNAL)
  } catch (cause) {
    throw new UsageError(runnerMessages.notOurs(pid), { cause })
  }
  while (isLocked(dir) && !signal.aborted) await sleep(LOCK_LOOK_MS, signal)
}

/** Says at once why Redis cannot be used. Other commands wait until it can. */
async function tryRedis(settings: RedisSettings, signal: AbortSignal): Promise<void> {
  try {
    await useRedisOnce(settings, async (redis) => await redis.ping(), signal)
  } catch (cause) {
    throw new TryLaterError(runnerMessages.noRedis(describeRedisProblem(cause)), { cause })
  }
}

async function runAs(
  { name, root }: z.infer<typeof identityShape>,
  dir: string,
  options: RunnerOptions,
  onReady: (name: string) => void,
  signals: { stop: AbortSignal; drain: AbortSignal },
): Promise<void> {
  const { config, clock, log, env, version } = options
  const signal = signals.stop
  const marks = createUseMarks()
  const trouble = (sentence: Parameters<NonNullable<Parameters<typeof createClaude>[0]['trouble']>>[0]) =>
    log.warn({ trouble: sentence }, 'a problem of this runner')
  const servers = openMcpServers({ ...options, trouble })
  const outer = openWebAndMcpTools(servers)
  const files = createRunnerFiles(dir)
  const tools = createRunnerTools({ version, marks, files, listWebAndMcpTools: (stop) => outer.list(stop) })
  const endpoint = await openMcpEndpoint((request, admitted) => tools.handle(request, admitted), log)
  const claude = createClaude({
    ...claudeOptions(config, dir, env),
    clock,
    log,
    tools: tools.accessAt(endpoint.url),
    permissions: tools.permissions,
    trouble,
  })
  await claude.recover?.(new Set())
  const stores = {
    sessions: createTranscripts(dir, new Date(clock.now().getTime() - config.native.sessionDays * DAY_MS)),
    summariser: createSessionSummaries({
      clock,
      config: () => config,
      scrub: options.scrub,
      messagesOf: () => [],
      overflowed() {},
    }),
    trace() {},
  }
  const createBrain = openNative({ ...options, ...stores, current: () => config, trouble }, tools, servers)
  const native = openProviders(config, clock).map(createBrain)
  const finder = createBrainFinder([claude, ...native], log)
  await finder.find(signal)
  const link = openRedis(redisSettings(config), reportOnce(log))
  const runner = createRunnerProcess({
    link,
    clock,
    log,
    runner: name,
    root: Buffer.from(root, 'base64'),
    brains: finder.usable,
    copies: createRunnerCopies(dir, stores.sessions),
    furnish: files.furnish,
    bind: tools.bind,
    marks,
    version,
    places: config.runners.places,
    minFreeMb: config.runners.minFreeMb,
  })
  log.info({ runner: name, brains: [...finder.usable.keys()] }, 'the runner is ready')
  onReady(name)
  const notifier = createNotifier(env, runChild, log)
  await notifier.ready()
  const closeBrains = () => Promise.all([claude, ...native].map((brain) => brain.close()))
  const closing = new AbortController()
  const untilClosing = AbortSignal.any([signal, closing.signal])
  const background = [finder.keepFinding(untilClosing), notifier.watchdog(runner.isAlive, closing.signal)]
  try {
    const end = await runner.run(signals)
    if (end.kind === 'removed') {
      await closeBrains()
      removeAllCopies(dir)
      await end.confirm()
      rmSync(join(dir, 'runner.json'), { force: true })
      throw new ConfigError(runnerMessages.wasRemoved)
    }
  } finally {
    closing.abort()
    await notifier.stopping()
    await Promise.all(background)
    await closeBrains()
    await endpoint.close()
    await servers.close()
    await link.close()
  }
}

function assertConfigured({ runners }: Config): void {
  if (runners.url === undefined) throw new ConfigError(runnerMessages.noAddress)
}

/** Apart from the folder of a daemon on the same machine. */
const RUNNER_FOLDER = 'runner'

function runnerDir(dataDir: string): string {
  const dir = join(dataDir, RUNNER_FOLDER)
  makeFolder(dir)
  return dir
}

function readIdentity(dir: string): unknown {
  try {
    return parseJson(readFileSync(join(dir, 'runner.json'), 'utf8'))
  } catch {
    return undefined
  }
}
