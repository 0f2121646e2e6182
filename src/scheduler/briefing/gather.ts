import type { SourceBlock } from '../../domain/job.ts'
import { oneLine } from '../../lib/text/text.ts'
import { sleep } from '../../lib/time/timers.ts'
import { briefingMessages } from '../../messages/briefing-messages.ts'
import type { BriefingBlock, GatherRequest, GatherResult, Item, Source } from '../sources/source.ts'

export interface GatherLimits {
  /** Per block. */
  timeoutMs: number
  /** For all items together. */
  chars: number
}

const defaultLimits: GatherLimits = { timeoutMs: 30_000, chars: 40_000 }

const MAX_LINE_CHARS = 1200
const MAX_KEYS = 200
/** An item with an older date may have appeared only now. Items that were reported before are recognised by their keys. */
const LATE_ITEM_MS = 86_400_000

/** Asks all sources at once. Each can fail by itself, and none can delay the others beyond its time limit. */
export async function gatherBlocks(
  blocks: BriefingBlock[],
  request: GatherRequest & { told: ReadonlyMap<string, ReadonlySet<string>> },
  signal: AbortSignal,
  limits = defaultLimits,
): Promise<SourceBlock[]> {
  const maxCharsPerBlock = Math.floor(limits.chars / Math.max(1, blocks.length))
  return await Promise.all(
    blocks.map(async (block) => {
      const { title, source, isNewsOnly } = block
      const gathered = await gatherInTime(
        source,
        { ...request, since: isNewsOnly ? dayBefore(request.since) : request.since },
        signal,
        limits.timeoutMs,
      )
      if (gathered.status === 'failed') return { title, trust: source.trust, lines: [], failed: gathered.reason }
      const { items, trust = source.trust } = gathered
      const shownKeys = isNewsOnly ? request.told.get(title) : undefined
      const newItems = items.filter(({ key }) => !shownKeys?.has(key))
      const keys = items.slice(0, MAX_KEYS).map(({ key }) => key)
      return { title, trust, lines: takeFitting(newItems.map(describeItem), maxCharsPerBlock), keys }
    }),
  )
}

function dayBefore(since: Date | undefined): Date | undefined {
  return since && new Date(since.getTime() - LATE_ITEM_MS)
}

async function gatherInTime(
  source: Source,
  request: GatherRequest,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<GatherResult> {
  const finished = new AbortController()
  const stop = AbortSignal.any([signal, finished.signal])
  try {
    const timedOut = sleep(timeoutMs, stop).then(
      (): GatherResult => ({ status: 'failed', reason: briefingMessages.late(timeoutMs / 1000) }),
    )
    return await Promise.race([source.gather(request, stop), timedOut])
  } catch (error) {
    return { status: 'failed', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    finished.abort()
  }
}

function describeItem({ title, text, link }: Item): string {
  const titleAndText = text === undefined || text === '' ? title : `${title}: ${text}`
  return `${oneLine(titleAndText, MAX_LINE_CHARS)}${link === undefined ? '' : ` ${link}`}`
}

/** As many items as fit, from the first on. */
function takeFitting(lines: string[], chars: number): string[] {
  let charsLeft = chars
  const end = lines.findIndex((line) => {
    charsLeft -= line.length + 1
    return charsLeft < 0
  })
  return end < 0 ? lines : lines.slice(0, end)
}
