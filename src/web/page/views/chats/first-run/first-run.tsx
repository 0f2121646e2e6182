import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addressOf } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import type { Talk } from '../../../talk.ts'
import type { Connection, Connections } from '../../../wire/connect-wire.ts'
import { firstRunWords } from '../../../words/chats/first-run-words.ts'
import { useWords } from '../../../words/language.ts'
import { dismiss, openSteps, readGone } from './first-steps.ts'

/** What somebody new may want to do first: each step leads to its place, and goes when it is done or not wanted. */
export function FirstRun({ api, talk }: { api: Pick<Api, 'get'>; talk: Pick<Talk, 'brain' | 'chats'> }) {
  const words = useWords(firstRunWords)
  const connections = useSignal<Connection[] | undefined>(undefined)
  const gone = useSignal(readGone(localStorage))
  useEffect(() => {
    void api.get<Connections>('/api/connections').then((answer) => {
      if (answer.status === 'ok') connections.value = answer.value.connections
    })
  }, [])

  // Not before it is known: a card that goes at once would be a flicker.
  if (!connections.value) return null
  const { name, banner } = talk.brain.value
  const chats = talk.chats.list().length
  const steps = openSteps({ brain: name, connections: connections.value, chats, gone: gone.value })
  if (steps.length === 0) return null
  return (
    <ul class="first-run" aria-label={words.title}>
      {steps.map(({ step, place, isWaiting }) => (
        <li key={step}>
          <h3>{words.steps[step].title}</h3>
          <p>{isWaiting ? words.waiting : words.steps[step].about}</p>
          {step === 'brain' && banner && !isWaiting && (
            <p class="first-run-why" dir="auto">
              {banner}
            </p>
          )}
          <div class="first-run-acts">
            <a href={addressOf({ view: 'settings', part: place })} aria-description={words.steps[step].title}>
              {isWaiting ? words.see : words.steps[step].go}
            </a>
            <button
              type="button"
              class="quiet"
              aria-description={words.steps[step].title}
              onClick={() => (gone.value = dismiss(localStorage, step))}
            >
              {words.dismiss}
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}
