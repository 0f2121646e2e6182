import type { SourceBlock } from '../../domain/job.ts'
import { truncate } from '../../lib/text/text.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { BriefingBlock, Gathered, Gathering, Item, Source } from '../sources/source.ts'

export interface GatherLimits {
  /** Per block. */
  timeoutMs: number
  /** Of all items together. */
  chars: number
}

const usual: GatherLimits = { timeoutMs: 30_000, chars: 40_000 }

const LONGEST_LINE = 1200
const MOST_KEYS = 200
/** An item with an older date may have appeared only now. Items that were reported before are recognised by their keys. */
const LATE_MS = 86_400_000

/** Asks all sources at once. Each can fail by itself, and none can delay the others beyond its time limit. */
export async function gatherBlocks(
  blocks: BriefingBlock[],
  asked: Gathering & { told: ReadonlyMap<string, ReadonlySet<string>> },
  signal: AbortSignal,
  limits = usual,
): Promise<SourceBlock[]> {
  const share = Math.floor(limits.chars / Math.max(1, blocks.length))
  return await Promise.all(
    blocks.map(async (block) => {
      const { title, source, onlyNews } = block
      const gathered = await inTime(
        source,
        { ...asked, since: onlyNews ? dayBefore(asked.since) : asked.since },
        signal,
        limits.timeoutMs,
      )
      if (gathered.status === 'failed')
        return { title, trust: source.trust, lines: [], failed: withoutTitle(title, gathered.reason) }
      const { items, trust = source.trust } = gathered
      const known = onlyNews ? asked.told.get(title) : undefined
      const fresh = items.filter(({ key }) => !known?.has(key))
      const keys = items.slice(0, MOST_KEYS).map(({ key }) => key)
      return { title, trust, lines: within(fresh.map(lineOf), share), keys }
    }),
  )
}

/** The title is shown above the reason anyway, so it is removed from it. */
function withoutTitle(title: string, reason: string): string {
  return reason.startsWith(`${title}: `) ? reason.slice(title.length + 2) : reason
}

function dayBefore(since: Date | undefined): Date | undefined {
  return since && new Date(since.getTime() - LATE_MS)
}

async function inTime(source: Source, asked: Gathering, signal: AbortSignal, timeoutMs: number): Promise<Gathered> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  try {
    const late = sleep(timeoutMs, either).then(
      (): Gathered => ({ status: 'failed', reason: `nothing came within ${timeoutMs / 1000} seconds` }),
    )
    return await Promise.race([source.gather(asked, either), late])
  } catch (error) {
    return { status: 'failed', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    over.abort()
  }
}

function lineOf({ title, text, link }: Item): string {
  const said = text === undefined || text === '' ? title : `${title}: ${text}`
  return `${truncate(said.replace(/\s+/g, ' '), LONGEST_LINE)}${link === undefined ? '' : ` ${link}`}`
}

/** As many items as fit, from the first on. */
function within(lines: string[], chars: number): string[] {
  let left = chars
  const end = lines.findIndex((line) => {
    left -= line.length + 1
    return left < 0
  })
  return end < 0 ? lines : lines.slice(0, end)
}
