import { drawUse } from './context-bar.ts'
import { dateOf } from './date.ts'
import { element } from './element.ts'
import { copyButton } from './thread/copy-button.ts'
import type { Glimpse, LeftOut, Turn, TurnPart } from './wire.ts'

/** Draws one turn: why in sentences, how full the context was, what was in it and why, what was not, and the exact text. */
export function drawTurn(turn: Turn): HTMLElement[] {
  return [
    ...drawHead(turn),
    element('h3', {}, 'How full it was'),
    ...drawUse(turn.use),
    element('h3', {}, 'What was in it'),
    drawParts(turn.parts),
    element('h3', {}, 'What was left out'),
    ...drawLeftOut(turn.leftOut),
    element('h3', {}, 'The exact text'),
    drawText(turn.opens ? 'System prompt' : 'System prompt, as the session was opened with it', turn.system),
    drawText('Message', turn.text),
  ]
}

/** In sentences first, as /why tells it. */
function drawHead({ why, also, opens, at, tokens, budget }: Turn): HTMLElement[] {
  const session = opens ? 'opened with this turn' : 'went on with an open one'
  return [
    element('p', { class: 'turn-why', dir: 'auto' }, why.join(' ')),
    element(
      'dl',
      { class: 'turn-facts' },
      ...drawFact('Asked', dateOf(at)),
      ...drawFact('Session', session),
      ...drawFact('Of the past', `${number(tokens)} of at most ${count(budget, 'token')}`),
      ...also.flatMap((more) => drawFact('Also', more)),
    ),
  ]
}

function drawFact(name: string, value: string): HTMLElement[] {
  return [element('dt', {}, name), element('dd', {}, value)]
}

function drawParts(parts: TurnPart[]): HTMLElement {
  const most = Math.max(1, ...parts.map(({ tokens }) => tokens))
  return element(
    'ul',
    { class: 'parts' },
    ...parts.map(({ name, reason, tokens, lines }) => {
      const length = element('i')
      length.style.width = `${(tokens / most) * 100}%`
      const head = [
        element('span', { class: 'part-name' }, `${name.charAt(0).toUpperCase()}${name.slice(1)}`),
        element('span', { class: 'part-tokens' }, count(tokens, 'token')),
        element('span', { class: 'bar', 'aria-hidden': 'true' }, length),
        element('span', { class: 'part-reason', dir: 'auto' }, reason),
      ]
      return element('li', {}, drawOpening(head, lines))
    }),
  )
}

function drawLeftOut(reasons: LeftOut[]): HTMLElement[] {
  if (reasons.length === 0) return [element('p', { class: 'muted' }, 'Nothing that was near.')]
  const rows = reasons.map(({ reason, lines, more }) => {
    const head = [
      element('span', { class: 'part-name' }, count(lines.length + more, 'message')),
      element('span', { class: 'part-reason', dir: 'auto' }, reason),
    ]
    const rest = lines.length > 0 && more > 0 ? [element('p', { class: 'muted' }, `and ${number(more)} more`)] : []
    return element('li', {}, drawOpening(head, lines, rest))
  })
  return [element('ul', { class: 'parts' }, ...rows)]
}

/** Opens to its lines; what has none only stands there. */
function drawOpening(head: HTMLElement[], lines: Glimpse[], rest: HTMLElement[] = []): HTMLElement {
  if (lines.length === 0) return element('div', { class: 'part' }, ...head)
  const list = element('ol', { class: 'glimpses' }, ...lines.map(drawGlimpse))
  return element('details', {}, element('summary', { class: 'part' }, ...head), list, ...rest)
}

function drawGlimpse({ id, who, at, text }: Glimpse): HTMLElement {
  const head = element('div', { class: 'glimpse-head' }, element('bdi', {}, who), ` · ${dateOf(at)} · [${id}]`)
  return element('li', {}, head, element('div', { dir: 'auto' }, text || '(no words)'))
}

function drawText(name: string, text: string): HTMLElement {
  return element(
    'figure',
    { class: 'code prompt' },
    element('figcaption', {}, element('span', {}, name), copyButton(text, { 'aria-description': name })),
    element('pre', { role: 'region', tabindex: '0', 'aria-label': name }, element('code', {}, text)),
  )
}

function count(amount: number, what: string): string {
  return `${number(amount)} ${what}${amount === 1 ? '' : 's'}`
}

function number(amount: number): string {
  return amount.toLocaleString('en')
}
