import type { Channel } from '../channels/channel.ts'
import { createWebChannel } from '../channels/web/web.ts'
import type { Config } from '../config/config.ts'
import { loadConfig } from '../config/load.ts'
import { socketPath } from '../config/paths.ts'
import { ConfigError } from '../domain/errors.ts'
import type { ChannelName } from '../domain/ids.ts'
import { runChild } from '../lib/child.ts'
import { crashPoint } from '../lib/crash-point.ts'
import type { Log } from '../lib/log.ts'
import { createNotifier } from '../lib/service-notify.ts'
import { type Clock, momentOf } from '../lib/time/clock.ts'
import { untilAborted } from '../lib/time/sleep.ts'
import { chooseBrain } from '../spawner/choose.ts'
import { claudeOptions } from '../spawner/claude/from-config.ts'
import { sweepTranscripts } from '../spawner/claude/transcript.ts'
import { reapStrays } from '../spawner/claude/turn-folder.ts'
import { prepareToServe } from '../store/file/data-dir.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { ensureOwner } from '../store/people/people.ts'
import { openSessions } from '../store/recall/epochs.ts'
import { endInstance } from '../store/work/instances.ts'
import { leaveLastWords } from '../store/work/last-words.ts'
import { createCommandSet } from '../tasks/commands/command-set.ts'
import { createUpkeep } from '../tasks/compaction/upkeep.ts'
import { createAssembler } from '../tasks/context/assembler.ts'
import { createDeliver } from '../tasks/deliver/deliver.ts'
import { openFiles } from '../tasks/files/open-files.ts'
import { furnished } from '../tasks/files/with-files.ts'
import { createPersist } from '../tasks/health/persist.ts'
import { createSafeguards } from '../tasks/health/safeguards.ts'
import { createStoreWatch } from '../tasks/health/store-watch.ts'
import { openTimekeeper, type Timekeeper } from '../tasks/health/timekeeper.ts'
import { createImporter } from '../tasks/intake/importing.ts'
import { createIntake } from '../tasks/intake/intake.ts'
import { createDismissal } from '../tasks/people/dismissal.ts'
import { makePairing } from '../tasks/people/pairing.ts'
import { createAllowedDesk } from '../tasks/permissions/allowed.ts'
import { createToolset } from '../tasks/permissions/toolset.ts'
import { createAdmission, giveAlarm } from '../tasks/queue/admission.ts'
import { createBreaker, overheard } from '../tasks/queue/breaker.ts'
import { recover } from '../tasks/queue/recovery.ts'
import { createTurnRunners } from '../tasks/queue/turn-runners.ts'
import { createWorker } from '../tasks/queue/worker.ts'
import { createOwnSearch, createSearch, readerOfAll } from '../tasks/recall/search.ts'
import { meaningOf } from '../tasks/recall/understand.ts'
import { brainOf, type Overview, takeOverview } from '../tasks/reports/overview.ts'
import { takeUsage } from '../tasks/reports/usage-report.ts'
import { type Road, roadSettings } from '../tasks/road.ts'
import { createTrails } from '../tasks/run/trail.ts'
import { createOwnerAlarm, tellOwner } from '../tasks/say/owner-notices.ts'
import { sentences } from '../tasks/say/sentences.ts'
import { announceSettings, createLiveConfig, createSettingsDoor } from '../tasks/settings/live-config.ts'
import { createControl } from '../web/control.ts'
import { openMcpDoor } from '../web/mcp-door.ts'
import { createUploads } from '../web/server/uploads.ts'
import { createWebServer } from '../web/server.ts'
import { beginLife } from './life.ts'
import { startLoops } from './loops.ts'
import { openTelegram } from './telegram.ts'
import { openVectors } from './vectors.ts'

export interface AppOptions {
  config: Config
  dataDir: string
  version: string
  clock: Clock
  log: Log
  scrub(text: string): string
  env: NodeJS.ProcessEnv
}

/** What the caller may tell a person once the daemon is up. */
export interface Ready {
  url: string | undefined
  link(): string | undefined
  overview(): Overview
}
type OnReady = (ready: Ready) => void

