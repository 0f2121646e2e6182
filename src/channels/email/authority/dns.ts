import { Resolver } from 'node:dns/promises'

/** Rejects with `code`: ENOTFOUND or ENODATA where there is no such record, anything else where nobody could say. */
export type DnsResolver = (name: string, type: string) => Promise<string[][]>

/** The resolver of the machine, with an end to its patience. */
export function createResolver(signal: AbortSignal): DnsResolver {
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  return (name) => resolver.resolveTxt(name)
}

/** For a name that nobody can ask for there is no record: else a mail with such a name would wait for an answer. */
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
