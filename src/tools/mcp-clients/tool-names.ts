import { createHash } from 'node:crypto'

/** The longest name that every provider takes. */
const LONGEST = 64

/** A name for each tool of a server, `server__tool`, in letters that every provider takes, and no name twice. */
export function toolNames(server: string, tools: readonly string[]): string[] {
  const taken = new Set<string>()
  return tools.map((tool) => {
    const plain = `${server}__${tool.replace(/[^a-zA-Z0-9_-]/g, '_')}`
    const name = plain.length <= LONGEST && !taken.has(plain) ? plain : marked(plain, tool, taken)
    taken.add(name)
    return name
  })
}

/** By its own name, so that it stays the same whatever else the server offers. */
function marked(plain: string, tool: string, taken: ReadonlySet<string>): string {
  const hash = createHash('sha256').update(tool).digest('hex')
  for (let length = 6; ; length++) {
    const name = `${plain.slice(0, LONGEST - length - 1)}_${hash.slice(0, length)}`
    if (!taken.has(name) || length === hash.length) return name
  }
}
