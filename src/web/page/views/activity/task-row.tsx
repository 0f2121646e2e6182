import type { Api } from '../../api.ts'
import { clockOf, dateOf } from '../../text/date.ts'
import { howLong } from '../../text/how-long.ts'
import { dollars } from '../../text/number.ts'
import type { ActiveTask } from '../../wire/activity-wire.ts'
import { activityWords, taskWords } from '../../words/activity-words.ts'
import { howLongWords } from '../../words/how-long-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import type { Act } from './act.ts'
import { PlaceLink } from './place-link.tsx'
import { PressOnce } from './press-once.tsx'

interface RowProps {
  task: ActiveTask
  act: Act
  api: Pick<Api, 'stopTask' | 'retryTask' | 'dismissTask'>
}

/** What runs or waits: what it is at, and since when. */
export function TaskRow({ task, act, api }: RowProps) {
  const words = useWords(taskWords)
  const { tryAgain } = useWords(activityWords)
  const locale = useLocale()
  const text = useText()
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
            ? text(task.reason)
            : words.triedAgain(text(task.reason), clockOf(task.until, locale))}
        </div>
      )}
      {doing && <Doing doing={doing} />}
      <div class="row-acts">
        {task.state === 'interrupted' && (
          <PressOnce label={tryAgain} about={task.title} press={() => act(api.retryTask(task))} />
        )}
        {task.canStop && (
          <PressOnce
            label={task.state === 'interrupted' ? words.letItBe : words.stop}
            about={task.title}
            press={() => act(api.stopTask(task.id))}
          />
        )}
      </div>
    </li>
  )
}

/** What somebody asked for and did not get. */
export function FailedRow({ task, act, api }: RowProps) {
  const words = useWords(taskWords)
  const { tryAgain, dismiss } = useWords(activityWords)
  const text = useText()
  return (
    <li class="row-item" data-task={task.id}>
      <TaskHead task={task} badge={words.states[task.state] ?? task.state} />
      <div class="muted">
        <TaskFacts task={task} />
      </div>
      {task.reason !== undefined && <div dir="auto">{text(task.reason)}</div>}
      <div class="row-acts">
        <PressOnce label={tryAgain} about={task.title} press={() => act(api.retryTask(task))} />
        <PressOnce label={dismiss} about={task.title} press={() => act(api.dismissTask(task))} />
      </div>
    </li>
  )
}

function TaskHead({ task, badge }: { task: ActiveTask; badge: string }) {
  const { kinds } = useWords(taskWords)
  const isBad = isOver(task.state) || task.state === 'interrupted'
  return (
    <div class="job-head">
      <strong class="row-title" dir="auto">
        {task.title || kinds[task.kind] || task.kind}
      </strong>
      <span class={isBad ? 'badge bad' : 'badge'}>{badge}</span>
    </div>
  )
}

function TaskFacts({ task: { kind, chat, place, title, person, state, since, usd, id } }: { task: ActiveTask }) {
  const words = useWords(taskWords)
  const { ago } = useWords(activityWords)
  const long = howLong(since, useWords(howLongWords))
  const locale = useLocale()
  const facts = [
    words.kindFor(words.kinds[kind] ?? kind, person),
    <span key="since" title={dateOf(since, locale)}>
      {isOver(state) ? ago(long) : words.since(long)}
    </span>,
    ...(usd > 0 ? [dollars(usd, 2, locale)] : []),
    words.task(id),
  ]
  return (
    <>
      <PlaceLink chat={chat} place={isNamedAfter(place, title) ? words.itsChat : place} />
      {facts.map((fact) => [' · ', fact])}
    </>
  )
}

function Doing({ doing: { brain, steps, words } }: { doing: NonNullable<ActiveTask['doing']> }) {
  const say = useWords(taskWords)
  const head = steps.at(-1) ?? (words === '' ? say.atIt(brain) : say.writing(brain))
  return (
    <div class="at-work">
      <div dir="auto">
        {head}
        {steps.length > 1 && <span class="muted">{` · ${say.step(steps.length)}`}</span>}
      </div>
      {words !== '' && (
        <div class="muted at-work-words" dir="auto">
          {words}
        </div>
      )}
    </div>
  )
}

/** A chat of the page is called after the first thing said in it, which stands above already. */
function isNamedAfter(place: string, title: string): boolean {
  return title.startsWith(place.replace(/…$/, '').trim())
}

function isOver(state: string): boolean {
  return ['failed', 'quarantined', 'expired'].includes(state)
}
