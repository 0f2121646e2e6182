/** Session cookies. With a session the server need not check the password on every call. */
export interface Cookies {
  /** The header for the next request; undefined if there are no cookies. */
  header(): string | undefined
  keep(answered: string[] | undefined): void
  clear(): void
}

/** More than a server ever sets. Further cookies are ignored. */
const MOST = 20
const LONGEST = 4096

/**
 * Keeps all cookies, because WebDAV refuses a session without its two same-site cookies. The jar belongs to one server,
 * so domains and paths are ignored.
 */
export function createCookies(): Cookies {
  const jar = new Map<string, string>()
  return {
    header: () => (jar.size === 0 ? undefined : [...jar].map(([name, value]) => `${name}=${value}`).join('; ')),
    keep(answered = []) {
      for (const line of answered) {
        const [pair = '', ...attributes] = line.split(';')
        const at = pair.indexOf('=')
        const name = pair.slice(0, at).trim()
        const value = pair.slice(at + 1).trim()
        if (at < 1 || line.length > LONGEST) continue
        if (value === '' || value === 'deleted' || attributes.some(isOver)) jar.delete(name)
        else if (jar.size < MOST || jar.has(name)) jar.set(name, value)
      }
    },
    clear: () => jar.clear(),
  }
}

function isOver(attribute: string): boolean {
  return /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute)
}
