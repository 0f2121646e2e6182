// How the HTTP traffic of this process gets through the proxy that the environment names. Three kinds of connections ask here:
//   fetch            replaced as a whole by the one of undici, because the built-in one knows no proxies before Node 24
//   createHttpClient  makes its agent here
//   createGuardedFetch opens a tunnel to an address that it has checked itself
// Everything goes through CONNECT, so that a proxy sees neither paths nor headers, and never resolves a name that we checked.
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { type ConnectionOptions, connect as secure } from 'node:tls'
import { bareHost, decode, type ProxyProblem, type ProxyRules, portOf, readProxyRules } from './proxy-rules.ts'

// Like the dispatcher of fetch, this belongs to the whole process. It is set once, before anything connects.
let rules: ProxyRules = () => undefined

/** Sends the traffic of this process through the proxies of the environment, or says why it cannot. */
export async function useProxies(env: NodeJS.ProcessEnv): Promise<ProxyProblem | undefined> {
  const read = readProxyRules(env)
  if ('variable' in read) return read
  rules = read.rules
  if (read.hasProxies) await replaceFetch()
  return undefined
}

/** The proxy for a request; undefined for a direct connection. */
export function proxyFor(url: URL): URL | undefined {
  return rules(url)
}

/** The classes that belong to fetch come with it, because each fetch only knows its own. */
async function replaceFetch(): Promise<void> {
  const { Agent, Dispatcher, install, ProxyAgent, setGlobalDispatcher } = await import('undici')
  const direct = new Agent()
  const proxies = new Map<string, InstanceType<typeof ProxyAgent>>()

  class ProxyDispatcher extends Dispatcher {
    override dispatch(...[options, handler]: Parameters<InstanceType<typeof Dispatcher>['dispatch']>): boolean {
      const proxy = proxyFor(new URL(String(options.origin)))
      if (!proxy) return direct.dispatch(options, handler)
      const agent = proxies.get(proxy.href) ?? new ProxyAgent({ uri: proxy.href, ...credentialsOf(proxy) })
      proxies.set(proxy.href, agent)
      return agent.dispatch(options, handler)
    }
  }

  setGlobalDispatcher(new ProxyDispatcher())
  install()
}

function credentialsOf(proxy: URL): { token?: string } {
  const { username, password } = proxy
  if (username === '' && password === '') return {}
  return { token: `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')}` }
}

/** Gets a connection that takes a while. */
type Connected = (error: Error | null, socket?: Socket) => void

/** The connections to one server, through the proxy if there is one for it. */
export function createAgent(url: URL, timeoutMs = CONNECT_TIMEOUT_MS): http.Agent {
  const wire = url.protocol === 'https:' ? https : http
  const agent = new wire.Agent({ keepAlive: true, keepAliveMsecs: 15_000 })
  const proxy = proxyFor(url)
  if (!proxy) return agent
  const target = { host: bareHost(url), port: portOf(url) }
  const connect = (options: ConnectionOptions, done: Connected) => {
    // Until it is handed over, the connection belongs to no request that could end it.
    const late = AbortSignal.timeout(timeoutMs)
    openTunnel(proxy, target, late)
      .then((socket) => (url.protocol === 'https:' ? encrypt(socket, options, late) : socket))
      .then(
        (socket) => done(null, socket),
        (error: Error) => done(error),
      )
  }
  return Object.assign(agent, { createConnection: connect })
}

const CONNECT_TIMEOUT_MS = 30_000

/** Resolves when the server has identified itself, so that a request counts as sent only from then on. */
function encrypt(socket: Socket, options: ConnectionOptions, late: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // Without host and port, which would open a connection of its own.
    const { servername = '' } = options
    const secured = secure({ socket, servername, ALPNProtocols: ['http/1.1'] })
    const end = () => secured.destroy(new ProxyError('ETIMEDOUT'))
    late.addEventListener('abort', end, { once: true })
    secured.once('error', reject)
    secured.once('secureConnect', () => {
      late.removeEventListener('abort', end)
      secured.off('error', reject)
      resolve(secured)
    })
  })
}

/** No connection through the proxy. The code tells it from a failure of the server behind it: `PROXY_407`. */
export class ProxyError extends Error {
  override name = 'ProxyError'
  readonly code: string

  constructor(reason: string | number) {
    super(`no connection through the proxy: ${reason}`)
    this.code = `PROXY_${reason}`
  }
}

/** A connection through the proxy to this host and port. */
export function openTunnel(
  proxy: URL,
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const { token } = credentialsOf(proxy)
    const request = (proxy.protocol === 'https:' ? https : http).request({
      host: bareHost(proxy),
      port: portOf(proxy),
      method: 'CONNECT',
      path: target,
      agent: false,
      headers: { host: target, ...(token !== undefined && { 'proxy-authorization': token }) },
      signal,
    })
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      if (statusCode !== 200) {
        socket.destroy()
        return reject(new ProxyError(statusCode))
      }
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    request.once('error', (error: NodeJS.ErrnoException) => {
      const isLate = signal.aborted && signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
      reject(new ProxyError(isLate ? 'ETIMEDOUT' : (error.code ?? error.name)))
    })
    request.end()
  })
}
