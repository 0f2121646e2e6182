import type { Channel } from '../channels/channel.ts'
import { createWebChannel } from '../channels/web/web.ts'
import type { Config } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { defaultPaths } from '../config/paths.ts'
import type { ChannelName } from '../domain/ids.ts'
import { runChild } from '../lib/child.ts'
import { crashPoint } from '../lib/crash-point.ts'
import type { Log } from '../lib/log.ts'
import type { LogTail } from '../lib/log-tail.ts'
import { createNotifier } from '../lib/service-notify.ts'
import { untilAborted } from '../lib/time/timers.ts'
import { readFileJobs, syncFileJobs } from '../scheduler/jobs/file-jobs.ts'
import { probeStore } from '../store/file/store-probe.ts'
import type { Store } from '../store/open-store.ts'
import { ensureOwner } from '../store/people/people.ts'
import type { Command } from '../tasks/commands/command.ts'
import { createPersist } from '../tasks/health/persist.ts'
import { createReadiness } from '../tasks/health/readiness.ts'
import { createRetention } from '../tasks/health/retention.ts'
import { createSafeModeNotices } from '../tasks/health/safe-mode-notices.ts'
import { createSafeguards } from '../tasks/health/safeguards.ts'
import { createStallWatch } from '../tasks/health/stall-watch.ts'
import { createStoreWatch } from '../tasks/health/store-watch.ts'
import type { Timekeeper } from '../tasks/health/timekeeper.ts'
import { announceSettings } from '../tasks/live-config.ts'
import { joinMergedFiles } from '../tasks/people/merged-files.ts'
import { createWordIndexUpgrade } from '../tasks/recall/word-index-upgrade.ts'
import type { Overview } from '../tasks/reports/overview.ts'
import { openMcpEndpoint } from '../web/mcp-endpoint.ts'
import { createNightlyBackups } from './backup/nightly-backups.ts'
import { openBrains } from './brains.ts'
import { admitConfiguredPeople, openChannels } from './channels/channels.ts'
import { openRuntime } from './daemon-runtime.ts'
import { createDataSizes } from './data-sizes.ts'
import { createDoctorChecks } from './doctor/check-rounds.ts'
import { createErasing } from './erasing.ts'
import { createLiveModels } from './live-models.ts'
import { openLocalServers } from './local-servers.ts'
import { startLoops } from './loops.ts'
import { createMetrics } from './metrics.ts'
import { buildPipeline } from './pipeline.ts'
import { recoverAtStart } from './recovery.ts'
import { createRestart } from './restart.ts'
import { openVectors } from './vectors.ts'

export interface ServeOptions extends Pick<Timekeeper, 'clock' | 'lastJump'> {
  config: Config
  dataDir: string
  version: string
  log: Log
  scrub(text: string): string
  /** From now on this text is removed from logs and answers. */
  hideSecret(secret: string): void
  env: NodeJS.ProcessEnv
  /** The last lines of the log. */
  tail: LogTail
  /** How this program is started again: Node's own arguments and the file. */
  program: string[]
  /** Aborted to restart the daemon in the same process. */
  restartController: AbortController
  store: Store
  instance: number
}

/** What the caller can show a person once the daemon is running. */
export interface Ready {
  url: string | undefined
  link(): string | undefined
  overview(): Overview
}

/** Runs the daemon until the signal aborts. Then, or if a part fails to start, closes everything in reverse order. */
export async function serve(
  options: ServeOptions,
  onReady: (ready: Ready) => void,
  signal: AbortSignal,
): Promise<void> {
  const closers: (() => Promise<void>)[] = []
  try {
    await run(options, (close) => void closers.unshift(close), onReady, signal)
  } finally {
    for (const close of closers) await close()
  }
}

