import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import type { Connected, Connection, ConnectionState } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { RestartButton } from '../restart.tsx'
import { ConnectForm } from './connect-form.tsx'
import type { ConnectCalls } from './sign-in-panel.tsx'

export interface ConnectionCardProps {
  connection: Connection
  canConnect: boolean
  api: Pick<Api, 'get' | 'post'>
  calls: ConnectCalls
  /** The address names this connection. */
  isWanted: boolean
  onConnected(connected: Connected): void
}

/** A connection with its state and form. */
export function ConnectionCard({ connection, canConnect, api, calls, isWanted, onConnected }: ConnectionCardProps) {
  const words = useWords(connectWords)
  const { name, isSet, isWaiting } = connection
  const card = useRef<HTMLLIElement>(null)
  const isOpen = useSignal(isWanted && canConnect && !isSet)
  const state = useSignal<ConnectionState | undefined>(undefined)
  const results = useSignal<string[]>([])

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
        {canConnect && !isOpen.value && (
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
      {results.value.length > 0 && (
        <ul class="connection-said" role="status">
          {results.value.map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {isWaiting && canConnect && (
        <div class="connection-next row-acts">
          <RestartButton api={api} />
        </div>
      )}
      {isOpen.value && (
        <ConnectForm
          name={name}
          isSet={isSet}
          calls={calls}
          close={() => (isOpen.value = false)}
          done={(connected) => {
            isOpen.value = false
            results.value = connected.says
            onConnected(connected)
          }}
        />
      )}
    </li>
  )
}

function StateLine({ connection, state }: { connection: Connection; state: ConnectionState | undefined }) {
  const words = useWords(connectWords)
  const { isSet, isWaiting, as } = connection
  const account = as && (words.credentials[as] ?? as)
  if (isWaiting) return <p class="muted">{words.waiting(account)}</p>
  if (!isSet) return <p class="muted">{words.notConnected}</p>
  if (!state) return <p class="muted">{`${words.connected(account)}, ${words.asking}`}</p>
  return (
    <p class={state.isWell ? 'muted' : 'bad'} dir="auto">
      {state.isWell ? [words.connected(account), ...state.says].join(' · ') : words.inTrouble(state.says.join('; '))}
    </p>
  )
}
