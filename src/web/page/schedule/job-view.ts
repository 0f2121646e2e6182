import type { Api, JobChange } from '../api.ts'
import { dateOf } from '../date.ts'
import { button, element } from '../element.ts'
import type { Job } from '../wire.ts'
import { drawHistory } from './history-view.ts'
import { drawEditForm, drawSnoozeForm } from './job-forms.ts'

export interface JobDoings {
  /** Resolves with the problem, or with nothing once the list shows what came of it. */
  change(job: Job, what: JobChange, details?: object): Promise<string | undefined>
  story: Api['job']
}

/** One job: what, when, and what can be done with it. */
export function drawJob(job: Job, { change, story }: JobDoings): HTMLElement {
  const problem = element('p', { class: 'job-problem bad', role: 'status' })
  const forms = element('div')

  async function act(what: JobChange, details?: object): Promise<void> {
    problem.textContent = ''
    const refused = await change(job, what, details)
    if (refused !== undefined) problem.textContent = refused
  }

  const press = (label: string, what: JobChange, name: string = what) =>
    button(label, { class: 'quiet', 'data-act': name, 'aria-description': job.name }, () => void act(what))
  const edit = button('Edit', { class: 'quiet', 'data-act': 'edit', 'aria-description': job.name }, () => {
    problem.textContent = ''
    const close = () => {
      problem.textContent = ''
      forms.replaceChildren()
      edit.focus()
    }
    forms.replaceChildren(drawEditForm(job, { save: (details) => void act('edit', details), close }))
    forms.querySelector('input')?.focus()
  })

  const isResting = job.state === 'paused' || job.state === 'disabled'
  const acts = [
    ...(job.isOpen ? [press('Done', 'done')] : []),
    press('Run now', 'run'),
    ...(job.state === 'active' ? [press('Pause', 'pause')] : []),
    ...(isResting ? [press('Resume', 'resume', 'pause')] : []),
    ...(job.isOfFile
      ? [element('span', { class: 'muted job-source' }, 'Edited in the configuration file')]
      : [edit, drawDelete(job, () => void act('remove'))]),
  ]
  return element(
    'li',
    { class: 'job', 'data-job': String(job.id), tabindex: '-1' },
    element('div', { class: 'job-head' }, element('strong', { dir: 'auto' }, job.name), ...drawBadges(job)),
    element('div', { class: 'muted' }, factsOf(job)),
    element('div', { class: 'job-acts' }, ...acts),
    ...(job.isOpen ? [drawSnoozeForm(job, (details) => void act('snooze', details))] : []),
    forms,
    problem,
    drawHistory(job, story),
  )
}

function drawBadges({ state, isOpen }: Job): HTMLElement[] {
  const words = [...(state === 'active' ? [] : [stateWords[state]]), ...(isOpen ? ['waits for you'] : [])]
  return words.map((text) => element('span', { class: 'badge' }, text))
}

const stateWords: Record<Exclude<Job['state'], 'active'>, string> = {
  paused: 'paused',
  disabled: 'switched off',
  done: 'done',
  removed: 'deleted',
}

function factsOf({ kind, when, next, person, destinations }: Job): string {
  return [
    `${kindWords[kind]} of ${person}, ${when}`,
    ...(next === undefined ? [] : [`next ${dateOf(next)}`]),
    ...(destinations.length === 0 ? [] : [`to ${destinations.join(', ')}`]),
  ].join(' · ')
}

const kindWords: Record<Job['kind'], string> = {
  reminder: 'Reminder',
  scheduled: 'Task',
  briefing: 'Briefing',
  heartbeat: 'Heartbeat',
}

/** Asks once, in its own place; whoever goes elsewhere has not meant it. */
function drawDelete({ name }: Job, remove: () => void): HTMLButtonElement {
  const made = button('Delete', { class: 'quiet', 'data-act': 'remove', 'aria-description': name }, () => {
    if (made.classList.contains('asking')) return remove()
    made.classList.add('asking')
    made.textContent = 'Really delete?'
  })
  made.addEventListener('blur', () => {
    made.classList.remove('asking')
    made.textContent = 'Delete'
  })
  return made
}
