import { Resolver } from 'node:dns/promises'

/**
 * Rejects with the `code` ENOTFOUND or ENODATA if the record does not exist, and with another code if DNS does not
 * answer.
 */
export type DnsResolver = (name: string, type: string) => Promise<string[][]>

/** The resolver of this machine, with a time limit. */
export function createResolver(signal: AbortSignal): DnsResolver {
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  return (name) => resolver.resolveTxt(name)
}

/** Answers "no such record" for invalid names. Otherwise a mail with such a name would wait for a DNS answer. */
export function withoutBadNames(resolve: DnsResolver): DnsResolver {
  return async (name, type) => {
    const isName = name.length <= 253 && name.split('.').every((label) => label.length > 0 && label.length <= 63)
    if (!isName) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    return await resolve(name, type)
  }
}

export function isAbsent(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return code === 'ENOTFOUND' || code === 'ENODATA'
}