/** A loop that has not even tried for this long is dead, whatever it says. */
const STANDSTILL_MS = 45_000

/** One life of the daemon, from the lock on its directory to the mark of a clean stop. */
export async function runDaemon(options: AppOptions, onReady: OnReady, signal: AbortSignal): Promise<void> {
  await prepareToServe(options.dataDir)
  const store = openStore(options.dataDir)
  const timekeeper = openTimekeeper({ db: store.db, clock: options.clock, log: options.log })
  const instance = beginLife({ ...options, ...timekeeper, db: store.db }, signal)
  crashPoint('start.after-instance')
  try {
    await serve({ ...options, ...timekeeper, instance, store }, onReady, signal)
    crashPoint('shutdown.before-checkpoint')
    endInstance(store.db, instance, timekeeper.clock.now())
  } catch (error) {
    // A wrong setting is no crash; only real ones may count towards safe mode.
    if (error instanceof ConfigError) endInstance(store.db, instance, timekeeper.clock.now())
    else leaveLastWords(options.dataDir, options.scrub(String(error)))
    throw error
  } finally {
    timekeeper.close()
    store.close()
  }
}

/** Whatever a part left open is closed, last opened first, also when a later part could not be started. */
async function serve(house: Omit<Life, 'closeLast'>, onReady: OnReady, signal: AbortSignal): Promise<void> {
  const closers: (() => Promise<void>)[] = []
  try {
    await live({ ...house, closeLast: (close) => void closers.unshift(close) }, onReady, signal)
  } finally {
    for (const close of closers) await close()
  }
}

interface Life extends Omit<AppOptions, 'clock'>, Pick<Timekeeper, 'clock' | 'lastJump'> {
  store: Store
  instance: number
  closeLast(close: () => Promise<void>): void
}

