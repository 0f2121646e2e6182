import { messageReferencesIn, rewriteReferences } from '../../domain/message-reference.ts'
import { truncate } from '../../lib/text/text.ts'

/** A summary as the model reads it, in at most `limit` characters. References only help a model that can follow them. */
export function summaryText(text: string, { tools, limit }: { tools: boolean; limit?: number }): string {
  const referenced = rewriteReferences(text, () => true)
  const cut = cutSummary(referenced, limit ?? Number.POSITIVE_INFINITY)
  return tools ? cut : rewriteReferences(cut, () => false)
}

/** The summary without the notes on messages that are shown anyway. Empty if no note is left. */
export function withoutItemsOf(text: string, shown: ReadonlySet<number>): string {
  const isShown = ({ text: item }: Item) => {
    const references = messageReferencesIn(item)
    return references.length > 0 && references.every((id) => shown.has(id))
  }
  const items = itemsOf(text)
  const kept = items.filter((item) => !isShown(item))
  return kept.length === items.length ? text : renderItems(kept)
}

/** The share of the room for notes that replaced something. The rest is for the newest. */
const REPLACING_SHARE = 0.5

/**
 * As many notes as fit: first those that replaced something else, because without them an older state would look
 * current, then the newest. They stay in their order and under their headings.
 */
export function cutSummary(text: string, limit: number): string {
  if (text.length <= limit) return text
  const items = itemsOf(text)
  const newestFirst = items.toSorted(compareNewestFirst)
  const note = (kept: number) => `(${items.length - kept} older notes are left out)`
  const room = limit - note(0).length - 1
  const kept = new Set<Item>()
  const headings = new Set<Item['heading']>([undefined])
  let chars = 0
  const add = (candidates: Item[], maxChars: number) => {
    for (const item of candidates) {
      const cost = item.text.length + 1 + (headings.has(item.heading) ? 0 : (item.heading?.line.length ?? 0) + 1)
      if (kept.has(item) || chars + cost > maxChars) continue
      kept.add(item)
      headings.add(item.heading)
      chars += cost
    }
  }
  add(newestFirst.filter(isReplacing), room * REPLACING_SHARE)
  add(newestFirst, room)
  if (kept.size === 0) return truncate(newestFirst[0]?.text ?? '', limit)
  return `${renderItems(items.filter((item) => kept.has(item)))}\n${note(kept.size)}`
}

interface Item {
  heading: { line: string } | undefined
  text: string
}

function itemsOf(text: string): Item[] {
  let heading: Item['heading']
  return text.split('\n').flatMap((line): Item[] => {
    if (!line.startsWith('## ')) return line.trim() === '' ? [] : [{ heading, text: line }]
    heading = { line }
    return []
  })
}

function renderItems(items: Item[]): string {
  return items
    .flatMap(({ heading, text }, at) =>
      heading === undefined || heading === items[at - 1]?.heading ? [text] : [heading.line, text],
    )
    .join('\n')
}

function isReplacing({ text }: Item): boolean {
  return text.includes('(before: ')
}

/** By the day they name, because imported messages have new numbers. A note without a day was written by a person. */
function compareNewestFirst(a: Item, b: Item): number {
  return dayOf(b).localeCompare(dayOf(a)) || lastReference(b) - lastReference(a)
}

function dayOf({ text }: Item): string {
  return /\b\d{4}-\d\d-\d\d\b/.exec(text)?.[0] ?? '9999-99-99'
}

function lastReference({ text }: Item): number {
  return Math.max(0, ...messageReferencesIn(text))
}
