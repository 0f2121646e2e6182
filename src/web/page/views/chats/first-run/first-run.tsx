import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { hrefOf } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import type { ChatClient } from '../../../chat-client.ts'
import type { Connections } from '../../../wire/settings-wire.ts'
import { connectionsOfStep } from '../../../wire/setup-wire.ts'
import { firstRunWords } from '../../../words/chats/chat-words.ts'
import { useText, useWords } from '../../../words/language.ts'
import { setupWords } from '../../../words/settings/setup-words.ts'
import { ModelWays } from '../../settings/connect/model-ways.tsx'
import { RestartButton } from '../../settings/restart.tsx'
import { dismissStep, type OpenStep, openSteps, readGone } from './first-steps.ts'

export interface FirstRunProps {
  api: Pick<Api, 'get' | 'post' | 'postStream'>
  client: Pick<ChatClient, 'brain' | 'readBrain' | 'chats'>
}

/** First steps for a new owner. Each disappears when it is done or dismissed. */
export function FirstRun({ api, client }: FirstRunProps) {
  const words = useWords(firstRunWords)
  const connections = useSignal<Connections | undefined>(undefined)
  const dismissed = useSignal(readGone(localStorage))
  useEffect(() => {
    void api.get<Connections>('/api/connections').then((answer) => {
      if (answer.status === 'ok') connections.value = answer.value
    })
  }, [])

  // Wait for the data: a card that vanishes at once would flicker.
  if (!connections.value) return null
  const { name } = client.brain.value
  const chats = client.chats.list().length
  const steps = openSteps({ brain: name, ...connections.value, chats, gone: dismissed.value })
  if (steps.length === 0) return null
  const bodyOf = ({ step, place, isWaiting }: OpenStep): ComponentChildren =>
    step === 'brain' ? (
      <FirstModel
        api={api}
        client={client}
        connections={connections.value}
        isWaiting={isWaiting}
        changed={(changed) => (connections.value = changed)}
      />
    ) : (
      <>
        <p>{isWaiting ? words.waiting : words.steps[step].about}</p>
        <div class="first-run-acts">
          <a href={hrefOf({ view: 'settings', part: place })} aria-description={words.steps[step].title}>
            {isWaiting ? words.see : words.steps[step].go}
          </a>
        </div>
      </>
    )
  return (
    <ul class="first-run" aria-label={words.title}>
      {steps.map((open) => (
        <li key={open.step} class={`first-${open.step}`}>
          <div class="first-run-head">
            <h3>{words.steps[open.step].title}</h3>
            <button
              type="button"
              class="quiet"
              aria-description={words.steps[open.step].title}
              onClick={() => (dismissed.value = dismissStep(localStorage, open.step))}
            >
              {words.dismiss}
            </button>
          </div>
          {bodyOf(open)}
        </li>
      ))}
    </ul>
  )
}

interface FirstModelProps extends FirstRunProps {
  connections: Connections | undefined
  isWaiting: boolean
  changed(connections: Connections): void
}

/** The ways to connect the first model, each with its form. */
function FirstModel({ api, client, connections, isWaiting, changed }: FirstModelProps) {
  const words = useWords(firstRunWords)
  const { elsewhere } = useWords(setupWords)
  const textOf = useText()
  const { banner } = client.brain.value
  if (isWaiting)
    return (
      <>
        <p>{words.waiting}</p>
        {connections?.canConnect && <RestartButton api={api} />}
      </>
    )
  return (
    <>
      <p>{words.steps.brain.about}</p>
      {banner && connections?.connections.some(isModel) && (
        <p class="first-run-why" dir="auto">
          {textOf(banner)}
        </p>
      )}
      {connections?.canConnect ? (
        <ModelWays
          api={api}
          hasClaude={false}
          hasOthers={false}
          wanted={undefined}
          onConnected={(connected) => {
            changed(connected)
            void client.readBrain()
          }}
        />
      ) : (
        <p>{elsewhere}</p>
      )}
    </>
  )
}

/** A model that is connected but cannot answer, which the person wants to know. */
function isModel({ name, isSet }: Connections['connections'][number]): boolean {
  return isSet && connectionsOfStep.brain.some((brain) => brain === name)
}
