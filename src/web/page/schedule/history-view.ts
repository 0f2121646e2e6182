import type { Api } from '../api.ts'
import { dateOf } from '../date.ts'
import { element } from '../element.ts'
import { drawBlock } from '../thread/block-view.ts'
import type { Block, Job, JobRun } from '../wire.ts'

/** What was, and what is to come; read when somebody opens it. */
export function drawHistory(job: Job, story: Api['job']): HTMLElement {
  const body = element('div', { class: 'history' })
  const box = element('details', {}, element('summary', { 'aria-description': job.name }, 'History'), body)
  box.addEventListener('toggle', () => box.open && void read())

  async function read(): Promise<void> {
    const answer = await story(job.id)
    if (answer.status !== 'ok') return body.replaceChildren(element('p', { class: 'bad', role: 'alert' }, answer.error))
    const { coming, runs } = answer.value
    body.replaceChildren(
      ...(job.text === job.name ? [] : [element('p', { class: 'job-text', dir: 'auto' }, job.text)]),
      ...(coming.length === 0 ? [] : [element('p', { class: 'muted' }, `Comes: ${coming.map(dateOf).join('; ')}`)]),
      runs.length === 0
        ? element('p', { class: 'muted' }, 'It has not run yet.')
        : element('ul', { class: 'runs', 'aria-label': `Runs of ${job.name}` }, ...runs.map(drawRun)),
    )
  }
  return box
}

function drawRun({ at, state, reason, result }: JobRun): HTMLElement {
  const head = `${dateOf(at)} · ${runWords[state]}${reason === undefined ? '' : `: ${reason}`}`
  return element('li', { class: state === 'failed' ? 'bad' : '' }, result ? drawResult(head, result) : head)
}

/** Opens to what was said, drawn when it is. */
export function drawResult(head: string, blocks: Block[]): HTMLElement {
  const text = element('div', { class: 'text result' })
  const box = element('details', {}, element('summary', { dir: 'auto' }, head), text)
  box.addEventListener('toggle', () => box.open && text.replaceChildren(...blocks.map(drawBlock)))
  return box
}

const runWords: Record<JobRun['state'], string> = {
  queued: 'under way',
  held: 'waits for the end of the quiet hours',
  delivered: 'told',
  silent: 'nothing to report',
  failed: 'failed',
  cancelled: 'stopped',
  missed: 'missed',
  skipped: 'left out',
}
