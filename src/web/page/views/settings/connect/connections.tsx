import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Answer, Api } from '../../../api.ts'
import type { Connections as Known } from '../../../wire/connect-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { connectCalls } from './connect-calls.ts'
import { ConnectionCard } from './connection-card.tsx'

/** Whatever Skein works with: which brain answers, and where it can be spoken to. */
export function Connections({ api, wanted }: { api: Pick<Api, 'get' | 'post' | 'told'>; wanted: string | undefined }) {
  const words = useWords(connectWords)
  const calls = useMemo(() => connectCalls(api), [])
  const answer = useSignal<Answer<Known> | undefined>(undefined)
  useEffect(() => {
    void calls.list().then((given) => {
      answer.value = given
    })
  }, [])

  const given = answer.value
  return (
    <section aria-labelledby="connections-title">
      <h2 id="connections-title">{words.title}</h2>
      {given && given.status !== 'ok' && <p role="alert">{given.error}</p>}
      {given?.status === 'ok' && !given.value.canConnect && <p class="muted">{words.elsewhere}</p>}
      {given?.status === 'ok' && (
        <ul class="rows">
          {given.value.connections.map((connection) => (
            <ConnectionCard
              key={connection.name}
              connection={connection}
              known={given.value}
              api={api}
              calls={calls}
              isWanted={connection.name === wanted}
              tell={(connected) => {
                answer.value = { status: 'ok', value: connected }
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
