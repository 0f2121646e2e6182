import type { Api } from '../../api.ts'
import { clockOf, dateOf } from '../../text/date.ts'
import { howLong } from '../../text/how-long.ts'
import type { ActiveDelivery } from '../../wire/activity-wire.ts'
import { activityWords, deliveryWords } from '../../words/activity-words.ts'
import { howLongWords } from '../../words/how-long-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import type { Act } from './act.ts'
import { PlaceLink } from './place-link.tsx'
import { PressOnce } from './press-once.tsx'

interface RowProps {
  delivery: ActiveDelivery
  act: Act
  api: Pick<Api, 'sendDraft' | 'retryTask' | 'dismissDelivery'>
}

/** A line of ours that has not arrived yet, or that somebody is to read before it goes. */
export function DeliveryRow({ delivery, act, api }: RowProps) {
  const words = useWords(deliveryWords)
  const locale = useLocale()
  const { id, state, error, until, text } = delivery
  const isDraft = state === 'drafted'
  const textOf = useText()
  const told = error === undefined ? undefined : textOf(error)
  const why = isDraft ? told && words.lies(told) : told
  return (
    <li class="row-item" data-delivery={id}>
      <DeliveryHead delivery={delivery} />
      {why && (
        <div class="muted" dir="auto">
          {until === undefined ? why : words.triedAgain(why, clockOf(until, locale))}
        </div>
      )}
      {isDraft && (
        <div class="row-acts">
          <PressOnce label={words.send} about={text} press={() => act(api.sendDraft(id))} />
        </div>
      )}
    </li>
  )
}

/** A line of ours that never arrived. It can be read here, and answered anew; the same copy is not sent a third time. */
export function UndeliveredRow({ delivery, act, api }: RowProps) {
  const words = useWords(deliveryWords)
  const { dismiss } = useWords(activityWords)
  const textOf = useText()
  const { id, error, text, task } = delivery
  return (
    <li class="row-item" data-delivery={id}>
      <DeliveryHead delivery={delivery} />
      {error !== undefined && <div dir="auto">{textOf(error)}</div>}
      <div class="row-acts">
        {task && <PressOnce label={words.answerAgain} about={text} press={() => act(api.retryTask(task))} />}
        <PressOnce label={dismiss} about={text} press={() => act(api.dismissDelivery(id))} />
      </div>
    </li>
  )
}

function DeliveryHead({ delivery }: { delivery: ActiveDelivery }) {
  const words = useWords(deliveryWords)
  const { ago } = useWords(activityWords)
  const long = howLong(delivery.since, useWords(howLongWords))
  const locale = useLocale()
  const { chat, place, line, state, attempt, channel, since, text } = delivery
  const isBad = state === 'dead' || state === 'held'
  return (
    <>
      <div class="job-head">
        <strong class="row-title" dir="auto">
          {text || words.aFile}
        </strong>
        <span class={isBad ? 'badge bad' : 'badge'}>{words.states[state] ?? state}</span>
      </div>
      <div class="muted">
        <PlaceLink chat={chat} place={place} line={line} />
        {` · ${words.by(channel)} · `}
        <span title={dateOf(since, locale)}>{ago(long)}</span>
        {attempt > 1 && ` · ${words.tried(attempt)}`}
      </div>
    </>
  )
}
