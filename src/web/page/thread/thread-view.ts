import type { Unsent } from '../compose/outgoing.ts'
import type { Draft, Thread } from '../lists/conversations.ts'
import type { Line } from '../wire.ts'
import { drawDraft, fillDraft } from './draft-view.ts'
import { drawDay, drawLine, drawUnsent, type LineActions, startOfDay, type UnsentActions } from './line-view.ts'

export interface ThreadContent {
  thread: Thread
  drafts: Draft[]
  unsent: Unsent[]
}

/** One entry of the list. It is drawn again only when its value is another one. */
interface Entry {
  key: string
  value: Line | Draft | Unsent | number
  draw: () => HTMLElement
}

export interface ThreadActions extends LineActions, UnsentActions {}

/** Draws a conversation into a list, touching only what changed. */
export function createThreadView(list: HTMLElement, actions: ThreadActions) {
  let shown = new Map<string, { value: Entry['value']; node: HTMLElement }>()

  return {
    show(content: ThreadContent): void {
      const next: typeof shown = new Map()
      let place: Element | null = list.firstElementChild
      for (const { key, value, draw } of entriesOf(content, actions)) {
        const old = shown.get(key)
        const node = old && (old.value === value || updateDraft(old.node, old.value, value)) ? old.node : draw()
        if (old && old.node !== node) {
          if (old.node === place) place = place.nextElementSibling
          old.node.remove()
        }
        if (node === place) place = place.nextElementSibling
        else list.insertBefore(node, place)
        next.set(key, { value, node })
      }
      for (const [key, { node }] of shown) if (!next.has(key)) node.remove()
      shown = next
    },
  }
}

function entriesOf({ thread, drafts, unsent }: ThreadContent, actions: ThreadActions): Entry[] {
  const entries: Entry[] = []
  let day = 0
  for (const line of thread.lines) {
    const itsDay = startOfDay(line.at)
    if (itsDay !== day) entries.push({ key: `day:${itsDay}`, value: itsDay, draw: () => drawDay(line.at) })
    day = itsDay
    entries.push({ key: `line:${line.id}`, value: line, draw: () => drawLine(line, actions) })
  }
  for (const draft of drafts) entries.push({ key: `draft:${draft.task}`, value: draft, draw: () => drawDraft(draft) })
  for (const line of unsent) entries.push({ key: line.key, value: line, draw: () => drawUnsent(line, actions) })
  return entries
}

/** A draft changes many times a second, and only at its end. */
function updateDraft(node: HTMLElement, old: Entry['value'], value: Entry['value']): boolean {
  if (!isDraft(old) || !isDraft(value)) return false
  fillDraft(node, old.blocks, value)
  return true
}

function isDraft(value: Entry['value']): value is Draft {
  return typeof value === 'object' && 'tool' in value
}
