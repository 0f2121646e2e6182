import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Api, ApiResult } from '../../api.ts'
import { Blocks } from '../../text/blocks.tsx'
import { dateOf } from '../../text/format.ts'
import type { JobRun, WireJob, WireJobHistory } from '../../wire/schedule-wire.ts'
import type { WireBlock } from '../../wire/wire.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import { historyWords } from '../../words/schedule-words.ts'
import { OlderButton } from '../buttons.tsx'

/** Past and future runs. Loaded when unfolded and whenever the job changes. */
export function JobHistory({ job, story }: { job: WireJob; story: Api['job'] }) {
  const words = useWords(historyWords)
  const isOpen = useSignal(false)
  const answer = useSignal<ApiResult<WireJobHistory> | undefined>(undefined)
  useEffect(() => {
    if (!isOpen.value) return
    void story(job.id).then((result) => {
      answer.value = result
    })
  }, [isOpen.value, job])
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary aria-description={job.name}>{words.title}</summary>
      <div class="history">
        {answer.value && (
          <Story
            job={job}
            answer={answer.value}
            ask={(before) => story(job.id, before)}
            found={(value) => {
              answer.value = { status: 'ok', value }
            }}
          />
        )}
      </div>
    </details>
  )
}

interface StoryProps {
  job: WireJob
  answer: ApiResult<WireJobHistory>
  ask(before: JobRun | undefined): Promise<ApiResult<WireJobHistory>>
  found(story: WireJobHistory): void
}

function Story({ job, answer, ask, found }: StoryProps) {
  const words = useWords(historyWords)
  const locale = useLocale()
  if (answer.status !== 'ok') {
    return (
      <p class="bad" role="alert">
        {answer.error}
      </p>
    )
  }
  const { coming, runs, older } = answer.value
  return (
    <>
      {job.text !== job.name && (
        <p class="job-text" dir="auto">
          {job.text}
        </p>
      )}
      {coming.length > 0 && <p class="muted">{words.nextTimes(coming.map((at) => dateOf(at, locale)).join('; '))}</p>}
      {runs.length === 0 ? (
        <p class="muted">{words.notYet}</p>
      ) : (
        <ul class="runs" aria-label={words.runsOf(job.name)}>
          {runs.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
      {older && (
        <OlderButton ask={() => ask(runs.at(-1))} found={(page) => found({ ...page, runs: [...runs, ...page.runs] })} />
      )}
    </>
  )
}

function Run({ run: { at, state, reason, result } }: { run: JobRun }) {
  const words = useWords(historyWords)
  const textOf = useText()
  const head = words.run(dateOf(at, useLocale()), words.states[state], reason && textOf(reason))
  return <li class={state === 'failed' ? 'bad' : ''}>{result ? <RunResult head={head} blocks={result} /> : head}</li>
}

/** The result is drawn when it is unfolded. */
export function RunResult({ head, blocks }: { head: string; blocks: WireBlock[] }) {
  const isOpen = useSignal(false)
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary dir="auto">{head}</summary>
      <div class="text result">{isOpen.value && <Blocks blocks={blocks} />}</div>
    </details>
  )
}
