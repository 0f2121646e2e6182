import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { WebChannel } from '../channels/web/web.ts'
import { ConfigError } from '../domain/errors.ts'
import type { Log } from '../lib/log.ts'
import { momentOf, type SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import { createLink } from '../store/people/web-sessions.ts'
import type { createPageListener } from './page-listener.ts'
import type { AllowedDoor } from './routes/allowed-api.ts'
import type { UseOfTurn, WhyOfTurn } from './routes/inspect-api.ts'
import type { OverviewOf } from './routes/overview-api.ts'
import type { OwnerJobs } from './routes/owner-jobs.ts'
import type { Search } from './routes/search-api.ts'
import { followWork } from './routes/under-way.ts'
import { createConnections } from './server/connections.ts'
import { loadWithFirstRequest } from './server/first-request.ts'
import { type Refusal, refuse } from './server/guard.ts'
import { apiHeaders } from './server/headers.ts'
import type { Uploads } from './server/uploads.ts'

export interface WebServerDeps {
  db: Database
  channel: WebChannel
  clock: SteadyClock
  log: Log
  owner: { id: number; name: string }
  brain: () => { name: string; banner?: string; trouble?: { sentence: string; until: Date } }
  uploads: Uploads
  /** Over everything the owner may read, best first. */
  search: Search
  contextUse: UseOfTurn
  why: WhyOfTurn
  allowed: AllowedDoor
  jobs: OwnerJobs
  overview: OverviewOf
  port: number
  /** Where the built page lies. */
  pageFolder?: string
}

export interface WebServer {
  port: number
  url: string
  /** A new single-use sign-in link. */
  link(): string
  close(): Promise<void>
}

const host = '127.0.0.1'
const portsToTry = 50
const closeMs = 1000

/** The local page and its API, on loopback only. */
export async function createWebServer(deps: WebServerDeps): Promise<WebServer> {
  const { db, clock, owner } = deps
  const connections = createConnections()
  const underWay = followWork(deps.channel)
  let page: ReturnType<typeof createPageListener> | undefined
  const serve = loadWithFirstRequest(async () => {
    const listener = await import('./page-listener.ts')
    page = listener.createPageListener({ ...deps, keep: connections.keep, underWay: underWay.progress() })
    underWay.close()
    return page.serve
  }, deps.log)

  const server = connections.createServer((request, response) => {
    const refusal = refuse(request, request.socket.localPort ?? 0)
    if (refusal) answerRefusal(request, response, refusal)
    else void serve(request, response)
  })

  const port = await listenFrom(server, deps).catch((error: unknown) => {
    underWay.close()
    throw error
  })
  const url = `http://${host}:${port}/`
  return {
    port,
    url,
    // In the fragment, which no browser sends: it reaches no log, no referrer and no prefetcher that would use it up.
    link: () => `${url}#sign-in=${createLink(db, owner.id, momentOf(clock))}`,
    async close() {
      underWay.close()
      page?.close()
      await closeServer(server)
    },
  }
}

function answerRefusal(request: IncomingMessage, response: ServerResponse, { status, error }: Refusal): void {
  // Whatever body comes is not read, so the connection cannot be used again.
  response.writeHead(status, { ...apiHeaders, 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ error }))
  request.resume()
}

async function listenFrom(server: Server, { port: wanted, log }: WebServerDeps): Promise<number> {
  for (let port = wanted; ; port++) {
    try {
      const bound = await listen(server, port)
      if (wanted !== 0 && bound !== wanted) log.warn({ wanted, port: bound }, 'web port taken, using the next free one')
      return bound
    } catch (error) {
      if (!isTaken(error)) throw error
      if (port < Math.min(wanted + portsToTry, 65_535)) continue
      throw new ConfigError(
        `web.port: the ports from ${wanted} to ${port} are all taken. Set web.port to a free one.`,
        {
          cause: error,
        },
      )
    }
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
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
