import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import type { Connected, Connection, ConnectionState, Connections } from '../../../wire/connect-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { RestartButton } from '../restart/restart-button.tsx'
import type { ConnectCalls } from './connect-calls.ts'
import { ConnectForm } from './connect-form.tsx'

export interface ConnectionCardProps {
  connection: Connection
  known: Connections
  api: Pick<Api, 'get' | 'post'>
  calls: ConnectCalls
  /** It was asked for by its address. */
  isWanted: boolean
  tell(connected: Connected): void
}

/** One thing that can be connected: how it is, and the form that changes it. */
export function ConnectionCard({ connection, known, api, calls, isWanted, tell }: ConnectionCardProps) {
  const words = useWords(connectWords)
  const { name, isSet, isWaiting } = connection
  const card = useRef<HTMLLIElement>(null)
  const isOpen = useSignal(isWanted && known.canConnect && !isSet)
  const state = useSignal<ConnectionState | undefined>(undefined)
  const said = useSignal<string[]>([])

  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (!isSet || isWaiting) return
    void calls.check(name).then((answer) => {
      if (answer.status === 'ok') state.value = answer.value
    })
  }, [isSet, isWaiting])

  return (
    <li ref={card} class="row-item connection" id={`connection-${name}`}>
      <div class="connection-head">
        <div>
          <h3 class="row-title">{words.names[name]}</h3>
          <StateLine connection={connection} state={state.value} />
        </div>
        {known.canConnect && !isOpen.value && (
          <button
            type="button"
            class="quiet"
            aria-description={words.names[name]}
            onClick={() => (isOpen.value = true)}
          >
            {isSet ? words.change : words.connect}
          </button>
        )}
      </div>
      {said.value.length > 0 && (
        <ul class="connection-said" role="status">
          {said.value.map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {isWaiting && known.canConnect && (
        <div class="connection-next row-acts">
          <RestartButton api={api} />
        </div>
      )}
      {isOpen.value && (
        <ConnectForm
          name={name}
          calls={calls}
          close={() => (isOpen.value = false)}
          done={(connected) => {
            isOpen.value = false
            said.value = connected.says
            tell(connected)
          }}
        />
      )}
    </li>
  )
}

function StateLine({ connection, state }: { connection: Connection; state: ConnectionState | undefined }) {
  const words = useWords(connectWords)
  const { isSet, isWaiting, as } = connection
  const who = as && (words.credentials[as] ?? as)
  if (isWaiting) return <p class="muted">{words.waiting(who)}</p>
  if (!isSet) return <p class="muted">{words.notConnected}</p>
  if (!state) return <p class="muted">{`${words.connected(who)}, ${words.asking}`}</p>
  return (
    <p class={state.isWell ? 'muted' : 'bad'} dir="auto">
      {state.isWell ? [words.connected(who), ...state.says].join(' · ') : words.inTrouble(state.says.join('; '))}
    </p>
  )
}
