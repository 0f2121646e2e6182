import type { WebChannel } from '../channels/web/web.ts'
import type { Config } from '../config/config.ts'
import { socketPath } from '../config/paths.ts'
import type { Person } from '../domain/person.ts'
import type { LogTail } from '../lib/log-tail.ts'
import { momentOf } from '../lib/time/clock.ts'
import { textIn } from '../messages/localized.ts'
import { sizeOfStore } from '../store/file/store-condition.ts'
import { readMemory } from '../store/messages/channel-state.ts'
import { createChatDeletion } from '../tasks/intake/chat-deletion.ts'
import { createImporter } from '../tasks/intake/importing.ts'
import { createDismissal } from '../tasks/people/dismissal.ts'
import { makePairing } from '../tasks/people/pairing.ts'
import { createPeopleDoor } from '../tasks/people/people-door.ts'
import { createAllowedDesk } from '../tasks/permissions/allowed.ts'
import { tryNow } from '../tasks/queue/try-now.ts'
import { createOwnerSearch } from '../tasks/recall/owner-search.ts'
import type { Understand } from '../tasks/recall/understand.ts'
import { countNews, takeActivity, takeNotices } from '../tasks/reports/activity.ts'
import { takeChannels } from '../tasks/reports/channel-report.ts'
import type { Overview } from '../tasks/reports/overview.ts'
import { takeUsageHistory } from '../tasks/reports/usage-history.ts'
import { createSettingsDoor } from '../tasks/settings/live-config.ts'
import { createControl } from '../web/control/control.ts'
import { createOwnerJobs } from '../web/routes/schedule/owner-jobs.ts'
import { createUploads } from '../web/server/uploads.ts'
import { createWebServer } from '../web/server.ts'
import { createConnectDesk } from './connect/desk.ts'
import type { DoctorsRound } from './doctor/doctors-round.ts'
import { createInspecting } from './inspecting.ts'
import { pageVoice } from './page-voice.ts'
import type { BuiltRoad } from './road.ts'
import { createNextStart } from './settings/next-start.ts'

export interface DoorsDeps {
  road: BuiltRoad
  channel: WebChannel
  owner: Person
  config: Config
  /** Where the configuration lies, or would. */
  configFile: string
  dataDir: string
  env: NodeJS.ProcessEnv
  gate(): void
  understand: Understand | undefined
  scrub(text: string): string
  /** What was logged last. */
  tail: LogTail
  doctor: DoctorsRound
  /** Ends this life of the daemon for another one, or says why not. */
  restart(): { refused: string } | undefined
}

/** The ways in from this machine. */
export interface Doors {
  /** Of the page; undefined where it is off. */
  url: string | undefined
  /** A new link to sign in with. */
  link(): string | undefined
  close(): Promise<void>
}

/** The local page, and the socket of the command line. */
export async function openDoors(deps: DoorsDeps): Promise<Doors> {
  const { road, channel, owner, config, dataDir, env, gate, understand, scrub } = deps
  const { db, clock, log, liveConfig, overview } = road
  const current = liveConfig.current
  const closing = new AbortController()
  const deletion = createChatDeletion({ db, clock, signal: closing.signal })
  const ownTools = road.brains.all.flatMap(({ own }) => own ?? [])
  const uploads = createUploads({ db, shelf: road.files.shelf, clock, owner, gate })
  const timezone = () => owner.timezone ?? current().timezone
  const jobs = createOwnerJobs({ db, clock, desk: road.scheduling.desk, owner, timezone, ask: road.askNow })
  const shared = {
    db,
    channel,
    log,
    owner,
    uploads,
    jobs,
    allowed: createAllowedDesk(db, ownTools, owner),
    commands: () => road.commands.all,
    importing: createImporter({ db, clock, owner, config: current, scrub, broughtIn: road.upkeep.broughtIn }),
  }
  // More workers, or the end of safe mode, should not wait for the next look.
  const settings = createSettingsDoor(liveConfig, owner, clock, road.worker.wake)
  const page = {
    clock,
    brain: () => overview().brain,
    scrub,
    health: {
      overview,
      channels: () => takeChannels(road),
      store: () => sizeOfStore(db, dataDir),
      log: deps.tail,
      doctor: deps.doctor,
      tryNow: (brain: string) => tryNow(road, brain),
    },
    activity: {
      take: () => takeActivity(road.stopping, owner.id),
      news: () => countNews(road),
      notices: (before: number) => takeNotices(db, before),
    },
    usage: (days: number) => takeUsageHistory(db, current(), momentOf(clock), days),
    deleteChat: deletion.delete,
    search: createOwnerSearch({ db, clock, owner, timezone: () => current().timezone, understand }),
    settings: { ...settings, file: deps.configFile },
    nextStart: createNextStart({ configFile: config.file, dataDir, env }),
    connecting: createConnectDesk({
      config,
      configFile: config.file,
      dataDir,
      env,
      clock,
      keptToken: (account) => readMemory(db, 'email', account, 'refresh-token'),
      brainTrouble: (name) => troubleOf(overview().brain, name),
    }),
    restart: deps.restart,
    people: createPeopleDoor(road.stopping),
    inspect: createInspecting({ db, clock, config: current, owner, understand, timezone }),
    transcribe: pageVoice(config, env.PATH ?? ''),
    port: config.web.port,
    bind: config.web.bind,
    publicUrl: config.web.publicUrl && new URL(config.web.publicUrl).origin,
  }
  const server = config.web.enabled ? await createWebServer({ ...shared, ...page }) : undefined
  const link = (isPublic = false) => (isPublic ? server?.publicLink() : server?.link())
  try {
    const control = await createControl({
      ...shared,
      onChange(listener) {
        const stops = [channel.subscribe(listener), road.deliver.onTried(listener)]
        return () => stops.forEach((stop) => stop())
      },
      overview,
      link,
      pair: (role) => makePairing(db, role, momentOf(clock)),
      dismiss: createDismissal(road.stopping),
      settings,
      socket: socketPath(dataDir),
    })
    void deletion.resume().catch((err: unknown) => log.error({ err }, 'a deleted chat was not taken back whole'))
    return {
      url: server?.url,
      link,
      async close() {
        closing.abort()
        await control.close()
        await server?.close()
      },
    }
  } catch (error) {
    await server?.close()
    throw error
  }
}

function troubleOf({ name: usual, trouble, others = [] }: Overview['brain'], name: string): string | undefined {
  const known = [...(trouble ? [{ name: usual, trouble }] : []), ...others]
  const sentence = known.find((one) => one.name === name)?.trouble.sentence
  return sentence === undefined ? undefined : textIn(sentence, 'en')
}
