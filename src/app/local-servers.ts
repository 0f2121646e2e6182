import { join } from 'node:path'
import { createTranscriber, type Transcriber, transcriberOptions } from '../channels/shared/transcription.ts'
import type { WebChannel } from '../channels/web/web.ts'
import type { Config } from '../config/config.ts'
import { socketPath } from '../config/paths.ts'
import type { ChannelName, ChatId } from '../domain/ids.ts'
import type { Person } from '../domain/person.ts'
import type { ProposalDecision } from '../domain/proposal.ts'
import { privateNetworkAddresses } from '../lib/http/web-address.ts'
import type { LogTail } from '../lib/log-tail.ts'
import { momentOf } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import { sizeOfStore } from '../store/file/store-check.ts'
import { readMemory } from '../store/messages/channel-state.ts'
import { ownAccounts, readPerson } from '../store/people/people.ts'
import { createImportUploads } from '../tasks/intake/import-uploads.ts'
import { createImporter } from '../tasks/intake/importer.ts'
import { createOwnerSettings } from '../tasks/live-config.ts'
import { createOwnerFacts } from '../tasks/memory/owner-facts.ts'
import { readQualityReport } from '../tasks/memory/quality-report.ts'
import { createLinking } from '../tasks/people/linking.ts'
import { makePairing } from '../tasks/people/pairing.ts'
import { createDismissal, createPeopleAdmin } from '../tasks/people/people-admin.ts'
import { createAllowanceList } from '../tasks/permissions/allowances.ts'
import { createProposals } from '../tasks/profile/proposals.ts'
import { retryNow } from '../tasks/queue/reopen.ts'
import type { EmbedQuery } from '../tasks/recall/embedding.ts'
import { createPageSearch } from '../tasks/recall/typed-search.ts'
import { countNews, readActivity, readChannelReports, readNoticePage } from '../tasks/reports/activity.ts'
import type { Overview } from '../tasks/reports/overview.ts'
import { reportRunner } from '../tasks/reports/runner-report.ts'
import { readUsageHistory } from '../tasks/reports/usage-history.ts'
import { createControl } from '../web/control/control.ts'
import type { Push } from '../web/push/push.ts'
import { createOwnerJobs } from '../web/routes/schedule/owner-jobs.ts'
import type { ProbeService } from '../web/server/probes.ts'
import { createUploads } from '../web/server/uploads.ts'
import { createWebServer } from '../web/server.ts'
import { createConnections } from './connect/connections.ts'
import { createContextInspector } from './context-inspector.ts'
import type { SizeLine } from './data-sizes.ts'
import type { DoctorChecks } from './doctor/check-rounds.ts'
import type { Erasing } from './erasing.ts'
import { type ExportScope, exportForDownload } from './export/export.ts'
import { type LiveModels, liveModelPaths } from './live-models.ts'
import { createPendingSettings } from './pending-settings.ts'
import type { Pipeline } from './pipeline.ts'
import { openPush } from './push.ts'
import type { RunnerAdmin } from './runners.ts'
import { createSecretRotation } from './secret-rotation.ts'
import { postHello } from './setup/page-hello.ts'
import { createPageSetup } from './setup/page-setup.ts'

export interface LocalServersDeps {
  pipeline: Pipeline
  erasing: Erasing
  channel: WebChannel
  owner: Person
  config: Config
  /** The path of the configuration file, which may not exist. */
  configFile: string
  dataDir: string
  env: NodeJS.ProcessEnv
  /** Throws NotStoredError if the disk is full. */
  assertDiskNotFull(): void
  embedQuery: EmbedQuery | undefined
  scrub(text: string): string
  /** The last lines of the log. */
  tail: LogTail
  doctor: DoctorChecks
  /** What takes up the disk, as last measured. */
  sizes(): { at: Date; parts: SizeLine[] } | undefined
  probes: ProbeService
  /** Undefined if runners are off. */
  runners: RunnerAdmin | undefined
  /** Undefined if models need a restart, as on runners. */
  models: LiveModels | undefined
  /** Restarts the daemon, or says why not. */
  restart(): { refused: AnyText } | undefined
}

/** The servers for this machine: the page and the control socket. */
export interface LocalServers {
  /** The address of the page; undefined if it is off. */
  url: string | undefined
  /** A new sign-in link. */
  link(): string | undefined
  /** The loop that sends notifications while no page is open. */
  push: Pick<Push, 'run'>
  close(): Promise<void>
}

