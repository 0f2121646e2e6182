import type { Answer, Api, JobChange } from '../api.ts'
import { element, part } from '../element.ts'
import { createPanel } from '../panel.ts'
import type { Job, Jobs } from '../wire.ts'
import { createArchive } from './archive.ts'
import { drawJob } from './job-view.ts'

export interface ScheduleDeps {
  api: Pick<Api, 'jobs' | 'job' | 'briefings' | 'addJob' | 'changeJob'>
  /** The open one: what is added here is told there. */
  chat(): string
}

/** The panel of what is scheduled: add in words, see, change, and what came of it. */
export function createSchedule({ api, chat }: ScheduleDeps): void {
  const list = part('jobs', HTMLElement)
  const note = part('schedule-note', HTMLElement)
  const words = part('schedule-words', HTMLInputElement)
  const archive = createArchive(api)
  let isAdding = false

  createPanel('schedule', () => {
    say('')
    list.replaceChildren(element('li', { class: 'muted' }, 'Reading…'))
    void read()
    void archive.read()
  })
  part('schedule-add', HTMLFormElement).addEventListener('submit', (submitted) => {
    submitted.preventDefault()
    void add()
  })

  async function read(): Promise<void> {
    const answer = await api.jobs()
    if (answer.status === 'ok') return draw(answer.value.jobs)
    list.replaceChildren()
    say(answer.error, 'bad')
  }

  async function add(): Promise<void> {
    if (isAdding || words.value.trim() === '') return
    isAdding = true
    const answer = await api.addJob(words.value.trim(), chat())
    isAdding = false
    if (answer.status !== 'ok') return say(answer.error, 'bad')
    words.value = ''
    say(added(answer.value.changed))
    draw(answer.value.jobs)
  }

  /** The problem, to be shown beside the job; undefined when the list shows what came of it. */
  async function change(job: Job, what: JobChange, details?: object): Promise<string | undefined> {
    const answer: Answer<Jobs> = await api.changeJob(job.id, what, details)
    if (answer.status !== 'ok') return answer.error
    const pressed = document.activeElement?.getAttribute('data-act')
    draw(answer.value.jobs)
    say(`${changedWords[what]}: ${job.name}`)
    stay(job, pressed)
    return undefined
  }

  function draw(jobs: Job[]): void {
    list.replaceChildren(
      ...(jobs.length === 0
        ? [element('li', { class: 'muted' }, 'Nothing is scheduled.')]
        : jobs.map((job) => drawJob(job, { change, story: api.job }))),
    )
  }

  /** What was pressed is drawn anew; whoever works with the keyboard is still there. */
  function stay({ id }: Job, act: string | null | undefined): void {
    const row = list.querySelector(`[data-job="${id}"]`)
    const same = act ? row?.querySelector(`[data-act="${act}"]`) : undefined
    const next = same ?? row ?? words
    if (next instanceof HTMLElement) next.focus({ preventScroll: row !== null })
  }

  function say(text: string, kind: 'good' | 'bad' = 'good'): void {
    note.textContent = text
    note.classList.toggle('bad', kind === 'bad')
  }
}

function added(job: Job | undefined): string {
  return job ? `Scheduled, ${job.when}: ${job.name}` : 'Scheduled.'
}

const changedWords: Record<JobChange, string> = {
  run: 'Started',
  pause: 'Paused',
  resume: 'Goes on',
  remove: 'Deleted',
  done: 'Done',
  edit: 'Changed',
  snooze: 'Put off',
}
