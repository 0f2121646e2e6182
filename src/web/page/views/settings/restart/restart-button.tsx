import { useSignal } from '@preact/signals'
import type { Api } from '../../../api.ts'
import { useWords } from '../../../words/language.ts'
import { restartWords } from '../../../words/settings/restart-words.ts'
import { AskFirst } from '../ask-first.tsx'
import { restart } from './restarting.ts'

/** Begins the daemon anew, and the page with it. */
export function RestartButton({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(restartWords)
  const isUnderWay = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)

  async function begin(): Promise<void> {
    isUnderWay.value = true
    problem.value = undefined
    const done = await restart({ api, wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) })
    // Everything that was read is of the daemon before.
    if (done.outcome === 'back') return location.reload()
    isUnderWay.value = false
    problem.value = done.outcome === 'refused' ? done.why : words.away
  }

  return (
    <>
      {isUnderWay.value ? (
        <p role="status">{words.underWay}</p>
      ) : (
        <AskFirst label={words.restart} sure={words.restartNow} press={() => void begin()} />
      )}
      {problem.value !== undefined && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
    </>
  )
}
