import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer, Api } from '../../api.ts'
import { dateOf } from '../../text/date.ts'
import type { Briefings } from '../../wire/wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { scheduleWords } from '../../words/schedule-words.ts'
import { OlderButton } from '../older-button.tsx'
import { Result } from './history-view.tsx'

/** The briefings that were told, each readable whole. */
export function Archive({ api }: { api: Pick<Api, 'briefings'> }) {
  const words = useWords(scheduleWords)
  const locale = useLocale()
  const answer = useSignal<Answer<Briefings> | undefined>(undefined)
  useEffect(() => {
    void api.briefings().then((given) => {
      answer.value = given
    })
  }, [])

  if (!answer.value) return null
  if (answer.value.status !== 'ok') return <p role="alert">{answer.value.error}</p>
  const { briefings, older } = answer.value.value
  if (briefings.length === 0) return <p class="muted">{words.noBriefing}</p>
  return (
    <>
      <ul class="runs" aria-label={words.briefings}>
        {briefings.map(({ id, name, at, result = [] }) => (
          <li key={id}>
            <Result head={`${name} · ${dateOf(at, locale)}`} blocks={result} />
          </li>
        ))}
      </ul>
      {older && (
        <OlderButton
          ask={() => api.briefings(briefings.at(-1))}
          found={(more) => {
            answer.value = { status: 'ok', value: { ...more, briefings: [...briefings, ...more.briefings] } }
          }}
        />
      )}
    </>
  )
}
