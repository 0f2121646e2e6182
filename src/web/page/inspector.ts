import type { Api } from './api.ts'
import { element, part } from './element.ts'
import { drawTurn } from './inspector-view.ts'
import type { BotLine } from './wire.ts'

/** The panel that shows what the model saw for one answer. Escape closes it, and the keyboard is back where it was. */
export function createInspector(api: Pick<Api, 'turn'>) {
  const panel = part('inspector', HTMLDialogElement)
  const body = part('inspector-body', HTMLElement)
  let shown = 0

  part('inspector-close', HTMLButtonElement).addEventListener('click', () => panel.close())
  // Beside the panel is a press on the panel itself; inside, on something in it.
  panel.addEventListener('click', (pressed) => pressed.target === panel && panel.close())

  return {
    isOpen: () => panel.open,
    close: () => panel.close(),
    async show({ chat, task, at }: BotLine): Promise<void> {
      if (task === undefined) return
      const mine = ++shown
      body.replaceChildren(element('p', { class: 'muted' }, 'Reading…'))
      if (!panel.open) panel.showModal()
      const answer = await api.turn(chat, task, at)
      // Somebody may have looked at another answer meanwhile.
      if (mine !== shown) return
      body.replaceChildren(
        ...(answer.status === 'ok' ? drawTurn(answer.value) : [element('p', { role: 'alert' }, answer.error)]),
      )
      body.scrollTop = 0
    },
  }
}
