import { resolveMx, resolveSrv } from 'node:dns/promises'
import type { MailServer } from '../account.ts'
import { type MailProvider, mailProviders, providerOf } from './providers.ts'

/** The servers for an address. */
export interface Servers {
  imap: MailServer
  smtp: MailServer
  /** Where this information comes from. */
  by: string
}

export interface Dns {
  mx(domain: string): Promise<{ exchange: string; priority: number }[]>
  srv(name: string): Promise<{ name: string; port: number; priority: number }[]>
}

const systemDns: Dns = { mx: resolveMx, srv: resolveSrv }

/** Providers that receive mail for other domains. */
const exchanges: [host: string, provider: string][] = [
  ['google.com', 'Gmail'],
  ['googlemail.com', 'Gmail'],
  ['mail.protection.outlook.com', 'Microsoft 365 and Outlook.com'],
  ['messagingengine.com', 'Fastmail'],
  ['mail.icloud.com', 'iCloud'],
  ['mailbox.org', 'mailbox.org'],
  ['posteo.de', 'Posteo'],
]

/** The SRV records of a domain, best first (RFC 6186, RFC 8314). */
const services = {
  imap: [
    ['_imaps._tcp', 'tls'],
    ['_imap._tcp', 'starttls'],
  ],
  smtp: [
    ['_submissions._tcp', 'tls'],
    ['_submission._tcp', 'starttls'],
  ],
} as const

/**
 * From the provider of the address, the provider of its domain's mail, or the domain's SRV records. Undefined if none
 * of them knows.
 */
export async function findServers(address: string, dns: Dns = systemDns): Promise<Servers | undefined> {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const provider = providerOf(address) ?? providerByMx((await orEmpty(dns.mx(domain))).map(({ exchange }) => exchange))
  if (provider) return { imap: provider.imap, smtp: provider.smtp, by: provider.name }
  const [imap, smtp] = [await findBySrv(domain, 'imap', dns), await findBySrv(domain, 'smtp', dns)]
  return imap && smtp && { imap, smtp, by: domain }
}

function providerByMx(hosts: string[]): MailProvider | undefined {
  const names = hosts.map((host) => `.${host.toLowerCase().replace(/\.$/, '')}`)
  const [, provider] = exchanges.find(([host]) => names.some((name) => name.endsWith(`.${host}`))) ?? []
  return mailProviders.find(({ name }) => name === provider)
}

async function findBySrv(domain: string, service: 'imap' | 'smtp', dns: Dns): Promise<MailServer | undefined> {
  for (const [label, security] of services[service]) {
    const records = await orEmpty(dns.srv(`${label}.${domain}`))
    const [best] = records.toSorted((a, b) => a.priority - b.priority)
    // A single dot means that there is no such service.
    if (best && best.name !== '' && best.name !== '.') return { host: best.name, port: best.port, security }
  }
  return undefined
}

/** A domain without records and one that does not answer are treated alike: then we ask the person. */
async function orEmpty<T>(answer: Promise<T[]>): Promise<T[]> {
  return await answer.catch(() => [])
}
