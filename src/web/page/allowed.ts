import type { Answer, Api } from './api.ts'
import { button, element, part } from './element.ts'
import { drawBlock } from './thread/block-view.ts'
import type { Allowed } from './wire.ts'

/** The panel that shows what may be done without a question, and takes it back. */
export function createAllowed(api: Pick<Api, 'allowed' | 'takeBack'>): void {
  const panel = part('allowed', HTMLDialogElement)
  const body = part('allowed-body', HTMLElement)

  part('open-allowed', HTMLButtonElement).addEventListener('click', () => {
    body.replaceChildren(element('p', { class: 'muted' }, 'Reading…'))
    panel.showModal()
    void api.allowed().then(show)
  })
  part('allowed-close', HTMLButtonElement).addEventListener('click', () => panel.close())
  panel.addEventListener('click', (pressed) => pressed.target === panel && panel.close())
  // Only this: it neither closes the drawer nor stops an answer.
  panel.addEventListener('keydown', (pressed) => pressed.key === 'Escape' && pressed.stopPropagation())

  function show(answer: Answer<Allowed>): void {
    if (answer.status !== 'ok') return body.replaceChildren(element('p', { role: 'alert' }, answer.error))
    const { given, file } = answer.value
    body.replaceChildren(
      element('h3', {}, 'With "always"'),
      given.length === 0
        ? element('p', { class: 'muted' }, 'Nobody has answered a question with "always".')
        : element('ul', { class: 'allowances' }, ...given.map(drawGiven)),
      element('h3', {}, 'By the configuration'),
      ...[...new Set(file.map(({ key }) => key))].flatMap((key) => [
        element('p', { class: 'muted' }, `[${key}]; only its file changes it.`),
        ...file.filter((said) => said.key === key).map(drawRules),
      ]),
    )
  }

  function drawGiven({ id, name, words, at }: Allowed['given'][number]): HTMLElement {
    const when = new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
    const takeBack = button('Take back', { class: 'quiet' }, () => {
      takeBack.disabled = true
      void api.takeBack(id).then(show)
    })
    const what = element('div', { class: 'text' }, ...words.map(drawBlock))
    return element('li', {}, what, element('div', { class: 'muted' }, `${name}, ${when}`), takeBack)
  }
}

function drawRules({ role, rules }: Allowed['file'][number]): HTMLElement {
  return element('p', {}, `${role}: `, ...(rules.length === 0 ? ['nothing'] : rules.map(drawRule)))
}

function drawRule(rule: string): HTMLElement {
  return element('code', { class: 'rule' }, rule)
}
