import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hrefOf } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import type { ChatClient } from '../../../chat-client.ts'
import type { Connection, Connections } from '../../../wire/settings-wire.ts'
import { firstRunWords } from '../../../words/chats/chat-words.ts'
import { useText, useWords } from '../../../words/language.ts'
import { dismissStep, openSteps, readGone } from './first-steps.ts'

/** First steps for a new owner. Each disappears when it is done or dismissed. */
export function FirstRun({ api, client }: { api: Pick<Api, 'get'>; client: Pick<ChatClient, 'brain' | 'chats'> }) {
  const words = useWords(firstRunWords)
  const textOf = useText()
  const connections = useSignal<Connection[] | undefined>(undefined)
  const dismissed = useSignal(readGone(localStorage))
  useEffect(() => {
    void api.get<Connections>('/api/connections').then((answer) => {
      if (answer.status === 'ok') connections.value = answer.value.connections
    })
  }, [])

  // Wait for the data: a card that vanishes at once would flicker.
  if (!connections.value) return null
  const { name, banner } = client.brain.value
  const chats = client.chats.list().length
  const steps = openSteps({ brain: name, connections: connections.value, chats, gone: dismissed.value })
  if (steps.length === 0) return null
  return (
    <ul class="first-run" aria-label={words.title}>
      {steps.map(({ step, place, isWaiting }) => (
        <li key={step}>
          <h3>{words.steps[step].title}</h3>
          <p>{isWaiting ? words.waiting : words.steps[step].about}</p>
          {step === 'brain' && banner && !isWaiting && (
            <p class="first-run-why" dir="auto">
              {textOf(banner)}
            </p>
          )}
          <div class="first-run-acts">
            <a href={hrefOf({ view: 'settings', part: place })} aria-description={words.steps[step].title}>
              {isWaiting ? words.see : words.steps[step].go}
            </a>
            <button
              type="button"
              class="quiet"
              aria-description={words.steps[step].title}
              onClick={() => (dismissed.value = dismissStep(localStorage, step))}
            >
              {words.dismiss}
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}
