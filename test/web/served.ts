import { join } from 'node:path'
import { openTalkHistory } from '../../src/app/channels/talk-history.ts'
import { createConnections } from '../../src/app/connect/connections.ts'
import { createContextInspector } from '../../src/app/context-inspector.ts'
import { exportForDownload } from '../../src/app/export/export.ts'
import { createPendingSettings } from '../../src/app/pending-settings.ts'
import { postHello } from '../../src/app/setup/page-hello.ts'
import { createPageSetup } from '../../src/app/setup/page-setup.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { Person } from '../../src/domain/person.ts'
import { momentOf } from '../../src/lib/time/clock.ts'
import { claudeToolRights } from '../../src/spawner/claude/own-tools.ts'
import { sizeOfStore } from '../../src/store/file/store-check.ts'
import { ownAccounts } from '../../src/store/people/people.ts'
import { pushKey } from '../../src/store/secret-keys.ts'
import { createEraser } from '../../src/tasks/erasing/eraser.ts'
import { createWorkspaces } from '../../src/tasks/files/workspaces.ts'
import { createImportUploads } from '../../src/tasks/intake/import-uploads.ts'
import { createImporter } from '../../src/tasks/intake/importer.ts'
import { createLiveConfig, createOwnerSettings } from '../../src/tasks/live-config.ts'
import { createOwnerFacts } from '../../src/tasks/memory/owner-facts.ts'
import { readQualityReport } from '../../src/tasks/memory/quality-report.ts'
import { createLinking } from '../../src/tasks/people/linking.ts'
import { createPeopleAdmin } from '../../src/tasks/people/people-admin.ts'
import { createAllowanceList } from '../../src/tasks/permissions/allowances.ts'
import { createProfiles } from '../../src/tasks/profile/profiles.ts'
import { createProposals } from '../../src/tasks/profile/proposals.ts'
import { createDayNotes } from '../../src/tasks/recall/day-notes.ts'
import { createPageSearch } from '../../src/tasks/recall/typed-search.ts'
import { countNews, readActivity, readChannelReports, readNoticePage } from '../../src/tasks/reports/activity.ts'
import { readUsageHistory } from '../../src/tasks/reports/usage-history.ts'
import { readUsage } from '../../src/tasks/reports/usage-report.ts'
import { cancelTasks, type StopDeps } from '../../src/tasks/run/stop.ts'
import { taskSettings } from '../../src/tasks/task-deps.ts'
import { createSenderIdentity } from '../../src/web/push/sender-identity.ts'
import { isPushEndpoint } from '../../src/web/routes/settings/push-api.ts'
import type { ServedPage } from '../../src/web/routes/settings/remote-access-api.ts'
import type { ListedRoute } from '../../src/web/server/routes.ts'
import { createUploads } from '../../src/web/server/uploads.ts'
import type { WebServerDeps } from '../../src/web/server.ts'
import { createPageListener } from '../../src/web/web-app.ts'
import { createJobs } from './jobs.ts'
import { createModels } from './models.ts'
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

function openErasing({ db, clock, log, fileStore }: World, stopping: StopDeps, dir: string): WebServerDeps['erasing'] {
  const eraser = createEraser({
    db,
    clock,
    log,
    dataDir: dir,
    fileStore,
    workspaces: createWorkspaces(join(dir, 'workspaces')),
    logFile: undefined,
    cancel: (tasks, now, afterCommit) => void cancelTasks(stopping, tasks, 'deleted', now, afterCommit),
    forget: async () => {},
  })
  return {
    preview: eraser.preview,
    async eraseNow(scope) {
      await eraser.finish(eraser.begin(scope), AbortSignal.any([]))
    },
  }
}

/** Every route of the page: what the app serves, and what its own list says about it. */
export function listRoutes(
  world: World,
  owner: Person,
): { registered: { method: string; path: string }[]; listed: readonly ListedRoute[] } {
  const served: ServedPage = {
    port: 0,
    publicUrl: undefined,
    linkFor: () => undefined,
    findListenProblem: async () => undefined,
  }
  const parts = { served, findEntryPoint: () => undefined, keep() {}, underWay: [] }
  const page = createPageListener({ ...servedBy(world, owner, world.dir), ...parts })
  page.close()
  return { registered: page.app.routes, listed: page.routes }
}

