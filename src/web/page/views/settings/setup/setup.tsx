import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { hrefOf } from '../../../address.ts'
import type { Api, ApiResult } from '../../../api.ts'
import { CopyButton } from '../../../text/text-controls.tsx'
import {
  type AnswerStep,
  connectionsOfStep,
  type SetupHello,
  type SetupState,
  type SetupStep,
} from '../../../wire/setup-wire.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { setupWords } from '../../../words/settings/setup-words.ts'
import { ConnectForm } from '../connect/connect-form.tsx'
import { ConnectionRow } from '../connect/connection-row.tsx'
import { connectCalls } from '../connect/sign-in-panel.tsx'
import { AnswerForm } from './answer-form.tsx'

/** The steps of `skein setup`, with what is done and what is still open. Each can be repeated. */
export interface Setup {
  state: SetupState | undefined
  problem: string | undefined
  /** Reads the state again, and shows this one until then. */
  changed(state: Partial<SetupState>): void
}

export function useSetup(api: Pick<Api, 'get'>): Setup {
  const answer = useSignal<ApiResult<SetupState> | undefined>(undefined)
  const read = () =>
    void api.get<SetupState>('/api/setup').then((result) => {
      answer.value = result
    })
  useEffect(read, [])
  const result = answer.value
  return {
    state: result?.status === 'ok' ? result.value : undefined,
    problem: result && result.status !== 'ok' ? result.error : undefined,
    changed(state) {
      const before = answer.peek()
      if (before?.status === 'ok') answer.value = { status: 'ok', value: { ...before.value, ...state } }
      read()
    },
  }
}

/** Says that the steps are loading, why they could not be loaded, or that they cannot be changed from here. */
export function SetupNote({ setup: { state, problem } }: { setup: Setup }) {
  const words = useWords(setupWords)
  const { reading } = useWords(commonWords)
  if (problem !== undefined) return <p role="alert">{problem}</p>
  if (!state)
    return (
      <p class="muted" aria-busy="true">
        {reading}
      </p>
    )
  return state.canConnect ? null : <p class="muted">{words.elsewhere}</p>
}

/** Leads to the steps that are still open. */
export function OpenSteps({ setup: { state } }: { setup: Setup }) {
  const words = useWords(setupWords)
  const open = state?.steps.filter(({ isDone }) => !isDone) ?? []
  if (!state?.canConnect || open.length === 0) return null
  return (
    <section class="open-steps" aria-labelledby="setup-title">
      <h3 id="setup-title">{words.title}</h3>
      <p class="muted">{words.about(state.steps.length - open.length, state.steps.length)}</p>
      <ul>
        {open.map(({ step }) => (
          <li key={step}>
            <a href={hrefOf({ view: 'settings', part: placeOfStep[step] })}>{words.steps[step].title}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the address of a step names. */
const placeOfStep: Record<SetupStep, string> = {
  brain: 'models',
  channel: 'channels',
  name: 'name',
  timezone: 'timezone',
  briefing: 'briefing',
  service: 'service',
}

interface StepOfSetup {
  setup: Setup
  wanted: string | undefined
}

interface ConnectionStepProps extends StepOfSetup {
  api: Pick<Api, 'get' | 'post' | 'postStream'>
}

/** The channels, each with its form. */
export function ChannelStep({ setup: { state, changed }, api, wanted }: ConnectionStepProps) {
  const words = useWords(setupWords)
  const { names } = useWords(connectWords)
  const calls = useMemo(() => connectCalls(api), [])
  if (!state) return null
  return (
    <>
      <p class="muted">{words.steps.channel.about}</p>
      <ul class="rows">
        {connectionsOfStep.channel.map((name) => {
          const connection = state.connections.find((one) => one.name === name)
          return (
            connection && (
              <ConnectionRow
                key={name}
                id={`connection-${name}`}
                title={names[name]}
                connection={connection}
                canConnect={state.canConnect}
                api={api}
                check={() => calls.check(name)}
                disconnect={() => calls.disconnect(name)}
                isWanted={name === wanted}
                onConnected={changed}
                form={(parts) => (
                  <ConnectForm {...parts} name={name} isSet={connection.isSet} saved={connection.form} calls={calls} />
                )}
              />
            )
          )
        })}
      </ul>
    </>
  )
}

interface AnswerStepProps extends StepOfSetup {
  step: AnswerStep
  api: Pick<Api, 'get' | 'post'>
}

/** A step with a single answer. */
export function AnswerStepView({ step, setup: { state, changed }, api, wanted }: AnswerStepProps) {
  const listed = state?.steps.find((one) => one.step === step)
  if (!state || !listed) return null
  return (
    <Step step={step} isDone={listed.isDone} isWanted={step === wanted}>
      <AnswerForm
        {...listed}
        step={step}
        api={api}
        canChange={state.canConnect}
        isWanted={step === wanted}
        onAnswered={changed}
      />
    </Step>
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
  const item = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) item.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section ref={item} id={`setup-${step}`} class="setup-step" aria-labelledby={`setup-${step}-title`}>
      <div class="job-head">
        <h3 id={`setup-${step}-title`}>{words.steps[step].title}</h3>
        {isDone !== undefined && <span class="badge">{isDone ? words.done : words.open}</span>}
      </div>
      <p class="settings-note muted">{words.steps[step].about}</p>
      {children}
    </section>
  )
}

/** Whether Skein starts with the machine, and how to change that. */
export function ServiceStep({ setup: { state }, wanted }: StepOfSetup) {
  const listed = state?.steps.find(({ step }) => step === 'service')
  if (!listed) return null
  return (
    <Step step="service" isDone={listed.isDone} isWanted={wanted === 'service'}>
      <Service isDone={listed.isDone} />
    </Step>
  )
}

/** The last step: a message to the owner. */
export function HelloStep({ setup: { state }, api }: { setup: Setup; api: Pick<Api, 'post'> }) {
  if (!state?.canConnect) return null
  return (
    <Step step="hello">
      <Hello api={api} />
    </Step>
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
