import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Transcriber } from '../channels/shared/transcription.ts'
import type { WebChannel } from '../channels/web/web.ts'
import type { Log } from '../lib/log.ts'
import { momentOf, type SteadyClock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import type { Database } from '../store/database.ts'
import { createLink } from '../store/people/web-sessions.ts'
import type { SessionKind } from '../store/schema/sign-in-schema.ts'
import type { CommandHelp } from './page/wire/command-wire.ts'
import type { createPageListener } from './page-listener.ts'
import type { ActivityDoor } from './routes/activity/activity-api.ts'
import type { ChatListApiDeps } from './routes/chats/chat-list-api.ts'
import type { Search } from './routes/chats/search-api.ts'
import { followWork } from './routes/chats/under-way.ts'
import type { ConnectDoor } from './routes/connect/connect-api.ts'
import type { HealthDoor } from './routes/health/health-api.ts'
import type { RestartApiDeps } from './routes/health/restart-api.ts'
import type { ImportDoor } from './routes/import/import-api.ts'
import type { OwnerJobs } from './routes/schedule/owner-jobs.ts'
import type { AllowedDoor } from './routes/settings/allowed-api.ts'
import type { NextStartDoor } from './routes/settings/next-start-api.ts'
import type { PeopleDoor } from './routes/settings/people-api.ts'
import type { SettingsDoor } from './routes/settings/settings-api.ts'
import type { InspectDoor } from './routes/turns/inspect-api.ts'
import type { UsageOf } from './routes/usage/usage-api.ts'
import { createConnections } from './server/connections.ts'
import { createDoorOf } from './server/door.ts'
import { loadWithFirstRequest } from './server/first-request.ts'
import { type Refusal, refuse } from './server/guard.ts'
import { listenElsewhere, listenFrom } from './server/listen.ts'
import type { Uploads } from './server/uploads.ts'

export interface WebServerDeps {
  db: Database
  channel: WebChannel
  clock: SteadyClock
  log: Log
  owner: { id: number; name: string }
  brain: () => { name: string; banner?: string; trouble?: { sentence: AnyText; until: Date } }
  uploads: Uploads
  transcribe?: Transcriber | undefined
  /** Over everything the owner may read, best first. */
  search: Search
  deleteChat: ChatListApiDeps['deleteChat']
  inspect: InspectDoor
  activity: ActivityDoor
  allowed: AllowedDoor
  settings: SettingsDoor
  nextStart: NextStartDoor
  connecting: ConnectDoor
  restart: RestartApiDeps['restart']
  people: PeopleDoor
  importing: ImportDoor
  jobs: OwnerJobs
  commands(): { name: string; usage?: AnyText; summary: AnyText }[]
  health: HealthDoor
  /** Takes every known secret out. */
  scrub(text: string): string
  usage: UsageOf
  port: number
  /** An address of this machine to listen on too, for others on its network. */
  bind?: string | undefined
  /** By which others reach the page, on that address or through a proxy. */
  publicUrl?: string | undefined
  /** Where the built page lies. */
  pageFolder?: string
}

export interface WebServer {
  port: number
  url: string
  /** By which others reach it; undefined: it is for this machine only. */
  publicUrl: string | undefined
  /** A new single-use sign-in link. */
  link(): string
  /** One for elsewhere; undefined where there is no such way in. */
  publicLink(): string | undefined
  close(): Promise<void>
}

const loopback = '127.0.0.1'
const closeMs = 1000

/** The page and its API: on loopback, and elsewhere only where that is asked for. */
export async function createWebServer(deps: WebServerDeps): Promise<WebServer> {
  const { db, clock, owner } = deps
  const { log, bind } = deps
  const isEverywhere = bind === '0.0.0.0' || bind === '::'
  const leaving = new AbortController()
  const underWay = followWork(deps.channel)
  let page: ReturnType<typeof createPageListener> | undefined
  let doorOf = createDoorOf(deps.publicUrl)
  // A flood from elsewhere takes no place from this machine.
  const [here, elsewhere] = [createConnections(), createConnections()]
  const serve = loadWithFirstRequest(async () => {
    const listener = await import('./page-listener.ts')
    const keep = (socket: Socket) => [here, elsewhere].forEach((connections) => connections.keep(socket))
    page = listener.createPageListener({ ...deps, doorOf, keep, underWay: underWay.progress() })
    underWay.close()
    return page.serve
  }, log)

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refuse(request, doorOf(request))
    if (refusal) answerRefusal(request, response, refusal)
    else void serve(request, response)
  }
  const server = here.createServer(answer)
  const others = bind !== undefined && !isEverywhere ? elsewhere.createServer(answer) : undefined

  try {
    const place = { host: isEverywhere ? bind : loopback, port: deps.port }
    const port = await listenFrom(server, place, deps.publicUrl !== undefined || bind !== undefined, log)
    const publicUrl =
      deps.publicUrl ?? (bind && new URL(`http://${bind.includes(':') ? `[${bind}]` : bind}:${port}`).origin)
    doorOf = createDoorOf(publicUrl)
    if (others && bind) await listenElsewhere(others, { host: bind, port }, log, leaving.signal)
    const url = `http://${loopback}:${port}/`
    return {
      port,
      url,
      publicUrl,
      link: () => linkTo(url, 'cookie'),
      publicLink: () => publicUrl && linkTo(`${publicUrl}/`, 'public'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }

  // In the fragment, which no browser sends: it reaches no log, no referrer and no prefetcher that would use it up.
  function linkTo(address: string, door: SessionKind): string {
    return `${address}#sign-in=${createLink(db, owner.id, momentOf(clock), door)}`
  }

  async function close(): Promise<void> {
    leaving.abort()
    underWay.close()
    page?.close()
    await Promise.all([server, ...(others ? [others] : [])].filter(({ listening }) => listening).map(closeServer))
  }
}

function answerRefusal(request: IncomingMessage, response: ServerResponse, { status, error }: Refusal): void {
  // Whatever body comes is not read, so the connection cannot be used again.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ error }))
  request.resume()
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), closeMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
