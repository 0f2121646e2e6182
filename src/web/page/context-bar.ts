import { element } from './element.ts'
import type { ContextUse } from './wire.ts'

/** How full the context was: a bar of what the model can read, what it was spent on, and where something happens by itself. */
export function drawUse(use: ContextUse): HTMLElement[] {
  const { tokens, window, shares, marks, next } = use
  const furthest = Math.max(1, tokens, window ?? Math.max(0, ...marks.map((mark) => mark.tokens)))
  return [
    element('p', { class: 'use-head' }, element('strong', {}, headOf(use)), ` ${sourceOf(use)}`),
    // Of how much it is a part nobody has said yet: a full bar would say that it is full.
    ...(window === undefined && marks.length === 0 ? [] : [drawBar(use, furthest)]),
    element(
      'ul',
      { class: 'use-legend' },
      ...shares.map(({ name, what, tokens: own }) =>
        element(
          'li',
          {},
          element('i', { class: `use-key use-${name}`, 'aria-hidden': 'true' }),
          element('span', { class: 'use-name' }, name === 'rest' ? 'Other' : capital(name)),
          element('span', { class: 'use-tokens' }, `${count(own)}, ${percent(own / Math.max(1, tokens))}`),
          element('span', { class: 'use-what' }, what),
        ),
      ),
      ...marks.map((mark) =>
        element(
          'li',
          {},
          element('i', { class: 'use-key use-mark-key', 'aria-hidden': 'true' }),
          element('span', { class: 'use-name' }, `From ${count(mark.tokens)} on`),
          element('span', { class: 'use-tokens' }, window === undefined ? '' : percent(mark.tokens / window)),
          element('span', { class: 'use-what' }, mark.what),
        ),
      ),
    ),
    ...next.map((sentence) => element('p', { class: 'use-next' }, sentence)),
  ]
}

/** Everything in it is said below, so it is only a picture. */
function drawBar({ shares, marks }: ContextUse, furthest: number): HTMLElement {
  const bar = element('div', { class: 'use-bar', 'aria-hidden': 'true' })
  for (const { name, tokens } of shares) {
    const share = element('i', { class: `use-${name}` })
    share.style.width = `${(tokens / furthest) * 100}%`
    bar.append(share)
  }
  for (const { tokens } of marks) {
    const mark = element('b', { class: 'use-mark' })
    mark.style.left = `${Math.min(1, tokens / furthest) * 100}%`
    bar.append(mark)
  }
  return bar
}

function headOf({ tokens, window }: ContextUse): string {
  return window === undefined
    ? `${count(tokens)} in use`
    : `${percent(tokens / window)} in use: ${number(tokens)} of ${count(window)}`
}

function sourceOf({ measured, model, brain }: ContextUse): string {
  if (!measured) return '(our own estimate: no call was counted)'
  return `(as ${[model, brain && `of ${brain}`].filter(Boolean).join(' ')} counted its last call)`
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function count(tokens: number): string {
  return `${number(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`
}

function number(amount: number): string {
  return amount.toLocaleString('en')
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