/** What the server of a world needs beside its port. */
export function servedBy(world: World, owner: Person, dir: string): WebServerDeps {
  const { db, channel, clock, log, tail, fileStore, trails } = world
  const uploads = createUploads({ db, fileStore, clock, assertDiskNotFull: () => {} })
  const search = createPageSearch({ db, clock, timezone: () => 'UTC', embedQuery: undefined })
  const config = loadConfig(undefined, { HOME: dir })
  const importer = createImporter({ db, clock, owner, config: () => config, scrub: (text) => text })
  const allowed = createAllowanceList(db, () => [claudeToolRights(config.brain.claude)], { ...owner, role: 'owner' })
  const live = createLiveConfig({ db, file: config, reread: () => config, apply() {} })
  const stopping: StopDeps = {
    db,
    clock,
    log,
    trails,
    channels: new Map([[channel.name, channel]]),
    instance: 1,
    settings: () => taskSettings(config),
    persist: async (write) => write(),
    abort() {},
    approvals: { withdraw: () => 0 },
  }
  const shown = { db, clock, owner: { ...owner, role: 'owner' } as const }
  const home = { configFile: undefined, dataDir: dir, env: { HOME: dir } }
  const connections = createConnections({
    ...home,
    config,
    clock,
    storedRefreshToken: () => undefined,
    brainTrouble: () => undefined,
  })
  const profiles = createProfiles({ db, clock, log, dataDir: dir, scrub: (text) => text })
  const proposals = createProposals({ db, clock, profiles })
  return {
    profiles,
    persona: () => config.assistant.persona,
    db,
    channel,
    clock,
    log,
    owner,
    uploads,
    search,
    erasing: openErasing(world, stopping, dir),
    makeExport: (scope, signal) =>
      exportForDownload(scope, { db, dataDir: dir, now: clock.now(), timezone: 'UTC', signal }),
    inspect: createContextInspector({
      ...shown,
      sources: { notes: createDayNotes(db, dir) },
      config: () => config,
      embedQuery: undefined,
      timezone: () => 'UTC',
    }),
    activity: {
      take: () => ({ ...readActivity({ db, clock, trails }, owner.id), proposals: proposals.list(shown.owner) }),
      news: () => countNews({ db, clock }),
      notices: (before) => readNoticePage(db, before),
    },
    allowed,
    settings: {
      ...createOwnerSettings(live, { ...owner, role: 'owner' }, clock, () => {}),
      file: join(dir, 'config.toml'),
    },
    nextStart: createPendingSettings(home),
    connections,
    setup: createPageSetup({
      ...home,
      running: config,
      connections,
      pairedAccounts: (channelName) => ownAccounts(db, channelName),
      postHello: (name) => postHello({ ...stopping, settings: () => ({ idleMs: 60_000 }) }, name),
    }),
    restart: () => undefined,
    networkAddresses: () => ['127.0.0.2'],
    people: {
      ...createPeopleAdmin({ ...stopping, wake() {} }),
      ...createLinking({ ...stopping, dataDir: dir }),
      channels: () => ['telegram'],
    },
    importer,
    importUploads: createImportUploads({
      folder: join(dir, 'imports'),
      now: clock.now,
      importer,
      owner,
      log,
      openRoom: async (room, signal) => openTalkHistory(room, { config, clock, signal, read: (query) => query(db) }),
      assertDiskNotFull: () => {},
    }),
    jobs: createJobs(world),
    facts: createOwnerFacts({ db, clock, owner, scrub: (text) => text }),
    factQuality: (weeks) => readQualityReport(db, { now: clock.now(), timezone: 'UTC', weeks }),
    scrub: (text: string) => text,
    health: {
      overview: () => ({ ...wellOff(), usage: readUsage(db, config, momentOf(clock)) }),
      channels: () => readChannelReports({ channels: new Map([[channel.name, channel]]), clock }),
      store: () => sizeOfStore(db, dir),
      log: tail,
      doctor: { start() {}, last: () => undefined },
      tryNow: () => false,
    },
    probes: { isAlive: () => true, obstacle: () => undefined },
    usage: (days: number) => readUsageHistory(db, config, momentOf(clock), days),
    commands: () => ['help', 'status', 'stop', 'model'].map((name) => ({ name, summary: `what ${name} does` })),
    models: createModels({ db, clock }),
    push: {
      publicKey: createSenderIdentity(pushKey(db), 'mailto:ana@example.org').publicKey,
      accepts: isPushEndpoint,
      ntfy: () => undefined,
    },
    port: 0,
    pageFolder: dir,
  }
}
