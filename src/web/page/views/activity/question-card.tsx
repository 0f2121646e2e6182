import { useSignal } from '@preact/signals'
import type { Api } from '../../api.ts'
import { Blocks } from '../../text/blocks.tsx'
import { clockOf } from '../../text/date.ts'
import type { AskedQuestion } from '../../wire/activity-wire.ts'
import { activityWords } from '../../words/activity-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import type { Act } from './act.ts'
import { PlaceLink } from './place-link.tsx'

interface CardProps {
  question: AskedQuestion
  act: Act
  api: Pick<Api, 'answerQuestion'>
}

/** A question that waits for somebody, with the exact effect; answered as by the buttons below the line that asks it. */
export function QuestionCard({ question, act, api }: CardProps) {
  const words = useWords(activityWords)
  const locale = useLocale()
  const { id, person, effect, answers, until, chat, place, line } = question
  const isPressed = useSignal(false)
  return (
    <article class="question question-card" aria-label={words.question(id)}>
      <div class="muted">
        {words.askedOf(
          id,
          person,
          <PlaceLink key="place" chat={chat} place={place} {...(line !== undefined && { line })} />,
          clockOf(until, locale),
        )}
      </div>
      <div class="text">
        <Blocks blocks={effect} />
      </div>
      <div class="answers">
        {answers.map(({ label, said }) => (
          <button
            key={said}
            type="button"
            class="answer"
            aria-description={words.question(id)}
            disabled={isPressed.value}
            onClick={() => {
              isPressed.value = true
              act(api.answerQuestion(id, said))
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </article>
  )
}
