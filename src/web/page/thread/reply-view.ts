import { button, element } from '../element.ts'
import type { Line, Replied } from '../wire.ts'

export interface ReplyActions {
  reply: (line: Replied) => void
  goTo: (line: number) => void
}

/** Makes the next message an answer to this line. */
export function drawReplyButton(said: Replied, { files = [] }: Line, { reply }: ReplyActions): HTMLButtonElement {
  const names = files.map(({ name }) => name).join(', ')
  const text = shorten(said.text) || names
  return button('Reply', { class: 'reply', 'aria-label': `Reply to ${said.who}: ${text}` }, () =>
    reply({ ...said, text }),
  )
}

/** What a line answers; pressing it leads there. */
export function drawReplied(replied: Replied | undefined, { goTo }: ReplyActions): HTMLElement[] {
  if (!replied) return []
  const made = drawRepliedText(replied, 'button')
  made.setAttribute('type', 'button')
  made.setAttribute('aria-label', `In reply to ${replied.who}: ${replied.text}`)
  made.addEventListener('click', () => goTo(replied.id))
  return [made]
}

export function drawRepliedText({ who, text }: Replied, tag: 'button' | 'div'): HTMLElement {
  return element(tag, { class: 'replied' }, who, element('span', { class: 'said', dir: 'auto' }, text))
}

/** The words of an answer that is drawn, without the heads of code. */
export function wordsOf(body: Element): string {
  const copy = element('div', {}, body.cloneNode(true))
  for (const caption of copy.querySelectorAll('figcaption')) caption.remove()
  return copy.textContent
}

const MOST_CHARS = 120

function shorten(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words.length > MOST_CHARS ? `${words.slice(0, MOST_CHARS)}…` : words
}
