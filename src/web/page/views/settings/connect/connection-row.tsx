import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Api, ApiResult } from '../../../api.ts'
import type { Connected, Connection, ConnectionState } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { AskFirst } from '../../buttons.tsx'
import { RestartButton } from '../restart.tsx'

export interface FormParts {
  done(connected: Connected): void
  close(): void
}

export interface ConnectionRowProps {
  id: string
  title: string
  connection: Pick<Connection, 'isSet' | 'isWaiting' | 'as'>
  canConnect: boolean
  api: Pick<Api, 'get' | 'post'>
  check(): Promise<ApiResult<ConnectionState>>
  disconnect(): Promise<ApiResult<Connected>>
  /** The form that connects it, or changes it. */
  form(parts: FormParts): ComponentChildren
  /** The address names this connection. */
  isWanted: boolean
  onConnected(connected: Connected): void
}

/** A connection with its state, and its form when it is asked for. */
export function ConnectionRow(props: ConnectionRowProps) {
  const { id, title, connection, canConnect, api, check, disconnect, form, isWanted, onConnected } = props
  const words = useWords(connectWords)
  const { isSet, isWaiting } = connection
  const row = useRef<HTMLLIElement>(null)
  const isOpen = useSignal(isWanted && canConnect && !isSet)
  const state = useSignal<ConnectionState | undefined>(undefined)
  const results = useSignal<string[]>([])
  const problem = useSignal('')

  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    state.value = undefined
    if (!isSet || isWaiting) return
    void check().then((answer) => {
      if (answer.status === 'ok') state.value = answer.value
    })
  }, [isSet, isWaiting, connection.as])

  async function endConnection(): Promise<void> {
    const answer = await disconnect()
    problem.value = answer.status === 'ok' ? '' : answer.error
    results.value = answer.status === 'ok' ? answer.value.says : []
    if (answer.status === 'ok') onConnected(answer.value)
  }

  return (
    <li ref={row} class="row-item connection" id={id}>
      <div class="connection-head">
        <div>
          <h3 class="row-title">{title}</h3>
          <StateLine connection={connection} state={state.value} />
        </div>
        {canConnect && !isOpen.value && (
          <div class="row-acts">
            <button type="button" class="quiet" aria-description={title} onClick={() => (isOpen.value = true)}>
              {isSet ? words.change : words.connect}
            </button>
            {isSet && (
              <AskFirst label={words.disconnect} sure={words.disconnectNow(title)} press={() => void endConnection()} />
            )}
          </div>
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
      <p class="job-problem bad" role="alert">
        {problem.value}
      </p>
      {isWaiting && canConnect && (
        <div class="connection-next row-acts">
          <RestartButton api={api} />
        </div>
      )}
      {isOpen.value &&
        form({
          close: () => (isOpen.value = false),
          done(connected) {
            isOpen.value = false
            problem.value = ''
            results.value = connected.says
            onConnected(connected)
          },
        })}
    </li>
  )
}

function StateLine({
  connection,
  state,
}: {
  connection: ConnectionRowProps['connection']
  state: ConnectionState | undefined
}) {
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
