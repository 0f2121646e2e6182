import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer, Api } from '../../api.ts'
import { Blocks } from '../../text/blocks.tsx'
import { dateOf } from '../../text/date.ts'
import type { Block, Job, JobRun, JobStory } from '../../wire.ts'

/** What was, and what is to come; read when somebody opens it, and again when the job is another one. */
export function History({ job, story }: { job: Job; story: Api['job'] }) {
  const isOpen = useSignal(false)
  const answer = useSignal<Answer<JobStory> | undefined>(undefined)
  useEffect(() => {
    if (!isOpen.value) return
    void story(job.id).then((given) => {
      answer.value = given
    })
  }, [isOpen.value, job])
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary aria-description={job.name}>History</summary>
      <div class="history">{answer.value && <Story job={job} answer={answer.value} />}</div>
    </details>
  )
}

function Story({ job, answer }: { job: Job; answer: Answer<JobStory> }) {
  if (answer.status !== 'ok') {
    return (
      <p class="bad" role="alert">
        {answer.error}
      </p>
    )
  }
  const { coming, runs } = answer.value
  return (
    <>
      {job.text !== job.name && (
        <p class="job-text" dir="auto">
          {job.text}
        </p>
      )}
      {coming.length > 0 && <p class="muted">{`Comes: ${coming.map(dateOf).join('; ')}`}</p>}
      {runs.length === 0 ? (
        <p class="muted">It has not run yet.</p>
      ) : (
        <ul class="runs" aria-label={`Runs of ${job.name}`}>
          {runs.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
    </>
  )
}

function Run({ run: { at, state, reason, result } }: { run: JobRun }) {
  const head = `${dateOf(at)} · ${runWords[state]}${reason === undefined ? '' : `: ${reason}`}`
  return <li class={state === 'failed' ? 'bad' : ''}>{result ? <Result head={head} blocks={result} /> : head}</li>
}

/** Opens to what was said, drawn when it is. */
export function Result({ head, blocks }: { head: string; blocks: Block[] }) {
  const isOpen = useSignal(false)
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary dir="auto">{head}</summary>
      <div class="text result">{isOpen.value && <Blocks blocks={blocks} />}</div>
    </details>
  )
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
