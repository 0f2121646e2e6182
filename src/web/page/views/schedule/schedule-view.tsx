import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { JobChange } from '../../api.ts'
import type { Job } from '../../wire.ts'
import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'
import { Archive } from './archive.tsx'
import { JobView } from './job-view.tsx'

/** What is scheduled: add in words, see, change, and what came of it. */
function Schedule({ api, talk }: ViewProps) {
  const jobs = useSignal<Job[] | undefined>(undefined)
  const note = useSignal({ text: '', isBad: false })
  const touched = useSignal<number | undefined>(undefined)
  const isAdding = useRef(false)
  const words = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => void read(), [])
  // What was pressed may be gone with what came of it; whoever works with the keyboard is still there.
  useLayoutEffect(() => {
    if (touched.value === undefined || document.activeElement !== document.body) return
    const row = list.current?.querySelector<HTMLElement>(`[data-job="${touched.value}"]`)
    ;(row ?? words.current)?.focus({ preventScroll: row !== null })
  }, [jobs.value])

  async function read(): Promise<void> {
    const answer = await api.jobs()
    jobs.value = answer.status === 'ok' ? answer.value.jobs : []
    if (answer.status !== 'ok') note.value = { text: answer.error, isBad: true }
  }

  async function add(submitted: Event): Promise<void> {
    submitted.preventDefault()
    const field = words.current
    if (!field || isAdding.current || field.value.trim() === '') return
    isAdding.current = true
    const answer = await api.addJob(field.value.trim(), talk.open.value)
    isAdding.current = false
    if (answer.status !== 'ok') return void (note.value = { text: answer.error, isBad: true })
    field.value = ''
    note.value = { text: added(answer.value.changed), isBad: false }
    jobs.value = answer.value.jobs
  }

  /** The problem, to be shown beside the job; undefined when the list shows what came of it. */
  async function change(job: Job, what: JobChange, details?: object): Promise<string | undefined> {
    const answer = await api.changeJob(job.id, what, details)
    if (answer.status !== 'ok') return answer.error
    touched.value = job.id
    jobs.value = answer.value.jobs
    note.value = { text: `${changedWords[what]}: ${job.name}`, isBad: false }
    return undefined
  }

  return (
    <ViewPage name="schedule" title="Scheduled">
      <form id="schedule-add" class="job-form" onSubmit={(submitted) => void add(submitted)}>
        <label for="schedule-words">What, and when</label>
        <div class="row">
          <input
            id="schedule-words"
            ref={words}
            placeholder="Remind me on Friday at nine to call Ana"
            maxLength={4000}
            autocomplete="off"
            dir="auto"
          />
          <button class="small" type="submit">
            Add
          </button>
        </div>
      </form>
      <p id="schedule-note" class={note.value.isBad ? 'schedule-note bad' : 'schedule-note'} role="status">
        {note.value.text}
      </p>
      <ul id="jobs" ref={list} class="jobs" aria-label="Scheduled">
        {!jobs.value && <li class="muted">Reading…</li>}
        {jobs.value?.length === 0 && <li class="muted">Nothing is scheduled.</li>}
        {jobs.value?.map((job) => (
          <JobView key={job.id} job={job} change={change} story={api.job} />
        ))}
      </ul>
      <h2>Briefings</h2>
      <div id="briefings">
        <Archive api={api} />
      </div>
    </ViewPage>
  )
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

export const scheduleView: View = {
  name: 'schedule',
  title: 'Schedule',
  icon: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  Body: Schedule,
}
