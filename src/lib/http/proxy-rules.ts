import { BlockList, isIP } from 'node:net'

/** Which proxy a request goes through; undefined for a direct connection. */
export type ProxyRules = (url: URL) => URL | undefined

interface ProxySettings {
  rules: ProxyRules
  hasProxies: boolean
  /** The passwords in the addresses of the proxies. */
  secrets: string[]
}

/** The variables name something that is no HTTP proxy. It says which one, and not the value, which may hold a password. */
export interface ProxyProblem {
  variable: string
}

/** The entries that keep this machine out of every proxy, as `NO_PROXY` spells them. */
export const loopbackEntries = 'localhost,127.0.0.1,::1'

/**
 * HTTPS_PROXY, HTTP_PROXY and NO_PROXY as curl reads them. If a variable is set in both cases, the lower case counts.
 * Loopback never goes through a proxy.
 */
export function readProxyRules(env: NodeJS.ProcessEnv): ProxySettings | ProxyProblem {
  const proxies = new Map<string, URL>()
  for (const scheme of ['https', 'http']) {
    const variable = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`].find((name) => env[name]?.trim())
    if (variable === undefined) continue
    const proxy = readProxy(env[variable]?.trim() ?? '')
    if (!proxy) return { variable }
    proxies.set(`${scheme}:`, proxy)
  }
  const exceptions = readExceptions((env.no_proxy ?? env.NO_PROXY ?? '').toLowerCase())
  return {
    rules(url) {
      const host = bareHost(url)
      return isLoopback(host) || exceptions(host, portOf(url)) ? undefined : proxies.get(url.protocol)
    },
    hasProxies: proxies.size > 0,
    secrets: [...proxies.values()].flatMap(secretsIn),
  }
}

/** Whether a host is this machine itself, by its name or address. */
export function isLoopback(host: string): boolean {
  if (isIP(host)) return loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
  return host === 'localhost' || host.endsWith('.localhost')
}

/** The host without the brackets of an IPv6 address and without a trailing dot. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Like curl, an address without a scheme is that of an HTTP proxy. */
function readProxy(text: string): URL | undefined {
  const address = text.includes('://') ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url : undefined
}

type Exceptions = (host: string, port: number) => boolean

/** Entries are `*`, hosts with their subdomains, addresses and networks; a host may have a port. */
function readExceptions(text: string): Exceptions {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  if (entries.includes('*')) return () => true
  const networks = new BlockList()
  const names: Exceptions[] = []
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/')
    const version = isIP(network)
    if (version !== 0 && bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
      networks.addSubnet(network, Number(bits), version === 6 ? 'ipv6' : 'ipv4')
    else names.push(readName(entry))
  }
  return (host, port) => {
    const version = isIP(host)
    if (version !== 0 && networks.check(host, version === 6 ? 'ipv6' : 'ipv4')) return true
    return names.some((matches) => matches(host, port))
  }
}

function readName(entry: string): Exceptions {
  const ownPort = isIP(entry) ? undefined : /:(\d+)$/.exec(entry)?.[1]
  const host = ownPort === undefined ? entry : entry.slice(0, -ownPort.length - 1)
  const name = host.replace(/^\[|\]$/g, '').replace(/^\*?\./, '')
  return (asked, port) => {
    if (ownPort !== undefined && Number(ownPort) !== port) return false
    return name !== '' && (asked === name || (!isIP(asked) && asked.endsWith(`.${name}`)))
  }
}

function secretsIn({ username, password }: URL): string[] {
  if (password === '') return []
  const [user, plain] = [decode(username), decode(password)]
  // A short password is only removed together with its user.
  return [password, plain, `${username}:${password}`, `${user}:${plain}`]
}

/** A stray percent sign stands for itself. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
