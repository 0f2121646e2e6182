import { createHash } from 'node:crypto'

/** Where the tokens of one request were found, and what they cost in units of one plain token. */
export interface Charge {
  read: number
  written: number
  plain: number
  cost: number
}

interface Block {
  cache_control?: unknown
}

interface Body {
  tools?: Block[]
  system?: string | Block[]
  messages: { role: string; content: string | Block[] }[]
}

// An entry is found again at most this many blocks before a mark of the new request.
const lookBack = 20

/**
 * The service's prompt cache as it is documented: what lies before a mark is kept, in the order tools, system, messages,
 * and is found again only when all of it is the same byte for byte. Four bytes are a token; no least length.
 */
export function createPromptCache(): (request: string) => Charge {
  const kept = new Set<string>()

  return (request) => {
    const blocks = blocksOf(JSON.parse(request) as Body)
    const prefixes = prefixesOf(blocks.map(({ text }) => text))
    const marks = blocks.flatMap((block, at) => (block.marked ? [at] : []))
    const reusable = prefixes.map((prefix, at) => kept.has(prefix) && marks.some((mark) => near(at, mark)))
    const hit = reusable.lastIndexOf(true)
    const last = marks.at(-1) ?? -1
    for (const mark of marks) kept.add(prefixes[mark] ?? '')
    const tokens = (from: number, to: number) =>
      blocks.slice(from, to).reduce((sum, { text }) => sum + Buffer.byteLength(text) / 4, 0)
    const read = tokens(0, hit + 1)
    const written = tokens(hit + 1, last + 1)
    const plain = tokens(Math.max(hit, last) + 1, blocks.length)
    return { read, written, plain, cost: 0.1 * read + 1.25 * written + plain }
  }
}

function near(at: number, mark: number): boolean {
  return at <= mark && at > mark - lookBack
}

function blocksOf(body: Body): { text: string; marked: boolean }[] {
  const parts: [string, Block][] = [
    ...(body.tools ?? []).map((block): [string, Block] => ['tool', block]),
    ...inBlocks(body.system ?? []).map((block): [string, Block] => ['system', block]),
    ...body.messages.flatMap(({ role, content }) => inBlocks(content).map((block): [string, Block] => [role, block])),
  ]
  return parts.map(([role, { cache_control: mark, ...block }]) => ({
    text: `${role} ${JSON.stringify(block)}`,
    marked: mark !== undefined,
  }))
}

function inBlocks(content: string | Block[]): Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content } as Block] : content
}

function prefixesOf(texts: string[]): string[] {
  const hash = createHash('sha256')
  return texts.map((text) => hash.update(text).update('\0').copy().digest('hex'))
}