/** Builds every part, starts it, and stops it when the signal aborts: the picture of the README in code. */
async function live(options: Life, onReady: OnReady, signal: AbortSignal): Promise<void> {
  const { store, instance, lastJump, closeLast, config, dataDir, clock, log, scrub, env } = options
  const { db } = store
  const [startedAt, began] = [clock.now(), clock.mono()]
  const owner = ensureOwner(db, config.owner.name, startedAt)
  const breaker = createBreaker({
    clock,
    alarm: (obstacle) => giveAlarm(road, obstacle, settings.current().timezone),
  })
  const settings = createLiveConfig({
    db,
    file: config,
    reread: () => loadConfig(config.file, env),
    apply: (current) => {
      log.level = current.log.level
      breaker.close()
    },
  })
  announceSettings(settings, config, log)

  const web = createWebChannel({ clock })
  const channels = new Map<ChannelName, Channel>([['web', web]])
  const road: Road = {
    db,
    clock,
    log,
    channels,
    instance,
    persist: createPersist(log, signal),
    settings: () => roadSettings(settings.current()),
  }
  const files = openFiles({ db, clock, dataDir })
  const trouble = createOwnerAlarm(road)
  const telegram = openTelegram({ ...road, ...files, config, owner, env, trouble, commands: () => commands.all })
  if (telegram) {
    channels.set('telegram', telegram)
    closeLast(async () => telegram.close())
  }
  const vectors = openVectors({ ...road, config, dataDir, trouble }, signal)
  closeLast(vectors.close)
  const { understand } = vectors
  const toolset = createToolset({
    ...road,
    ...files,
    understand,
    version: options.version,
    config: settings.current,
    whileWaiting: (task, pending) => worker.whileWaiting(task, pending),
    delivered: () => deliver.wake(),
  })
  const door = await openMcpDoor(toolset.handle)
  closeLast(door.close)
  const claude = {
    ...claudeOptions(config, dataDir),
    clock,
    log,
    tools: toolset.accessAt(door.url),
    permissions: toolset.permissions,
    trouble,
  }
  const { sessions, ...recovered } = { ...recover(road), strays: await reapStrays(claude.runtimeDir) }
  if (config.brain.claude.configDir === undefined) await sweepTranscripts(claude.configDir, openSessions(db))
  crashPoint('start.after-recovery')

  const chosen = await chooseBrain(
    {
      wanted: config.brain.default,
      claude,
      demo: {
        search: createOwnSearch(db),
        timezone: () => settings.current().timezone,
        pieceMs: 15,
      },
    },
    signal,
  )
  closeLast(chosen.brain.close)
  for (const session of sessions) chosen.brain.forget(session)
  const answering = furnished(overheard(chosen.brain, breaker), files.workspaces)
  const brain = () => brainOf(chosen, breaker, clock)

  const { disk, safeMode, mayBegin } = createSafeguards({ ...road, dataDir, config: settings.current })
  const overview = () =>
    takeOverview(road, {
      version: options.version,
      startedAt,
      brain: brain(),
      usage: takeUsage(db, settings.current(), momentOf(clock)),
      safeMode: safeMode.isOn(),
      disk: disk.level(),
      timezone: owner.timezone ?? settings.current().timezone,
      settings: settings.standing(),
      ...lastJump(),
    })

  const deliver = createDeliver(road)
  const admission = createAdmission({ ...road, breaker, config: settings.current })
  const trails = createTrails()
  const asking = { ...road, brain: answering, admission, scrub }
  const upkeep = createUpkeep({ ...asking, trouble, config: settings.current })
  const turns = createTurnRunners({
    ...asking,
    trails,
    attachments: files.attachments,
    assemble: createAssembler({ ...road, ...files, brain: chosen.brain, understand, config: settings.current }),
    overflowed: upkeep.overflowed,
    said: upkeep.consider,
  })
  const worker = createWorker({ ...asking, runners: [...turns, upkeep], mayBegin, delivered: deliver.wake })
  const stopping = { ...road, abort: worker.abort, approvals: toolset.approvals, trails }
  const commands = createCommandSet({ ...stopping, liveConfig: settings, overview, breaker, understand })
  const inbox = createIntake({
    ...stopping,
    commands: commands.run,
    gate: disk.pass,
    wake: () => {
      // Later in the loop, so that the acknowledgement of the message leaves before the work on it begins.
      setImmediate(() => {
        worker.wake()
        deliver.wake()
        vectors.wake()
      })
    },
  })

  const find = createSearch(db, clock, () => settings.current().timezone)
  const search = async (words: string, limit: number) =>
    find(readerOfAll(owner.id), words, limit, await meaningOf(understand, words))
  const uploads = createUploads({ db, shelf: files.shelf, clock, owner, gate: disk.pass })
  const doors = { db, channel: web, log, owner, uploads, allowed: createAllowedDesk(db, settings.current, owner) }
  const server = config.web.enabled
    ? await createWebServer({ ...doors, clock, brain, search, port: config.web.port })
    : undefined
  const link = () => server?.link()
  if (server) closeLast(server.close)
  const control = await createControl({
    ...doors,
    overview,
    link,
    pair: (role) => makePairing(db, role, momentOf(clock)),
    dismiss: createDismissal(stopping),
    // More workers, or the end of safe mode, should not wait for the next look.
    settings: createSettingsDoor(settings, owner, clock, worker.wake),
    importing: createImporter({ db, clock, owner, config: settings.current, scrub }),
    socket: socketPath(dataDir),
  })
  closeLast(control.close)

  const watch = createStoreWatch({ store, dataDir, log, trouble })
  const loops = startLoops({ channels: channels.values(), inbox, worker, deliver, beside: [vectors, watch], trouble })
  if (safeMode.isOn()) tellOwner(road, sentences.safeMode(config.workers.safeModeMinutes))
  deliver.wake()

  const notifier = createNotifier(env, runChild, log)
  const isAlive = () => [...channels.values()].every((channel) => clock.mono() - channel.lastAttempt() < STANDSTILL_MS)
  await notifier.ready()
  const watching = notifier.watchdog(isAlive, signal)
  log.info(
    {
      ...recovered,
      brain: chosen.brain.name,
      url: server?.url,
      ms: Math.round(clock.mono() - began),
    },
    'ready',
  )
  onReady({ url: server?.url, link, overview })

  await untilAborted(signal)
  crashPoint('shutdown.begin')
  log.info('stopping')
  await Promise.all([notifier.stopping(), watching])
  await loops.stop()
  log.info('stopped')
}
