import { join } from 'node:path'
import { createConnectDesk } from '../../src/app/connect/desk.ts'
import { createInspecting } from '../../src/app/inspecting.ts'
import { createNextStart } from '../../src/app/settings/next-start.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { Person } from '../../src/domain/person.ts'
import { momentOf } from '../../src/lib/time/clock.ts'
import { claudeToolRights } from '../../src/spawner/claude/own-tools.ts'
import { sizeOfStore } from '../../src/store/file/store-condition.ts'
import { createChatDeletion } from '../../src/tasks/intake/chat-deletion.ts'
import { createImporter } from '../../src/tasks/intake/importing.ts'
import { createPeopleDoor } from '../../src/tasks/people/people-door.ts'
import { createAllowedDesk } from '../../src/tasks/permissions/allowed.ts'
import { createOwnerSearch } from '../../src/tasks/recall/owner-search.ts'
import { countNews, takeActivity, takeNotices } from '../../src/tasks/reports/activity.ts'
import { takeChannels } from '../../src/tasks/reports/channel-report.ts'
import { takeUsageHistory } from '../../src/tasks/reports/usage-history.ts'
import { takeUsage } from '../../src/tasks/reports/usage-report.ts'
import { roadSettings } from '../../src/tasks/road.ts'
import type { StopDeps } from '../../src/tasks/run/stop.ts'
import { createLiveConfig, createSettingsDoor } from '../../src/tasks/settings/live-config.ts'
import { createUploads } from '../../src/web/server/uploads.ts'
import type { WebServerDeps } from '../../src/web/server.ts'
import { createJobs } from './jobs.ts'
import type { World } from './world.ts'

/** A daemon that has nothing to complain of. */
const wellOff = (): Omit<ReturnType<WebServerDeps['health']['overview']>, 'usage'> => ({
  version: '1.2.3',
  pid: 42,
  startedAt: new Date(0),
  brain: { name: 'script' },
  channels: ['web'],
  tasks: { waiting: 0, running: 0, maxRunning: 4, waits: [] },
  deliveries: { open: 0, failed: 0, drafts: 0 },
  unread: [],
  sharedAccounts: [],
  safeMode: false,
  disk: 'ok',
  timezone: 'UTC',
  settings: { running: [], dropped: [] },
})

/** What the server of a world needs beside its port. */
export function servedBy(world: World, owner: Person, dir: string): WebServerDeps {
  const { db, channel, clock, log, tail, shelf, trails } = world
  const brain = () => ({ name: 'script' })
  const uploads = createUploads({ db, shelf, clock, owner, gate: () => {} })
  const search = createOwnerSearch({ db, clock, owner, timezone: () => 'UTC', understand: undefined })
  const config = loadConfig(undefined, { HOME: dir })
  const allowed = createAllowedDesk(db, [claudeToolRights(config.brain.claude)], { ...owner, role: 'owner' })
  const live = createLiveConfig({ db, file: config, reread: () => config, apply() {} })
  const stopping: StopDeps = {
    db,
    clock,
    log,
    trails,
    channels: new Map([[channel.name, channel]]),
    instance: 1,
    settings: () => roadSettings(config),
    persist: async (write) => write(),
    abort() {},
    approvals: { withdraw: () => 0 },
  }
  const shown = { db, clock, owner: { ...owner, role: 'owner' } as const }
  return {
    db,
    channel,
    clock,
    log,
    owner,
    brain,
    uploads,
    search,
    deleteChat: createChatDeletion({ db, clock, signal: AbortSignal.any([]) }).delete,
    inspect: createInspecting({ ...shown, config: () => config, understand: undefined, timezone: () => 'UTC' }),
    activity: {
      take: () => takeActivity({ db, clock, trails }, owner.id),
      news: () => countNews({ db, clock }),
      notices: (before) => takeNotices(db, before),
    },
    allowed,
    settings: {
      ...createSettingsDoor(live, { ...owner, role: 'owner' }, clock, () => {}),
      file: join(dir, 'config.toml'),
    },
    nextStart: createNextStart({ configFile: undefined, dataDir: dir, env: { HOME: dir } }),
    connecting: createConnectDesk({
      config,
      configFile: undefined,
      dataDir: dir,
      env: { HOME: dir },
      clock,
      keptToken: () => undefined,
      brainTrouble: () => undefined,
    }),
    restart: () => undefined,
    people: createPeopleDoor(stopping),
    importing: createImporter({ db, clock, owner, config: () => config, scrub: (text) => text }),
    jobs: createJobs(world),
    scrub: (text: string) => text,
    health: {
      overview: () => ({ ...wellOff(), usage: takeUsage(db, config, momentOf(clock)) }),
      channels: () => takeChannels({ channels: new Map([[channel.name, channel]]), clock }),
      store: () => sizeOfStore(db, dir),
      log: tail,
      doctor: { start() {}, last: () => undefined },
      tryNow: () => false,
    },
    usage: (days: number) => takeUsageHistory(db, config, momentOf(clock), days),
    commands: () => ['help', 'status', 'stop', 'model'].map((name) => ({ name, summary: `what ${name} does` })),
    port: 0,
    pageFolder: dir,
  }
}
