import { hrefOf, parsePageAddress } from '../../address.ts'
import type { Api, ApiResult } from '../../api.ts'
import { clockOf, dateOf, formatDollars, howLong } from '../../text/format.ts'
import type { WireActivity, WireDelivery, WireTask } from '../../wire/activity-wire.ts'
import type { WireRunner } from '../../wire/health-wire.ts'
import { activityWords, deliveryWords, taskWords } from '../../words/activity-words.ts'
import { howLongWords } from '../../words/common-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import { PressOnce } from '../buttons.tsx'

/** Runs an action. Its response is the new state of everything. */
export type ActivityAction = (done: Promise<ApiResult<WireActivity>>) => void

interface TaskRowProps {
  task: WireTask
  act: ActivityAction
  api: Pick<Api, 'stopTask' | 'retryTask' | 'dismissTask'>
}

/** A running or waiting task. */
export function TaskRow({ task, act, api }: TaskRowProps) {
  const words = useWords(taskWords)
  const { tryAgain } = useWords(activityWords)
  const locale = useLocale()
  const textOf = useText()
  const { doing } = task
  return (
    <li class="row-item" data-task={task.id}>
      <TaskHead task={task} badge={words.states[task.state] ?? task.state} />
      <div class="muted">
        <TaskFacts task={task} />
      </div>
      {task.reason !== undefined && (
        <div class="muted" dir="auto">
          {task.until === undefined
            ? words.reason(textOf(task.reason))
            : words.retriedAt(textOf(task.reason), clockOf(task.until, locale))}
        </div>
      )}
      {doing && <Doing doing={doing} />}
      <div class="row-acts">
        {task.state === 'interrupted' && (
          <PressOnce label={tryAgain} about={task.title} press={() => act(api.retryTask(task))} />
        )}
        {task.canStop && (
          <PressOnce
            label={task.state === 'interrupted' ? words.discard : words.stop}
            about={task.title}
            press={() => act(api.stopTask(task.id))}
          />
        )}
      </div>
    </li>
  )
}

/** A task that failed. */
export function FailedRow({ task, act, api }: TaskRowProps) {
  const words = useWords(taskWords)
  const { tryAgain, dismiss } = useWords(activityWords)
  const textOf = useText()
  return (
    <li class="row-item" data-task={task.id}>
      <TaskHead task={task} badge={words.states[task.state] ?? task.state} />
      <div class="muted">
        <TaskFacts task={task} />
      </div>
      {task.reason !== undefined && <div dir="auto">{words.reason(textOf(task.reason))}</div>}
      <div class="row-acts">
        <PressOnce label={tryAgain} about={task.title} press={() => act(api.retryTask(task))} />
        <PressOnce label={dismiss} about={task.title} press={() => act(api.dismissTask(task))} />
      </div>
    </li>
  )
}

function TaskHead({ task, badge }: { task: WireTask; badge: string }) {
  const { kinds } = useWords(taskWords)
  const isBad = hasFailed(task.state) || task.state === 'interrupted'
  return (
    <div class="job-head">
      <strong class="row-title" dir="auto">
        {task.title || kinds[task.kind] || task.kind}
      </strong>
      <span class={isBad ? 'badge bad' : 'badge'}>{badge}</span>
    </div>
  )
}

function TaskFacts({ task: { kind, chat, place, title, person, state, since, usd, id } }: { task: WireTask }) {
  const words = useWords(taskWords)
  const { ago } = useWords(activityWords)
  const long = howLong(since, useWords(howLongWords))
  const locale = useLocale()
  const facts = [
    words.kindFor(words.kinds[kind] ?? kind, person),
    <span key="since" title={dateOf(since, locale)}>
      {hasFailed(state) ? ago(long) : words.since(long)}
    </span>,
    ...(usd > 0 ? [formatDollars(usd, 2, locale)] : []),
    words.task(id),
  ]
  return (
    <>
      <ChatLink chat={chat} place={isNamedAfter(place, title) ? words.openChat : place} />
      {facts.map((fact) => [' · ', fact])}
    </>
  )
}

