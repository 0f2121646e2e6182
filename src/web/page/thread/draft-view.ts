import { element } from '../element.ts'
import type { Draft } from '../lists/conversations.ts'
import type { Block } from '../wire.ts'
import { drawBlock } from './block-view.ts'

/** An answer that is still being written. */
export function drawDraft(draft: Draft): HTMLElement {
  const dots = element('span', { class: 'dots' }, element('i'), element('i'), element('i'))
  const node = element(
    'li',
    { class: 'line bot draft', 'aria-busy': 'true' },
    element('div', { class: 'text' }),
    element('div', { class: 'doing' }, dots, element('span')),
  )
  fillDraft(node, [], draft)
  return node
}

/** The blocks before the first change keep their nodes, so that a selection in them survives. */
export function fillDraft(node: HTMLElement, drawn: Block[], { blocks, tool }: Draft): void {
  const [text, doing] = node.children
  if (!text || !doing?.lastElementChild) return
  const changed = blocks.findIndex((block, at) => block !== drawn[at])
  const keep = changed === -1 ? blocks.length : changed
  while (text.children.length > keep) text.lastElementChild?.remove()
  text.append(...blocks.slice(keep).map(drawBlock))
  doing.lastElementChild.textContent = tool ?? ''
}
