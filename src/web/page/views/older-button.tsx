import { useSignal } from '@preact/signals'
import type { Answer } from '../api.ts'
import { commonWords } from '../words/common-words.ts'
import { useWords } from '../words/language.ts'

interface OlderProps<T> {
  /** Asks for what comes before the last one that is shown. */
  ask(): Promise<Answer<T>>
  found(page: T): void
}

/** Below a list that goes on: a press for the next page of it. */
export function OlderButton<T>({ ask, found }: OlderProps<T>) {
  const words = useWords(commonWords)
  const isBusy = useSignal(false)
  const problem = useSignal('')

  async function read(): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    const answer = await ask()
    isBusy.value = false
    problem.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status === 'ok') found(answer.value)
  }

  return (
    <>
      <button type="button" class="quiet" aria-disabled={isBusy.value} onClick={() => void read()}>
        {words.older}
      </button>
      {problem.value !== '' && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
    </>
  )
}
