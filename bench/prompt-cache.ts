import { createHash } from 'node:crypto'

/** Where the tokens of one request were found, and what they cost in units of one plain token. */
export interface Charge {
  read: number
  written: number
  plain: number
  cost: number
}

interface Block {
  cache_control?: { ttl?: string }
}

interface Body {
  tools?: Block[]
  system?: string | Block[]
  messages: { role: string; content: string | Block[] }[]
}

// An entry is found again at most this many blocks before a mark of the new request.
const lookBack = 20

/** How long an entry is kept after it was last used, and what writing it costs, by what its mark says. */
const lifetimes = {
  '5m': { ms: 5 * 60_000, writing: 1.25 },
  '1h': { ms: 60 * 60_000, writing: 2 },
}

const READING = 0.1

type Lifetime = (typeof lifetimes)['5m']

/**
 * The service's prompt cache as it is documented: what lies before a mark is kept for as long as the mark says, in the order
 * tools, system, messages, and is found again only when all of it is the same byte for byte; reading it keeps it for as long
 * again. Four bytes are a token; no least length. What the CLI notes in front for the service's accounts differs with each
 * session; it is taken for no part of the prompt. `at`: when the request was made, in milliseconds.
 */
export function createPromptCache(): (request: string, at: number) => Charge {
  /** Until when each prefix is there, and for how long it stays when it is read. */
  const kept = new Map<string, { until: number; life: Lifetime }>()

  return (request, at) => {
    const blocks = blocksOf(JSON.parse(request) as Body)
    const prefixes = prefixesOf(blocks.map(({ text }) => text))
    const marks = blocks.flatMap((block, place) => (block.life ? [{ place, life: block.life }] : []))
    const isKept = (prefix: string) => (kept.get(prefix)?.until ?? 0) > at
    const hit = prefixes.findLastIndex(
      (prefix, place) => isKept(prefix) && marks.some((mark) => near(place, mark.place)),
    )
    const tokens = (from: number, to: number) =>
      blocks.slice(from, to).reduce((sum, { text }) => sum + Buffer.byteLength(text) / 4, 0)
    let end = hit + 1
    let [written, writing] = [0, 0]
    for (const { place, life } of marks) {
      const more = tokens(end, place + 1)
      written += more
      writing += more * life.writing
      end = Math.max(end, place + 1)
    }
    for (const [place, prefix] of prefixes.entries()) {
      const before = isKept(prefix) && place <= hit ? kept.get(prefix)?.life : undefined
      const life = marks.find((mark) => mark.place === place)?.life ?? before
      if (life) kept.set(prefix, { until: at + life.ms, life })
    }
    const read = tokens(0, hit + 1)
    const plain = tokens(end, blocks.length)
    return { read, written, plain, cost: READING * read + writing + plain }
  }
}

function near(at: number, mark: number): boolean {
  return at <= mark && at > mark - lookBack
}

function blocksOf(body: Body): { text: string; life: Lifetime | undefined }[] {
  const parts: [string, Block][] = [
    ...(body.tools ?? []).map((block): [string, Block] => ['tool', block]),
    ...inBlocks(body.system ?? []).map((block): [string, Block] => ['system', block]),
    ...body.messages.flatMap(({ role, content }) => inBlocks(content).map((block): [string, Block] => [role, block])),
  ]
  return parts
    .map(([role, { cache_control: mark, ...block }]) => ({
      text: `${role} ${JSON.stringify(block)}`,
      life: mark && lifetimes[mark.ttl === '1h' ? '1h' : '5m'],
    }))
    .filter(({ text }) => !text.includes('"x-anthropic-billing-header:'))
}

function inBlocks(content: string | Block[]): Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content } as Block] : content
}

function prefixesOf(texts: string[]): string[] {
  const hash = createHash('sha256')
  return texts.map((text) => hash.update(text).update('\0').copy().digest('hex'))
}
