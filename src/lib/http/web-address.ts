import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { lazy } from '../lazy.ts'
import { truncate } from '../text/text.ts'

/** An address to fetch, and how to mention it: by its host only, because the rest may be secret. */
export interface WebAddress {
  url: URL
  /** Without brackets and without a trailing dot. */
  host: string
  port: number
  shown: string
}

export type AddressProblem = 'control characters' | 'no address' | 'protocol' | 'credentials' | 'no host'

/** Returns a problem for an address that we would not fetch. */
export function readWebAddress(text: string, base?: URL): WebAddress | { problem: AddressProblem } {
  // The URL parser silently drops some of these characters and then reads another name than a person does.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x20\x7f]/.test(text)) return { problem: 'control characters' }
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined
  if (!url) return { problem: 'no address' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'protocol' }
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === '' || host.length > MAX_HOST_CHARS) return { problem: 'no host' }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return { url, host, port, shown: truncate(host, 80) }
}

const MAX_HOST_CHARS = 253

/** An entry with a port covers that port; an entry without one covers every web port. */
export function isListed(list: ReadonlySet<string>, { host, port }: WebAddress): boolean {
  const name = host.includes(':') ? `[${host}]` : host
  const lowerCaseList = new Set(Array.from(list, (item) => item.toLowerCase()))
  return lowerCaseList.has(`${name}:${port}`) || (lowerCaseList.has(name) && isWebPort(port))
}

/**
 * Ports below 1024 belong to mail, shells and name servers, some of which would read our request as commands; nobody
 * serves feeds there. Web servers without a standard port use higher ones.
 */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || port >= 1024
}

/**
 * Whether an address belongs to the public internet: not to a local machine or network, and not reserved (see IANA's
 * special-purpose registries). Anything that is not an address is not public.
 */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !specialNetworks().check(address, 'ipv4')
  // A zone ("fe80::1%eth0") only occurs with link-local addresses.
  if (!isIPv6(address) || address.includes('%')) return false
  const embedded = embeddedAddress(address)
  if (embedded !== undefined) return isPublic(embedded)
  return assignedV6().check(address, 'ipv6') && !specialNetworks().check(address, 'ipv6')
}

/**
 * The unit that counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one
 * household.
 */
export function networkOf(address: string): string | undefined {
  const [withoutZone = ''] = address.split('%', 1)
  if (isIPv4(withoutZone)) return withoutZone
  if (!isIPv6(withoutZone)) return undefined
  const groups = groupsOf(withoutZone).slice(0, 4)
  return embeddedAddress(withoutZone) ?? `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

const specialNetworks = lazy(() => {
  const list = new BlockList()
  for (const [network, bits] of specialV4) list.addSubnet(network, bits, 'ipv4')
  for (const [network, bits] of specialV6) list.addSubnet(network, bits, 'ipv6')
  return list
})

const specialV4: [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by the customers of a provider; the metadata service of one cloud is in it.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; the metadata service of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  // Protocol assignments; the metadata service of another cloud.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Looks public, but one cloud uses it to hand secrets to its machines.
  ['168.63.129.16', 32],
]

/** All IPv6 addresses assigned so far. Private, link-local, multicast and unassigned ones are outside of it. */
const assignedV6 = lazy(() => {
  const list = new BlockList()
  list.addSubnet('2000::', 3, 'ipv6')
  return list
})

const specialV6: [network: string, bits: number][] = [
  // Protocol assignments, including Teredo.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4: it embeds an IPv4 address, and nobody runs a server there any more.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

/** The IPv4 address that an IPv6 address stands for: mapped, or behind NAT64. */
function embeddedAddress(address: string): string | undefined {
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const isTranslated = groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((group) => group === 0)
  if (!isMapped && !isTranslated) return undefined
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const before = readGroups(head)
  if (tail === undefined) return before
  const after = readGroups(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function readGroups(text: string): number[] {
  return text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)]
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
      return [(a << 8) | b, (c << 8) | d]
    })
}

/** Whether an address names this machine. Other host names do not count, because DNS may point them anywhere. */
export function isLoopbackUrl(address: string | undefined): boolean {
  return address !== undefined && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}

/** The IPv4 addresses of this machine in private networks, such as that of a home. */
export function privateNetworkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isPublic(address))
    .map(({ address }) => address)
}
