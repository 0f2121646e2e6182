import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Api, JobChange } from '../../api.ts'
import { dateOf } from '../../text/date.ts'
import type { Job } from '../../wire/wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { jobWords } from '../../words/schedule-words.ts'
import { History } from './history-view.tsx'
import { EditForm, SnoozeForm } from './job-forms.tsx'

export interface JobDoings {
  /** Resolves with the problem, or with nothing once the list shows what came of it. */
  change(job: Job, what: JobChange, details?: object): Promise<string | undefined>
  story: Api['job']
}

/** One job: what, when, and what can be done with it. */
export function JobView({ job, change, story }: JobDoings & { job: Job }) {
  const words = useWords(jobWords)
  const locale = useLocale()
  const problem = useSignal('')
  const isEditing = useSignal(false)
  const edit = useRef<HTMLButtonElement>(null)

  async function act(what: JobChange, details?: object): Promise<void> {
    problem.value = ''
    const refused = await change(job, what, details)
    if (refused !== undefined) problem.value = refused
    else if (what === 'edit') close()
  }

  function close(): void {
    problem.value = ''
    isEditing.value = false
    edit.current?.focus()
  }

  const isResting = job.state === 'paused' || job.state === 'disabled'
  const press = (label: string, what: JobChange) => (
    <button type="button" class="quiet" aria-description={job.name} onClick={() => void act(what)}>
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
        {/* One button, so that whoever works with the keyboard is still on it. */}
        {(isResting || job.state === 'active') &&
          press(isResting ? words.resume : words.pause, isResting ? 'resume' : 'pause')}
        {job.isOfFile ? (
          <span class="muted job-source">{words.ofFile}</span>
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
      <History job={job} story={story} />
    </li>
  )
}

function factsOf(
  { kind, when, next, person, destinations }: Job,
  words: (typeof jobWords)['en'],
  locale: string,
): string {
  return [
    words.kindOf(words.kinds[kind], person, when),
    ...(next === undefined ? [] : [words.next(dateOf(next, locale))]),
    ...(destinations.length === 0 ? [] : [words.to(destinations.join(', '))]),
  ].join(' · ')
}

/** Asks once, in its own place; whoever goes elsewhere has not meant it. */
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
