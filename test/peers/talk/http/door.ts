import type { IncomingMessage, ServerResponse } from 'node:http'
import { sleep, untilAborted } from '../../../../src/lib/time/timers.ts'
import type { DueFaults } from '../../due-faults.ts'
import { type Identity, maintenance, notLoggedIn } from '../accounts/identity.ts'
import type { ServerState } from '../server/state.ts'
import { breakAnswer, pageOf } from './broken-answers.ts'
import type { Fault } from './faults.ts'
import { type Headers, json, jsonType, noRoute, ocsXml, Refusal, type Reply } from './reply.ts'
import { readRequest, type TalkRequest } from './request.ts'
import type { Route } from './route.ts'
import type { Seen, Traffic } from './traffic.ts'

export interface DoorDeps {
  routes: Route[]
  identify(request: TalkRequest): Identity
  claimedBy(request: TalkRequest): string
  state: ServerState
  now(): Date
  faults: DueFaults<Fault>
  traffic: Traffic
}

interface Answer {
  status: number
  headers: Headers
  body: Buffer | string | null
}

/** The HTTP face of the server: who calls, which call it is, the answer in the form that was asked for, and the faults a test asked for. */
export function createDoor(deps: DoorDeps): (request: IncomingMessage, response: ServerResponse) => void {
  const { routes, faults, traffic } = deps

  function routeOf(request: TalkRequest): { route: Route; parts: string[] } | { isKnownPath: boolean } {
    const fits = routes.filter((route) => route.path.test(request.path))
    const route = fits.find(({ method }) => method === request.method)
    if (route === undefined) return { isKnownPath: fits.length > 0 }
    return { route, parts: (route.path.exec(request.path) ?? []).slice(1).map((part) => part ?? '') }
  }

  /** What the server decides, whatever becomes of the answer. */
  async function decide(request: TalkRequest, seen: Seen): Promise<Answer> {
    const isDav = request.path.startsWith('/remote.php/')
    let cookies: string[] = []
    try {
      if (deps.state.isUnderMaintenance && request.path !== '/status.php') throw maintenance(isDav)
      if (request.path === '/status.php') return render(await statusOf(request), request, [])
      const identity = deps.identify(request)
      cookies = identity.cookies
      seen.user = identity.user?.id
      const found = routeOf(request)
      if (!('route' in found)) throw found.isKnownPath ? noMethod() : noRoute()
      const { route, parts } = found
      if (request.path.startsWith('/ocs/') && request.header('ocs-apirequest') === undefined)
        throw new Refusal(json(412, { message: 'CSRF check failed' }))
      if (identity.user === undefined && route.isPublic !== true) throw notLoggedIn(isDav)
      const { user, secret } = identity
      return render(await route.handle({ request, user, secret, parts }), request, cookies)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return render(error.reply, request, cookies)
    }
  }

  function statusOf(request: TalkRequest): Reply | Promise<Reply> {
    const found = routeOf(request)
    if (!('route' in found)) throw noRoute()
    return found.route.handle({ request, user: undefined, secret: '', parts: [] })
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const request = await readRequest(incoming, gone.signal)
    const seen = traffic.open(request)
    try {
      const found = routeOf(request)
      const who = deps.claimedBy(request)
      traffic.route(seen, 'route' in found ? found.route.name : '', who)
      const fault = faults.take(seen.route, `${seen.route}@${who}`, `*@${who}`)
      seen.fault = fault
      if (await breakAnswer('before', fault, response, undefined, gone.signal)) return
      const decided = await Promise.race([decide(request, seen), cut(response, gone.signal)])
      seen.status = decided.status
      if (await breakAnswer('after', fault, response, decided.body, gone.signal)) return
      send(response, decided)
    } finally {
      if (!response.writableEnded && !response.destroyed) await untilAborted(gone.signal)
      traffic.close(seen)
    }
  }

  /** Nothing for as long as the proxy is patient, and then its page or a cut connection. */
  async function cut(response: ServerResponse, signal: AbortSignal): Promise<Answer> {
    const { cutMs, cutsBy } = deps.state
    await (cutMs === undefined ? untilAborted(signal) : sleep(cutMs, signal))
    if (cutsBy === 'reset') response.socket?.resetAndDestroy()
    return pageOf(504)
  }

  function send(response: ServerResponse, { status, headers, body }: Answer): void {
    if (response.headersSent || response.destroyed) return
    response.writeHead(status, { ...common(deps.now()), ...headers })
    response.end(body ?? undefined)
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A client that hangs up in the middle of its own request has not called anything.
      if (response.destroyed || (request.destroyed && !request.complete)) return
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
      send(response, { status: 500, headers: { 'Content-Type': 'text/plain' }, body: `the emulator broke: ${stack}` })
    })
  }
}

function noMethod(): Refusal {
  return new Refusal({ kind: 'raw', status: 405, headers: { 'Content-type': 'text/xml; charset=UTF-8' }, body: null })
}

/** In the form that was asked for, and under the first version of OCS always with 200. */
function render(reply: Reply, request: TalkRequest, cookies: string[]): Answer {
  const set: Headers = cookies.length === 0 ? {} : { 'Set-Cookie': cookies }
  if (reply.kind === 'raw') return { status: reply.status, headers: { ...set, ...reply.headers }, body: reply.body }
  const isFirst = request.path.startsWith('/ocs/v1.php')
  const isOk = reply.status < 400
  const meta = {
    status: isOk ? 'ok' : 'failure',
    statuscode: reply.status === 401 && reply.message !== '' ? 997 : isFirst && isOk ? 100 : reply.status,
    message: isOk ? 'OK' : (reply.message ?? ''),
    ...(isFirst ? { totalitems: '', itemsperpage: '' } : {}),
  }
  const wantsJson = /json/.test(request.header('accept') ?? '') || request.query.get('format') === 'json'
  const body = wantsJson ? JSON.stringify({ ocs: { meta, data: reply.data } }) : ocsXml(meta, reply.data)
  const type = wantsJson ? jsonType : 'application/xml; charset=utf-8'
  const length = String(Buffer.byteLength(body))
  const headers = { ...set, ...reply.headers, 'Content-Type': type, 'Content-Length': length }
  return { status: isFirst ? 200 : reply.status, headers, body }
}

function common(now: Date): Headers {
  return {
    Date: now.toUTCString(),
    'X-Powered-By': 'PHP/8.2.35',
    Expires: 'Thu, 19 Nov 1981 08:52:00 GMT',
    Pragma: 'no-cache',
    'Cache-Control': 'no-cache, no-store, must-revalidate',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-Robots-Tag': 'noindex, nofollow',
    'X-XSS-Protection': '1; mode=block',
  }
}