/** Builds every part, starts it, and stops it when the signal aborts. */
async function run(
  options: ServeOptions,
  addCloser: (close: () => Promise<void>) => void,
  onReady: (ready: Ready) => void,
  signal: AbortSignal,
): Promise<void> {
  const { store, instance, config, dataDir, clock, log, scrub, env, lastJump } = options
  const { db } = store
  const [startedAt, startedMono] = [clock.now(), clock.mono()]
  const owner = ensureOwner(db, config.owner.name, startedAt)
  const web = createWebChannel({ clock })
  const channels = new Map<ChannelName, Channel>([[web.name, web]])
  const runtime = openRuntime({
    db,
    clock,
    log,
    channels,
    instance,
    dataDir,
    config,
    persist: createPersist(log, signal),
    reread: () => readConfig({ configFile: config.file, dataDir }, env),
    configured: (current) => {
      log.level = current.log.level
    },
  })
  const { liveConfig, files, persist, trouble } = runtime
  announceSettings(liveConfig, config, log)
  admitConfiguredPeople(runtime, config, owner)
  joinMergedFiles({ db, clock, dataDir, log })
  syncFileJobs(db, readFileJobs(config, startedAt), startedAt)
  // The channels are needed from the start, but the commands are created later.
  let commands: Command[] = []
  const configuredChannels = await openChannels({
    db,
    clock,
    log,
    trouble,
    fileStore: files.fileStore,
    config,
    owner,
    env,
    commands: () => commands,
  })
  for (const [name, channel] of configuredChannels) {
    channels.set(name, channel)
    addCloser(channel.close)
  }
  const vectors = openVectors({ db, log, persist, trouble, config, dataDir }, signal)
  addCloser(vectors.close)
  const tools = await openMcpEndpoint((request, admitted) => pipeline.toolset.handle(request, admitted), log)
  addCloser(tools.close)
  const timezone = () => liveConfig.current().timezone
  const brainDeps = { db, clock, log, config, current: liveConfig.current, timezone, dataDir, env, scrub, trouble }
  const opened = await openBrains(brainDeps, signal)
  addCloser(opened.close)

  // From here on people may be waiting. Stalls during the start do not matter.
  const stalls = createStallWatch({ clock, log })
  addCloser(async () => stalls.close())
  const safeguards = createSafeguards({ db, clock, log, instance, dataDir, config: liveConfig.current, trouble })
  const pipeline = buildPipeline(runtime, {
    ...safeguards,
    listWebAndMcpTools: opened.listWebAndMcpTools,
    version: options.version,
    startedAt,
    owner,
    scrub,
    lastJump,
    worstStall: stalls.worst,
    embedQuery: vectors.embedQuery,
    env,
    runners: opened.runners,
    brains: (toolset) => opened.choose(toolset, tools.url),
    erase: (scope, task) => void erasing.erase(scope, task),
    accepted() {
      vectors.wake()
      safeModeNotices.wake()
    },
  })
  const erasing = createErasing({ pipeline, dataDir, config, runners: opened.runners })
  const safeModeNotices = createSafeModeNotices({
    db,
    clock,
    log,
    channels,
    instance,
    persist,
    settings: runtime.settings,
    safeMode: safeguards.safeMode,
    minutes: config.workers.safeModeMinutes,
    wakeDelivery: pipeline.deliver.wake,
  })
  const readiness = createReadiness({
    ...safeguards,
    channels,
    clock,
    log,
    loops: [
      { name: 'worker', lastPass: pipeline.worker.lastPass },
      { name: 'delivery', lastPass: pipeline.deliver.lastPass },
      { name: 'scheduler', lastPass: pipeline.scheduling.lastPass },
    ],
    probeStore: () => probeStore(db),
  })
  const { brains } = pipeline
  commands = pipeline.commands.all
  const recovered = recoverAtStart(runtime, safeguards.safeMode)
  addCloser(opened.closeBrains)
  // It ends sessions of the brains, so it stops before they do.
  addCloser(erasing.close)
  for (const { brain, session } of recovered.sessions) brains.named(brain)?.forget(session)

  const assertDiskNotFull = safeguards.disk.assertNotFull
  const embedQuery = vectors.embedQuery
  const doctorOptions = {
    configFile: config.file,
    dataDir,
    env,
    version: options.version,
    daemon: async () => pipeline.overview(),
  }
  const doctor = createDoctorChecks({
    // Loaded only when somebody runs the checks.
    checks: async () => (await import('./doctor/doctor.ts')).createChecks(doctorOptions),
    clock,
  })
  addCloser(doctor.close)
  const { tail, restartController, version, hideSecret } = options
  const places = { configFile: config.file ?? defaultPaths(env).config, dataDir, env }
  const { runners } = opened
  const metrics = createMetrics({ pipeline, config, dataDir, version, startedAt, stalls, readiness, runners })
  const dataSizes = createDataSizes({ ...places, configFile: config.file, program: options.program, clock, log })
  const servers = await openLocalServers({
    pipeline,
    erasing,
    channel: web,
    owner,
    config,
    ...places,
    assertDiskNotFull,
    embedQuery,
    scrub,
    tail,
    doctor,
    sizes: dataSizes.last,
    runners,
    models: createLiveModels({ ...places, configFile: config.file, config, opened, hideSecret, pipeline }),
    probes: { ...readiness, metrics },
    restart: createRestart({ configFile: config.file, env, restartController, log }),
  })
  addCloser(servers.close)
  erasing.resume()

  const watch = createStoreWatch({ store, dataDir, log, trouble })
  const { program } = options
  const backups = createNightlyBackups({ ...places, configFile: config.file, config, program, clock, log, trouble })
  const wordIndexUpgrade = createWordIndexUpgrade(runtime)
  const retention = createRetention({ ...runtime, config: liveConfig.current, dataDir, mayBegin: safeguards.mayBegin })
  const loops = startLoops({
    inbox: pipeline.inbox,
    worker: pipeline.worker,
    deliver: pipeline.deliver,
    reportTrouble: trouble,
    channels: channels.values(),
    others: [
      vectors,
      watch,
      backups,
      retention,
      dataSizes,
      servers.push,
      wordIndexUpgrade,
      pipeline.scheduling,
      pipeline.library,
      safeModeNotices,
      pipeline.strangerNotices,
    ],
  })
  readiness.started()
  pipeline.deliver.wake()

  const notifier = createNotifier(env, runChild, log)
  await notifier.ready()
  const watching = notifier.watchdog(readiness.isAlive, signal)
  const ms = Math.round(clock.mono() - startedMono)
  log.info(
    {
      ...recovered.counts,
      leftoverProcesses: opened.leftoverProcesses,
      brain: brains.usual.name,
      url: servers.url,
      ms,
    },
    'ready',
  )
  onReady({ ...servers, overview: pipeline.overview })

  await untilAborted(signal)
  crashPoint('shutdown.begin')
  log.info('stopping')
  // After this notification systemd kills the service when its stop timeout is over, so a restart does not send it.
  const stopNotified = restartController.signal.aborted ? Promise.resolve() : notifier.stopping()
  await Promise.all([stopNotified, watching])
  await loops.stop()
  log.info('stopped')
}