/** Starts the local page and the socket for the command line. */
export async function openLocalServers(deps: LocalServersDeps): Promise<LocalServers> {
  const { pipeline, erasing, channel, owner, config, dataDir, env, assertDiskNotFull, embedQuery, scrub } = deps
  const { db, clock, log, liveConfig, overview } = pipeline
  const current = liveConfig.current
  const closing = new AbortController()
  const ownTools = () => pipeline.brains.all.flatMap(({ own }) => own ?? [])
  const uploads = createUploads({ db, fileStore: pipeline.files.fileStore, clock, assertDiskNotFull })
  const timezone = () => readPerson(db, owner.id).timezone ?? current().timezone
  const jobs = createOwnerJobs({ db, clock, jobs: pipeline.scheduling.jobs, owner, timezone, ask: pipeline.askNow })
  const importer = createImporter({
    db,
    clock,
    owner,
    config: current,
    scrub,
    onImported: pipeline.upkeep.checkAfterImport,
  })
  const facts = createOwnerFacts({ db, clock, owner, scrub })
  const proposals = createProposals(pipeline)
  const shared = {
    db,
    channel,
    log,
    owner,
    uploads,
    jobs,
    facts,
    decideProposal: (id: number, decision: ProposalDecision) => proposals.decide(id, decision, owner),
    allowed: createAllowanceList(db, ownTools, owner),
    answeredBy: (chat: ChatId) => pipeline.commands.answeredBy({ chat, person: owner }),
    commands: () => pipeline.commands.all,
    models: pipeline.commands.models,
    importer,
  }
  // A change such as more workers or the end of safe mode should take effect at once.
  const settings = createOwnerSettings(liveConfig, owner, clock, pipeline.worker.wake)
  const pairedAccounts = (channelName: ChannelName) => ownAccounts(db, channelName)
  const nextStart = createPendingSettings({ configFile: config.file, dataDir, env })
  const { models } = deps
  const connections = createConnections({
    config,
    configFile: config.file,
    dataDir,
    env,
    clock,
    storedRefreshToken: (account) => readMemory(db, 'email', account, 'refresh-token'),
    brainTrouble: (name) => troubleOf(overview().brain, name),
    daemon: {
      pollsBot: (id) => config.telegram.token?.split(':', 1)[0] === id,
      makeCode: async () => makePairing(db, 'owner', momentOf(clock)).code,
      ownAccounts: pairedAccounts,
      isDemo: () => pipeline.brains.usual.name === 'demo',
    },
    models: models && {
      ...models,
      async takeUp(signal) {
        await models.takeUp(signal)
        nextStart.takenUp(liveModelPaths)
      },
    },
  })
  const setup = createPageSetup({
    configFile: config.file,
    dataDir,
    env,
    running: config,
    connections,
    pairedAccounts,
    postHello(name) {
      postHello({ ...pipeline, settings: pipeline.settings }, name)
      pipeline.deliver.wake()
    },
  })
  const linking = createLinking(pipeline.stopping)
  const isWatched = (personId: number) => server?.isWatched(personId) ?? false
  const { push, service: pushService } = openPush({ db, clock, log, config, owner, channel, isWatched })
  const runners = () => deps.runners?.list().map((runner) => reportRunner(runner, overview().version))
  const page = {
    clock,
    profiles: pipeline.profiles,
    persona: () => current().assistant.persona,
    importUploads: createImportUploads({
      folder: join(dataDir, 'imports'),
      now: clock.now,
      importer,
      owner,
      log,
      openRoom: async (room, signal) =>
        (await import('./channels/talk-history.ts')).openTalkHistory(room, {
          config,
          clock,
          signal,
          read: (query) => query(db),
        }),
      assertDiskNotFull,
    }),
    scrub,
    health: {
      overview,
      channels: () => readChannelReports(pipeline),
      runners,
      store: () => sizeOfStore(db, dataDir),
      sizes: deps.sizes,
      log: deps.tail,
      doctor: deps.doctor,
      tryNow: (brain: string) => retryNow(pipeline, brain),
    },
    activity: {
      take: () => ({
        ...readActivity(pipeline.stopping, owner.id),
        proposals: proposals.list(owner),
        runners: runners(),
      }),
      news: () => countNews(pipeline),
      notices: (before: number) => readNoticePage(db, before),
    },
    factQuality: (weeks: number) => readQualityReport(db, { now: clock.now(), timezone: timezone(), weeks }),
    usage: (days: number) => readUsageHistory(db, current(), momentOf(clock), days),
    erasing,
    makeExport: (scope: ExportScope, signal: AbortSignal) =>
      exportForDownload(scope, { db, dataDir, now: clock.now(), timezone: timezone(), signal }),
    search: createPageSearch({ db, clock, timezone: () => current().timezone, embedQuery }),
    settings: { ...settings, file: deps.configFile },
    nextStart,
    connections,
    setup,
    restart: deps.restart,
    probes: deps.probes,
    people: { ...createPeopleAdmin({ ...pipeline.stopping, wake: pipeline.deliver.wake }), ...linking },
    networkAddresses: privateNetworkAddresses,
    inspect: createContextInspector({ ...pipeline, config: current, owner, embedQuery, timezone }),
    push: pushService,
    transcribe: createPageTranscriber(config, env.PATH ?? ''),
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
        const stops = [channel.subscribe(listener), pipeline.deliver.onTried(listener)]
        return () => stops.forEach((stop) => stop())
      },
      overview,
      link,
      restart: deps.restart,
      takeUpSecrets: createSecretRotation({
        ...deps,
        inUse: () => deps.models?.config() ?? config,
        running: () => overview().tasks.running,
        clock,
        log,
        signal: closing.signal,
      }),
      hello: setup.postHello,
      pair: (role) => makePairing(db, role, momentOf(clock)),
      removeAddress: createDismissal(pipeline.stopping),
      linking,
      runners: deps.runners,
      settings,
      erasing,
      socket: socketPath(dataDir),
    })
    return {
      url: server?.url,
      link,
      push,
      async close() {
        closing.abort()
        push.close()
        await control.close()
        await server?.close()
      },
    }
  } catch (error) {
    await server?.close()
    throw error
  }
}

function troubleOf({ name: defaultName, trouble, others = [] }: Overview['brain'], name: string): AnyText | undefined {
  const brains = [...(trouble ? [{ name: defaultName, trouble }] : []), ...others]
  return brains.find((brain) => brain.name === name)?.trouble.sentence
}

/** Uses the transcription set up for the page, or that of a channel. Undefined if none is configured. */
function createPageTranscriber({ web, telegram, talk }: Config, path: string): Transcriber | undefined {
  const options = [web.voice, telegram.voice, talk.voice]
    .map((voice) => transcriberOptions(voice, path))
    .find(({ kind }) => kind !== 'none')
  return options && createTranscriber(options)
}
