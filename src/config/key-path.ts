/** A key as the file spells it, whatever names are in it: `schedules."Mondays, early".cron`. */
export function spellKey(path: readonly string[]): string {
  return path.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join('.')
}

/** The names in a key; undefined where it is none. */
export function readKey(key: string): string[] | undefined {
  const path: string[] = []
  for (let rest = key; ; ) {
    const [part, quoted] = /^(?:[\w-]+|("(?:[^"\\]|\\.)*"))(?=\.|$)/.exec(rest) ?? []
    const name = part === undefined ? undefined : quoted === undefined ? part : unquoted(quoted)
    if (part === undefined || name === undefined) return undefined
    path.push(name)
    if (part.length === rest.length) return path
    rest = rest.slice(part.length + 1)
  }
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}
