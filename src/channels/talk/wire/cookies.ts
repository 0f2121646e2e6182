/** What the server wants to have back. A session saves it from checking the password on every call. */
export interface Cookies {
  /** For the next request; undefined when there are none. */
  header(): string | undefined
  keep(answered: string[] | undefined): void
  clear(): void
}

/** More than a server ever sets; whoever sends more is not answered with all of it. */
const MOST = 20
const LONGEST = 4096

/**
 * All of them or none: the session without its two same-site companions is refused on WebDAV. They go to the one server
 * this jar belongs to, so neither domains nor paths are looked at.
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
