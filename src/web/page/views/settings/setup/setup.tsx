import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Api, ApiResult } from '../../../api.ts'
import { CopyButton } from '../../../text/text-controls.tsx'
import {
  connectionsOfStep,
  type ListedSetupStep,
  type SetupHello,
  type SetupState,
  type SetupStep,
} from '../../../wire/setup-wire.ts'
import { useWords } from '../../../words/language.ts'
import { setupWords } from '../../../words/settings/setup-words.ts'
import { ConnectionCard } from '../connect/connection-card.tsx'
import { connectCalls } from '../connect/sign-in-panel.tsx'
import { AnswerForm } from './answer-form.tsx'

export interface SetupProps {
  api: Pick<Api, 'get' | 'post' | 'postStream'>
  /** The step or connection that the address names. */
  wanted: string | undefined
}

/** The steps of `skein setup`, with what is done and what is still open. Each can be repeated. */
export function Setup({ api, wanted }: SetupProps) {
  const words = useWords(setupWords)
  const calls = useMemo(() => connectCalls(api), [])
  const answer = useSignal<ApiResult<SetupState> | undefined>(undefined)
  const read = () =>
    void api.get<SetupState>('/api/setup').then((result) => {
      answer.value = result
    })
  useEffect(read, [])

  const result = answer.value
  const state = result?.status === 'ok' ? result.value : undefined
  const done = state?.steps.filter(({ isDone }) => isDone).length ?? 0

  function bodyOf({ step, ...listed }: ListedSetupStep, { connections, canConnect }: SetupState): ComponentChildren {
    if (step === 'service') return <Service isDone={listed.isDone} />
    if (step !== 'brain' && step !== 'channel')
      return (
        <AnswerForm
          {...listed}
          step={step}
          api={api}
          canChange={canConnect}
          isWanted={step === wanted}
          onAnswered={(value) => (answer.value = { status: 'ok', value })}
        />
      )
    const names: readonly string[] = connectionsOfStep[step]
    return (
      <ul class="rows">
        {connections
          .filter(({ name }) => names.includes(name))
          .map((connection) => (
            <ConnectionCard
              key={connection.name}
              connection={connection}
              canConnect={canConnect}
              api={api}
              calls={calls}
              isWanted={connection.name === wanted}
              onConnected={(connected) => {
                if (state) answer.value = { status: 'ok', value: { ...state, ...connected } }
                read()
              }}
            />
          ))}
      </ul>
    )
  }

  return (
    <section aria-labelledby="setup-title" aria-busy={!result}>
      <h2 id="setup-title">{words.title}</h2>
      {result && result.status !== 'ok' && <p role="alert">{result.error}</p>}
      {state && <p class="muted">{state.canConnect ? words.about(done, state.steps.length) : words.elsewhere}</p>}
      {state && (
        <ol class="setup-steps">
          {state.steps.map((listed) => (
            <Step key={listed.step} step={listed.step} isDone={listed.isDone} isWanted={listed.step === wanted}>
              {bodyOf(listed, state)}
            </Step>
          ))}
          {state.canConnect && (
            <Step step="hello">
              <Hello api={api} />
            </Step>
          )}
        </ol>
      )}
    </section>
  )
}

interface StepProps {
  step: SetupStep | 'hello'
  isDone?: boolean
  isWanted?: boolean
  children: ComponentChildren
}

function Step({ step, isDone, isWanted, children }: StepProps) {
  const words = useWords(setupWords)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWanted) item.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <li ref={item} id={`setup-${step}`}>
      <div class="job-head">
        <h3>{words.steps[step].title}</h3>
        {isDone !== undefined && <span class="badge">{isDone ? words.done : words.open}</span>}
      </div>
      <p class="settings-note muted">{words.steps[step].about}</p>
      {children}
    </li>
  )
}

const commands = {
  installService: 'sudo npx skein service install',
  installOwnService: 'npx skein service install --user',
}

/** The page cannot install a service, because that needs more rights than the daemon has. */
function Service({ isDone }: { isDone: boolean }) {
  const words = useWords(setupWords)
  if (isDone) return <p class="settings-note">{words.isService}</p>
  return (
    <>
      {(['installService', 'installOwnService'] as const).map((which) => (
        <p key={which} class="settings-note setup-command">
          {words[which]} <code>{commands[which]}</code> <CopyButton text={commands[which]} of={words[which]} />
        </p>
      ))}
    </>
  )
}

/** Longer than the daemon's own limit. */
const HELLO_MS = 70_000

/** The last step: a message to the owner. */
function Hello({ api }: { api: Pick<Api, 'post'> }) {
  const words = useWords(setupWords)
  const isBusy = useSignal(false)
  const results = useSignal<string[]>([])

  async function write(): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    results.value = []
    const answer = await api.post<SetupHello>('/api/setup/hello', {}, HELLO_MS)
    isBusy.value = false
    results.value = answer.status === 'ok' ? answer.value.says : [answer.error]
  }

  return (
    <>
      <div class="row-acts">
        <button type="button" class="quiet" aria-disabled={isBusy.value} onClick={() => void write()}>
          {words.write}
        </button>
      </div>
      <p class="settings-note" role="status">
        {isBusy.value ? words.writing : results.value.join(' ')}
      </p>
    </>
  )
}
