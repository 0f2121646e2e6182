import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Api, ApiResult, JobAction } from '../../api.ts'
import { dateOf } from '../../text/format.ts'
import type { Briefings, WireJob } from '../../wire/schedule-wire.ts'
import { commonWords, viewTitles } from '../../words/common-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { scheduleWords } from '../../words/schedule-words.ts'
import { OlderButton } from '../buttons.tsx'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import { JobCard } from './job-card.tsx'
import { RunResult } from './job-history.tsx'

/** The scheduled jobs and the briefings. */
function Schedule({ api, client }: ViewProps) {
  const jobs = useSignal<WireJob[] | undefined>(undefined)
  const note = useSignal({ text: '', isBad: false })
  const touched = useSignal<number | undefined>(undefined)
  const isAdding = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const words = useWords(scheduleWords)
  const title = useWords(viewTitles.schedule)
  const { reading } = useWords(commonWords)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => void read(), [])
  // The pressed button may have disappeared, so the focus moves to the job or the field.
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
    const answer = await api.addJob(typed.value.trim(), client.open.value)
    isAdding.current = false
    if (answer.status !== 'ok') return void (note.value = { text: answer.error, isBad: true })
    typed.value = ''
    const job = answer.value.changed
    note.value = { text: job ? words.addedJob(job.name, job.when) : words.added, isBad: false }
    jobs.value = answer.value.jobs
  }

  /** Resolves with the error to show beside the job, or undefined. */
  async function change(job: WireJob, action: JobAction, details?: object): Promise<string | undefined> {
    const answer = await api.changeJob(job.id, action, details)
    if (answer.status !== 'ok') return answer.error
    touched.value = job.id
    jobs.value = answer.value.jobs
    note.value = { text: words.changed[action](job.name), isBad: false }
    return undefined
  }

  return (
    <ViewPage name="schedule" title={title}>
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
      <ul id="jobs" ref={list} class="jobs" aria-label={title}>
        {!jobs.value && <li class="muted">{reading}</li>}
        {jobs.value?.length === 0 && <li class="muted">{words.nothing}</li>}
        {jobs.value?.map((job) => (
          <JobCard key={job.id} job={job} change={change} story={api.job} />
        ))}
      </ul>
      <h2>{words.briefings}</h2>
      <div id="briefings">
        <Archive api={api} />
      </div>
    </ViewPage>
  )
}

export const scheduleView: PageView = {
  name: 'schedule',
  title: viewTitles.schedule,
  icon: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  Body: Schedule,
}

/** Past briefings. */
function Archive({ api }: { api: Pick<Api, 'briefings'> }) {
  const words = useWords(scheduleWords)
  const locale = useLocale()
  const answer = useSignal<ApiResult<Briefings> | undefined>(undefined)
  useEffect(() => {
    void api.briefings().then((result) => {
      answer.value = result
    })
  }, [])

  if (!answer.value) return null
  if (answer.value.status !== 'ok') return <p role="alert">{answer.value.error}</p>
  const { briefings, older } = answer.value.value
  if (briefings.length === 0) return <p class="muted">{words.noBriefing}</p>
  return (
    <>
      <ul class="runs" aria-label={words.briefings}>
        {briefings.map(({ id, name, at, result = [] }) => (
          <li key={id}>
            <RunResult head={`${name} · ${dateOf(at, locale)}`} blocks={result} />
          </li>
        ))}
      </ul>
      {older && (
        <OlderButton
          ask={() => api.briefings(briefings.at(-1))}
          found={(page) => {
            answer.value = { status: 'ok', value: { ...page, briefings: [...briefings, ...page.briefings] } }
          }}
        />
      )}
    </>
  )
}
