import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Transcriber } from '../channels/shared/transcription.ts'
import type { WebChannel } from '../channels/web/web.ts'
import type { OwnerFacts } from '../domain/fact-service.ts'
import type { Log } from '../lib/log.ts'
import { momentOf, type SteadyClock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import type { Database } from '../store/database.ts'
import { createLink, linkMs } from '../store/people/web-sessions.ts'
import type { SessionKind } from '../store/schema/sign-in-schema.ts'
import type { ActivityService } from './routes/activity-api.ts'
import type { ChatListApiDeps } from './routes/chats/chat-list-api.ts'
import type { ModelService } from './routes/chats/model-api.ts'
import type { SearchMessages } from './routes/chats/search-api.ts'
import { followWork } from './routes/chats/work-in-progress.ts'
import type { ConnectService } from './routes/connect-api.ts'
import type { ExportApiDeps } from './routes/export-api.ts'
import type { FactApiDeps } from './routes/fact-api.ts'
import type { HealthService, RestartApiDeps } from './routes/health-api.ts'
import type { ImportService, UploadedImports } from './routes/import-api.ts'
import type { ProfileService } from './routes/profile-api.ts'
import type { OwnerJobs } from './routes/schedule/owner-jobs.ts'
import type { PermissionService } from './routes/settings/allowed-api.ts'
import type { PeopleService } from './routes/settings/people-api.ts'
import type { PushService } from './routes/settings/push-api.ts'
import type { ServedPage } from './routes/settings/remote-access-api.ts'
import type { PendingSettingsService, SettingsService } from './routes/settings/settings-api.ts'
import type { SetupService } from './routes/settings/setup-api.ts'
import type { InspectService } from './routes/turns/inspect-api.ts'
import type { ReadUsage } from './routes/usage-api.ts'
import { createConnectionLimiter } from './server/connection-limiter.ts'
import { createEntryPointFinder } from './server/entry-point.ts'
import { type RequestRefusal, refuseRequest } from './server/guard.ts'
import { createLazyListener } from './server/lazy-listener.ts'
import { findListenProblem, listenElsewhere, listenFrom } from './server/listen.ts'
import { createProbes, type ProbeService } from './server/probes.ts'
import type { Uploads } from './server/uploads.ts'
import type { createPageListener } from './web-app.ts'

export interface WebServerDeps {
  db: Database
  channel: WebChannel
  clock: SteadyClock
  log: Log
  owner: { id: number; name: string }
  uploads: Uploads
  transcribe?: Transcriber | undefined
  /** Searches everything the owner may read. */
  search: SearchMessages
  erasing: ChatListApiDeps['erasing']
  makeExport: ExportApiDeps['makeExport']
  inspect: InspectService
  activity: ActivityService
  allowed: PermissionService
  settings: SettingsService
  nextStart: PendingSettingsService
  connections: ConnectService
  setup: SetupService
  restart: RestartApiDeps['restart']
  people: PeopleService
  /** The addresses of this machine in private networks. */
  networkAddresses(): string[]
  profiles: ProfileService
  /** The persona of the configuration. */
  persona(): string | undefined
  importer: ImportService
  importUploads: UploadedImports
  jobs: OwnerJobs
  facts: OwnerFacts
  factQuality: FactApiDeps['factQuality']
  models: ModelService
  push: PushService
  commands(): { name: string; usage?: AnyText; summary: AnyText }[]
  health: HealthService
  probes: ProbeService
  /** Removes all known secrets. */
  scrub(text: string): string
  usage: ReadUsage
  port: number
  /** A second address of this machine to listen on, for the network. */
  bind?: string | undefined
  /** The address of the page for others, directly or through a proxy. */
  publicUrl?: string | undefined
  /** The folder of the built page. */
  pageFolder?: string
}

export interface WebServer {
  port: number
  url: string
  /** The public address. Undefined if the page is for this machine only. */
  publicUrl: string | undefined
  /** Creates a single-use sign-in link. */
  link(): string
  /** A link for the public address. Undefined without one. */
  publicLink(): string | undefined
  /** Whether a page of this person is open and visible. */
  isWatched(personId: number): boolean
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
const CLOSE_TIMEOUT_MS = 1000

/** The page and its API: on loopback, and on other addresses only if configured. */
export async function createWebServer(deps: WebServerDeps): Promise<WebServer> {
  const { db, clock, owner } = deps
  const { log, bind } = deps
  const bindsAllAddresses = bind === '0.0.0.0' || bind === '::'
  const closing = new AbortController()
  const workInProgress = followWork(deps.channel)
  let page: ReturnType<typeof createPageListener> | undefined
  let findEntryPoint = createEntryPointFinder(deps.publicUrl)
  let served: Pick<ServedPage, 'port' | 'publicUrl'> = { port: deps.port, publicUrl: deps.publicUrl }
  // Separate limits, so that a flood from the network does not affect this machine.
  const [localLimiter, networkLimiter] = [createConnectionLimiter(), createConnectionLimiter()]
  const keepConnection = (socket: Socket) =>
    [localLimiter, networkLimiter].forEach((connections) => connections.keep(socket))
  const answerProbe = createProbes({ service: deps.probes, clock, log, keep: keepConnection })
  const serve = createLazyListener(async () => {
    const listener = await import('./web-app.ts')
    page = listener.createPageListener({
      ...deps,
      findEntryPoint,
      served: {
        ...served,
        linkFor,
        findListenProblem: (address) => findListenProblem({ host: address, port: served.port }),
      },
      keep: keepConnection,
      underWay: workInProgress.progress(),
    })
    workInProgress.close()
    return page.serve
  }, log)

  const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
    const entryPoint = findEntryPoint(request)
    const refusal = refuseRequest(request, entryPoint)
    if (refusal) answerRefusal(request, response, refusal)
    else if (!answerProbe(request, response, entryPoint?.isPublic ?? false)) void serve(request, response)
  }
  const server = localLimiter.createServer(handleRequest)
  const networkServer =
    bind !== undefined && !bindsAllAddresses ? networkLimiter.createServer(handleRequest) : undefined

  try {
    const listenAddress = { host: bindsAllAddresses ? bind : LOOPBACK, port: deps.port }
    const port = await listenFrom(server, listenAddress, deps.publicUrl !== undefined || bind !== undefined, log)
    const publicUrl =
      deps.publicUrl ?? (bind && new URL(`http://${bind.includes(':') ? `[${bind}]` : bind}:${port}`).origin)
    findEntryPoint = createEntryPointFinder(publicUrl)
    served = { port, publicUrl }
    if (networkServer && bind) await listenElsewhere(networkServer, { host: bind, port }, log, closing.signal)
    const url = `http://${LOOPBACK}:${port}/`
    return {
      port,
      url,
      publicUrl,
      link: () => linkTo(url, 'cookie'),
      isWatched: (personId) => page?.isWatched(personId) ?? false,
      publicLink: () => publicUrl && linkTo(`${publicUrl}/`, 'public'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }

  // The token is in the fragment, which browsers do not send, so it reaches no log, referrer or prefetcher.
  function linkTo(address: string, kind: SessionKind, person = owner.id): string {
    return `${address}#sign-in=${createLink(db, person, momentOf(clock), kind)}`
  }

  function linkFor(person: number): ReturnType<ServedPage['linkFor']> {
    const { publicUrl } = served
    const expiresAt = new Date(clock.now().getTime() + linkMs)
    return publicUrl === undefined ? undefined : { link: linkTo(`${publicUrl}/`, 'public', person), expiresAt }
  }

  async function close(): Promise<void> {
    closing.abort()
    workInProgress.close()
    page?.close()
    await Promise.all(
      [server, ...(networkServer ? [networkServer] : [])].filter(({ listening }) => listening).map(closeServer),
    )
  }
}

function answerRefusal(request: IncomingMessage, response: ServerResponse, { status, error }: RequestRefusal): void {
  // The body is not read, so the connection cannot be reused.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ error }))
  request.resume()
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
