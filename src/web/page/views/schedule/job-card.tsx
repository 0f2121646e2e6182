import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Api, JobAction } from '../../api.ts'
import { dateOf } from '../../text/format.ts'
import type { WireJob } from '../../wire/schedule-wire.ts'
import { commonWords } from '../../words/common-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { jobWords } from '../../words/schedule-words.ts'
import { onEscape } from '../buttons.tsx'
import { JobHistory } from './job-history.tsx'

export interface JobDoings {
  /** Resolves with the error, or undefined once the list is updated. */
  change(job: WireJob, action: JobAction, details?: object): Promise<string | undefined>
  story: Api['job']
}

/** One job and its actions. */
export function JobCard({ job, change, story }: JobDoings & { job: WireJob }) {
  const words = useWords(jobWords)
  const locale = useLocale()
  const problem = useSignal('')
  const isEditing = useSignal(false)
  const edit = useRef<HTMLButtonElement>(null)

  async function act(action: JobAction, details?: object): Promise<void> {
    problem.value = ''
    const refused = await change(job, action, details)
    if (refused !== undefined) problem.value = refused
    else if (action === 'edit') close()
  }

  function close(): void {
    problem.value = ''
    isEditing.value = false
    edit.current?.focus()
  }

  const isResting = job.state === 'paused' || job.state === 'disabled'
  const press = (label: string, action: JobAction) => (
    <button type="button" class="quiet" aria-description={job.name} onClick={() => void act(action)}>
      {label}
    </button>
  )
  return (
    <li class="job" data-job={job.id} tabIndex={-1}>
      <div class="job-head">
        <strong dir="auto">{job.name}</strong>
        {job.state !== 'active' && <span class="badge">{words.states[job.state]}</span>}
        {job.isOpen && <span class="badge">{words.waitsForYou}</span>}
      </div>
      <div class="muted">{factsOf(job, words, locale)}</div>
      <div class="job-acts">
        {job.isOpen && press(words.done, 'done')}
        {press(words.runNow, 'run')}
        {/* One button for both, so that the focus stays on it. */}
        {(isResting || job.state === 'active') &&
          press(isResting ? words.resume : words.pause, isResting ? 'resume' : 'pause')}
        {job.isFromConfig ? (
          <span class="muted job-source">{words.fromConfig}</span>
        ) : (
          <>
            <button
              ref={edit}
              type="button"
              class="quiet"
              aria-description={job.name}
              onClick={() => {
                problem.value = ''
                isEditing.value = true
              }}
            >
              {words.edit}
            </button>
            <DeleteButton name={job.name} remove={() => void act('remove')} />
          </>
        )}
      </div>
      {job.isOpen && <SnoozeForm job={job} snooze={(details) => void act('snooze', details)} />}
      {isEditing.value && <EditForm job={job} save={(details) => void act('edit', details)} close={close} />}
      <p class="job-problem bad" role="status">
        {problem.value}
      </p>
      <JobHistory job={job} story={story} />
    </li>
  )
}

function factsOf(
  { kind, when, next, person, destinations }: WireJob,
  words: (typeof jobWords)['en'],
  locale: string,
): string {
  return [
    words.kindOf(words.kinds[kind], person, when),
    ...(next === undefined ? [] : [words.next(dateOf(next, locale))]),
    ...(destinations.length === 0 ? [] : [words.to(destinations.join(', '))]),
  ].join(' · ')
}

/** The second click deletes. Losing the focus cancels. */
function DeleteButton({ name, remove }: { name: string; remove: () => void }) {
  const words = useWords(jobWords)
  const isAsking = useSignal(false)
  return (
    <button
      type="button"
      class={isAsking.value ? 'quiet asking' : 'quiet'}
      aria-description={name}
      onBlur={() => (isAsking.value = false)}
      onClick={() => {
        if (isAsking.value) return remove()
        isAsking.value = true
      }}
    >
      {isAsking.value ? words.reallyDelete : words.delete}
    </button>
  )
}

/** Changes the time, the text, or both. */
function EditForm(props: { job: WireJob; save(details: object): void; close(): void }) {
  const { id, when, text } = props.job
  const time = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const words = useWords(jobWords)
  const common = useWords(commonWords)
  useLayoutEffect(() => time.current?.focus(), [])

  function save(submitted: Event): void {
    submitted.preventDefault()
    const [newTime, newText] = [time.current?.value.trim() ?? '', field.current?.value.trim() ?? '']
    props.save({ ...(newTime !== '' && { when: newTime }), ...(newText !== text.trim() && { text: newText }) })
  }

  return (
    <form class="job-form" aria-label={words.edit} onSubmit={save} onKeyDown={onEscape(props.close)}>
      <label for={`when-${id}`}>{words.newTime}</label>
      <input id={`when-${id}`} ref={time} placeholder={when} maxLength={200} autocomplete="off" />
      <label for={`text-${id}`}>{words.text}</label>
      <textarea id={`text-${id}`} ref={field} rows={3} maxLength={4000} dir="auto" defaultValue={text} />
      <div class="job-acts">
        <button type="submit" class="small">
          {common.save}
        </button>
        <button type="button" class="quiet" onClick={props.close}>
          {common.cancel}
        </button>
      </div>
    </form>
  )
}

/** Snoozes a reminder. */
function SnoozeForm({ job: { id, name }, snooze }: { job: WireJob; snooze(details: object): void }) {
  const until = useRef<HTMLInputElement>(null)
  const words = useWords(jobWords)
  return (
    <form
      class="job-form row"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        const enteredTime = until.current?.value.trim()
        if (enteredTime) snooze({ until: enteredTime })
      }}
    >
      <label for={`until-${id}`} class="hidden">
        {words.snoozePrompt(name)}
      </label>
      <input id={`until-${id}`} ref={until} maxLength={200} autocomplete="off" defaultValue={words.oneHour} />
      <button type="submit" class="small" aria-description={name}>
        {words.snooze}
      </button>
    </form>
  )
}
