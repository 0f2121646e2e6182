import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer, Api } from '../../api.ts'
import { dateOf } from '../../text/date.ts'
import type { Briefings } from '../../wire.ts'
import { Result } from './history-view.tsx'

const pageSize = 20

/** The briefings that were told, each readable whole. */
export function Archive({ api }: { api: Pick<Api, 'briefings'> }) {
  const limit = useSignal(pageSize)
  const answer = useSignal<Answer<Briefings> | undefined>(undefined)
  useEffect(() => {
    void api.briefings(limit.value).then((given) => {
      answer.value = given
    })
  }, [limit.value])

  if (!answer.value) return null
  if (answer.value.status !== 'ok') return <p role="alert">{answer.value.error}</p>
  const { briefings, older } = answer.value.value
  if (briefings.length === 0) return <p class="muted">No briefing was told yet.</p>
  return (
    <>
      <ul class="runs" aria-label="Briefings">
        {briefings.map(({ id, name, at, result = [] }) => (
          <li key={id}>
            <Result head={`${name} · ${dateOf(at)}`} blocks={result} />
          </li>
        ))}
      </ul>
      {older && (
        <button type="button" class="quiet" onClick={() => (limit.value += pageSize)}>
          Show older ones
        </button>
      )}
    </>
  )
}
