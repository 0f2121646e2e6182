import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Api, JobChange } from '../../api.ts'
import { dateOf } from '../../text/date.ts'
import type { Job } from '../../wire.ts'
import { History } from './history-view.tsx'
import { EditForm, SnoozeForm } from './job-forms.tsx'

export interface JobDoings {
  /** Resolves with the problem, or with nothing once the list shows what came of it. */
  change(job: Job, what: JobChange, details?: object): Promise<string | undefined>
  story: Api['job']
}

/** One job: what, when, and what can be done with it. */
export function JobView({ job, change, story }: JobDoings & { job: Job }) {
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
        {job.state !== 'active' && <span class="badge">{stateWords[job.state]}</span>}
        {job.isOpen && <span class="badge">waits for you</span>}
      </div>
      <div class="muted">{factsOf(job)}</div>
      <div class="job-acts">
        {job.isOpen && press('Done', 'done')}
        {press('Run now', 'run')}
        {/* One button, so that whoever works with the keyboard is still on it. */}
        {(isResting || job.state === 'active') && press(isResting ? 'Resume' : 'Pause', isResting ? 'resume' : 'pause')}
        {job.isOfFile ? (
          <span class="muted job-source">Edited in the configuration file</span>
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
              Edit
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
function DeleteButton({ name, remove }: { name: string; remove: () => void }) {
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
      {isAsking.value ? 'Really delete?' : 'Delete'}
    </button>
  )
}
