import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { JobChange } from '../../api.ts'
import type { Job } from '../../wire/wire.ts'
import { commonWords } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { scheduleWords } from '../../words/schedule-words.ts'
import { viewTitles } from '../../words/view-titles.ts'
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
  const field = useRef<HTMLInputElement>(null)
  const words = useWords(scheduleWords)
  const { reading } = useWords(commonWords)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => void read(), [])
  // What was pressed may be gone with what came of it; whoever works with the keyboard is still there.
  useLayoutEffect(() => {
    if (touched.value === undefined || document.activeElement !== document.body) return
    const row = list.current?.querySelector<HTMLElement>(`[data-job="${touched.value}"]`)
    ;(row ?? field.current)?.focus({ preventScroll: row !== null })
  }, [jobs.value])

  async function read(): Promise<void> {
    const answer = await api.jobs()
    jobs.value = answer.status === 'ok' ? answer.value.jobs : []
    if (answer.status !== 'ok') note.value = { text: answer.error, isBad: true }
  }

  async function add(submitted: Event): Promise<void> {
    submitted.preventDefault()
    const typed = field.current
    if (!typed || isAdding.current || typed.value.trim() === '') return
    isAdding.current = true
    const answer = await api.addJob(typed.value.trim(), talk.open.value)
    isAdding.current = false
    if (answer.status !== 'ok') return void (note.value = { text: answer.error, isBad: true })
    typed.value = ''
    const job = answer.value.changed
    note.value = { text: job ? words.addedJob(job.name, job.when) : words.added, isBad: false }
    jobs.value = answer.value.jobs
  }

  /** The problem, to be shown beside the job; undefined when the list shows what came of it. */
  async function change(job: Job, what: JobChange, details?: object): Promise<string | undefined> {
    const answer = await api.changeJob(job.id, what, details)
    if (answer.status !== 'ok') return answer.error
    touched.value = job.id
    jobs.value = answer.value.jobs
    note.value = { text: words.changed[what](job.name), isBad: false }
    return undefined
  }

  return (
    <ViewPage name="schedule" title={words.title}>
      <form id="schedule-add" class="job-form" onSubmit={(submitted) => void add(submitted)}>
        <label for="schedule-words">{words.whatAndWhen}</label>
        <div class="row">
          <input
            id="schedule-words"
            ref={field}
            placeholder={words.example}
            maxLength={4000}
            autocomplete="off"
            dir="auto"
          />
          <button class="small" type="submit">
            {words.add}
          </button>
        </div>
      </form>
      <p id="schedule-note" class={note.value.isBad ? 'schedule-note bad' : 'schedule-note'} role="status">
        {note.value.text}
      </p>
      <ul id="jobs" ref={list} class="jobs" aria-label={words.title}>
        {!jobs.value && <li class="muted">{reading}</li>}
        {jobs.value?.length === 0 && <li class="muted">{words.nothing}</li>}
        {jobs.value?.map((job) => (
          <JobView key={job.id} job={job} change={change} story={api.job} />
        ))}
      </ul>
      <h2>{words.briefings}</h2>
      <div id="briefings">
        <Archive api={api} />
      </div>
    </ViewPage>
  )
}

export const scheduleView: View = {
  name: 'schedule',
  title: viewTitles.schedule,
  icon: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  Body: Schedule,
}
