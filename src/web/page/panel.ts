import { part } from './element.ts'

/** A panel beside the chat: its button, Escape and a press beside it close it. It is called `name` in page.html. */
export function createPanel(name: string, opened: () => void): void {
  const panel = part(name, HTMLDialogElement)
  part(`open-${name}`, HTMLButtonElement).addEventListener('click', () => {
    panel.showModal()
    opened()
  })
  part(`${name}-close`, HTMLButtonElement).addEventListener('click', () => panel.close())
  // Beside the panel is a press on the panel itself; inside, on something in it.
  panel.addEventListener('click', (pressed) => pressed.target === panel && panel.close())
  // Only this: it neither closes the drawer nor stops an answer.
  panel.addEventListener('keydown', (pressed) => pressed.key === 'Escape' && pressed.stopPropagation())
}
