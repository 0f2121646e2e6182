import type { Answer, Api } from './api.ts'
import { dateOf } from './date.ts'
import { button, element, part } from './element.ts'
import { createPanel } from './panel.ts'
import { drawBlock } from './thread/block-view.ts'
import type { Allowed } from './wire.ts'

/** The panel that shows what may be done without a question, and takes it back. */
export function createAllowed(api: Pick<Api, 'allowed' | 'takeBack'>): void {
  const body = part('allowed-body', HTMLElement)

  createPanel('allowed', () => {
    body.replaceChildren(element('p', { class: 'muted' }, 'Reading…'))
    void api.allowed().then(show)
  })

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
    const takeBack = button('Take back', { class: 'quiet' }, () => {
      takeBack.disabled = true
      void api.takeBack(id).then(show)
    })
    const what = element('div', { class: 'text' }, ...words.map(drawBlock))
    return element('li', {}, what, element('div', { class: 'muted' }, `${name}, ${dateOf(at)}`), takeBack)
  }
}

function drawRules({ role, rules }: Allowed['file'][number]): HTMLElement {
  return element('p', {}, `${role}: `, ...(rules.length === 0 ? ['nothing'] : rules.map(drawRule)))
}

function drawRule(rule: string): HTMLElement {
  return element('code', { class: 'rule' }, rule)
}