function Doing({ doing: { brain, steps, words } }: { doing: NonNullable<WireTask['doing']> }) {
  const labels = useWords(taskWords)
  const head = steps.at(-1) ?? (words === '' ? labels.working(brain) : labels.writing(brain))
  return (
    <div class="at-work">
      <div dir="auto">
        {head}
        {steps.length > 1 && <span class="muted">{` · ${labels.step(steps.length)}`}</span>}
      </div>
      {words !== '' && (
        <div class="muted at-work-words" dir="auto">
          {words}
        </div>
      )}
    </div>
  )
}

/** A chat of the page is titled with its first message, which the row already shows. */
function isNamedAfter(place: string, title: string): boolean {
  return title.startsWith(place.replace(/…$/, '').trim())
}

function hasFailed(state: string): boolean {
  return ['failed', 'quarantined', 'expired'].includes(state)
}

/** The chat's title, as a link if the page can show the chat. */
export function ChatLink({ chat, place, line }: { chat: string; place: string; line?: number }) {
  const isShown = parsePageAddress(`#${chat}`) !== undefined
  const channel = chat.split(':', 1)[0] ?? ''
  const name = place === chat || channel === 'web' ? place : `${place} (${channel})`
  if (!isShown) return <span dir="auto">{name}</span>
  return (
    <a href={hrefOf({ chat, ...(line !== undefined && { line }) })} dir="auto">
      {name}
    </a>
  )
}

/** A process or machine that runs models: what it does, and why it gets no work. */
export function RunnerRow({ runner: { name, says, problem } }: { runner: WireRunner }) {
  const textOf = useText()
  return (
    <li class="row-item">
      <strong class="row-title">{name}</strong>
      <div class="muted" dir="auto">
        {textOf(says)}
      </div>
      {problem !== undefined && <div dir="auto">{textOf(problem)}</div>}
    </li>
  )
}

interface DeliveryRowProps {
  delivery: WireDelivery
  act: ActivityAction
  api: Pick<Api, 'sendDraft' | 'retryTask' | 'dismissDelivery'>
}

/** A delivery that is pending, or a draft to be sent by hand. */
export function DeliveryRow({ delivery, act, api }: DeliveryRowProps) {
  const words = useWords(deliveryWords)
  const locale = useLocale()
  const { id, state, error, until, text } = delivery
  const isDraft = state === 'drafted'
  const textOf = useText()
  // For a draft, the error names the folder it was saved in.
  const reason = error === undefined ? undefined : isDraft ? words.savedIn(textOf(error)) : textOf(error)
  return (
    <li class="row-item" data-delivery={id}>
      <DeliveryHead delivery={delivery} />
      {reason && (
        <div class="muted" dir="auto">
          {isDraft
            ? reason
            : until === undefined
              ? words.reason(reason)
              : words.retriedAt(reason, clockOf(until, locale))}
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

/** A delivery that failed. It is not sent a third time, but the message can be answered again. */
export function UndeliveredRow({ delivery, act, api }: DeliveryRowProps) {
  const words = useWords(deliveryWords)
  const { dismiss } = useWords(activityWords)
  const textOf = useText()
  const { id, error, text, task } = delivery
  return (
    <li class="row-item" data-delivery={id}>
      <DeliveryHead delivery={delivery} />
      {error !== undefined && <div dir="auto">{words.reason(textOf(error))}</div>}
      <div class="row-acts">
        {task && <PressOnce label={words.answerAgain} about={text} press={() => act(api.retryTask(task))} />}
        <PressOnce label={dismiss} about={text} press={() => act(api.dismissDelivery(id))} />
      </div>
    </li>
  )
}

function DeliveryHead({ delivery }: { delivery: WireDelivery }) {
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
        <ChatLink chat={chat} place={place} line={line} />
        {` · ${words.by(channel)} · `}
        <span title={dateOf(since, locale)}>{ago(long)}</span>
        {attempt > 1 && ` · ${words.tried(attempt)}`}
      </div>
    </>
  )
}
