import type { Api } from '../api.ts'
import { dateOf } from '../date.ts'
import { button, element, part } from '../element.ts'
import { drawResult } from './history-view.ts'

const pageSize = 20

/** The briefings that were told, each readable whole. */
export function createArchive(api: Pick<Api, 'briefings'>): { read(): Promise<void> } {
  const box = part('briefings', HTMLElement)

  async function read(limit = pageSize): Promise<void> {
    const answer = await api.briefings(limit)
    if (answer.status !== 'ok') return box.replaceChildren(element('p', { role: 'alert' }, answer.error))
    const { briefings, older } = answer.value
    const lines = briefings.map(({ name, at, result = [] }) =>
      element('li', {}, drawResult(`${name} · ${dateOf(at)}`, result)),
    )
    box.replaceChildren(
      lines.length === 0
        ? element('p', { class: 'muted' }, 'No briefing was told yet.')
        : element('ul', { class: 'runs', 'aria-label': 'Briefings' }, ...lines),
      ...(older ? [button('Show older ones', { class: 'quiet' }, () => void read(limit + pageSize))] : []),
    )
  }
  return { read }
}
