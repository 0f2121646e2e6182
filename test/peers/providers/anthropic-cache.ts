import { createHash } from 'node:crypto'
import { type AnthropicBody, blocksOf, type CountedTokens } from './anthropic-wire.ts'

/** How far back from a mark the service looks for what an earlier request wrote, in blocks. */
const LOOKBACK = 20

/**
 * The prompt cache as the service counts it: a mark writes everything up to it. A later request reads the longest of what
 * was written that is a prefix of its own, ends at one of its marks or at most 20 blocks before one.
 */
export function createPromptCache(): (body: AnthropicBody) => CountedTokens {
  const written = new Set<string>()
  return (body) => {
    const blocks = prefixesOf(body)
    const total = blocks.at(-1)?.tokens ?? 0
    const marks = blocks.flatMap((block, at) => (block.marked ? [at] : []))
    const read = Math.max(-1, ...marks.map((mark) => hitBefore(blocks, mark, written)))
    const last = marks.at(-1) ?? -1
    for (const mark of marks) written.add(blocks[mark]?.hash ?? '')
    const readTokens = blocks[read]?.tokens ?? 0
    const writtenTokens = Math.max(0, (blocks[last]?.tokens ?? 0) - readTokens)
    return {
      input_tokens: total - readTokens - writtenTokens,
      cache_read_input_tokens: readTokens,
      cache_creation_input_tokens: writtenTokens,
    }
  }
}

interface Prefix {
  /** Of everything up to here. */
  hash: string
  tokens: number
  marked: boolean
}

function hitBefore(blocks: Prefix[], mark: number, written: ReadonlySet<string>): number {
  for (let at = mark; at >= 0 && at > mark - LOOKBACK; at--) {
    if (written.has(blocks[at]?.hash ?? '')) return at
  }
  return -1
}

// On the wire tools come first, then the system prompt, then the messages. A mark is no part of what is cached.
function prefixesOf({ model, tools = [], system, messages }: AnthropicBody): Prefix[] {
  const parts = [
    ...tools.map((tool) => ({ role: 'tools', block: tool as object & { cache_control?: object } })),
    ...blocksOf(system).map((block) => ({ role: 'system', block })),
    ...messages.flatMap(({ role, content }) => blocksOf(content).map((block) => ({ role, block }))),
  ]
  let hash = model
  let chars = 0
  return parts.map(({ role, block: { cache_control, ...block } }) => {
    const text = JSON.stringify({ role, ...block })
    hash = createHash('sha1').update(hash).update(text).digest('hex')
    chars += text.length
    return { hash, tokens: Math.ceil(chars / 4), marked: cache_control !== undefined }
  })
}
