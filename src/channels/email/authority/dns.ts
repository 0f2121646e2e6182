import { Resolver } from 'node:dns/promises'

/** Rejects with `code`: ENOTFOUND or ENODATA where there is no such record, anything else where nobody could say. */
export type DnsResolver = (name: string, type: string) => Promise<string[][]>

/** The resolver of the machine, with an end to its patience. */
export function createResolver(signal: AbortSignal): DnsResolver {
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  return (name) => resolver.resolveTxt(name)
}

export function isAbsent(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return code === 'ENOTFOUND' || code === 'ENODATA'
}
