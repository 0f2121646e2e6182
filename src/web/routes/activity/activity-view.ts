import type { Button } from '../../../domain/delivery.ts'
import { parseMarkdown, withoutControls } from '../../../lib/markdown.ts'
import { type AnyText, mapText } from '../../../messages/localized.ts'
import type * as wire from '../../page/wire/activity-wire.ts'
import { plainTitle, plainWords } from '../plain-words.ts'

interface Placed {
  chat: string
  place: string
}

interface Task extends Placed {
  id: number
  generation: number
  kind: string
  state: string
  title: string
  person: string
  reason: AnyText | undefined
  since: Date
  until: Date | undefined
  usd: number
  doing: { brain: string; steps: string[]; words: string } | undefined
  canStop: boolean
}

interface Delivery extends Placed {
  id: number
  state: string
  attempt: number
  channel: string
  text: string
  error: AnyText | undefined
  since: Date
  until: Date | undefined
  message: number
  task: { id: number; generation: number } | undefined
}

interface Question extends Placed {
  id: number
  person: string
  effect: string
  buttons: Button[]
  message: number | undefined
  until: Date
}

/** What goes on in all chats, as it is taken when somebody looks. */
export type ActivityOf = () => {
  questions: Question[]
  tasks: Task[]
  live: number
  failed: Task[]
  olderFailed: boolean
  deliveries: Delivery[]
  undelivered: Delivery[]
  notices: NoticePage & { unread: number }
}

/** Some of what the daemon told of itself, newest first. */
export interface NoticePage {
  list: { id: number; text: string; at: Date; isNew: boolean }[]
  older: boolean
}

export function toWireActivity(given: ReturnType<ActivityOf>, said?: string): wire.Activity {
  const { questions, tasks, live, failed, olderFailed, deliveries, undelivered, notices } = given
  return {
    questions: questions.map(toWireQuestion),
    tasks: tasks.map(toWireTask),
    live,
    failed: failed.map(toWireTask),
    olderFailed,
    deliveries: deliveries.map(toWireDelivery),
    undelivered: undelivered.map(toWireDelivery),
    notices: { ...toWireNotices(notices), unread: notices.unread },
    ...(said !== undefined && { said: plainWords(said) }),
  }
}

export function toWireNotices({ list, older }: NoticePage): wire.Notices {
  const told = list.map(({ id, text, at, isNew }) => ({ id, at: at.getTime(), text: parseMarkdown(text), isNew }))
  return { list: told, older }
}

function toWireQuestion(question: Question): wire.AskedQuestion {
  const { id, effect, buttons, message, until } = question
  return {
    ...placeOf(question),
    id,
    person: withoutControls(question.person),
    effect: parseMarkdown(effect),
    answers: buttons.flatMap(({ label, data }) => {
      const said = answers.find((one) => data === `${one} ${id}`)
      return said ? [{ label, said }] : []
    }),
    until: until.getTime(),
    ...(message !== undefined && { line: message }),
  }
}

const answers: wire.Said[] = ['yes', 'no', 'always']

function toWireTask(task: Task): wire.ActiveTask {
  const { id, generation, kind, state, usd, canStop, reason, since, until, doing } = task
  return {
    ...placeOf(task),
    id,
    generation,
    kind,
    state,
    usd,
    canStop,
    title: plainTitle(task.title),
    person: withoutControls(task.person),
    ...(reason !== undefined && { reason: mapText(reason, withoutControls) }),
    since: since.getTime(),
    ...(until && { until: until.getTime() }),
    ...(doing && {
      doing: {
        brain: doing.brain,
        steps: doing.steps.map(withoutControls),
        words: withoutControls(doing.words),
      },
    }),
  }
}

function toWireDelivery(delivery: Delivery): wire.ActiveDelivery {
  const { id, state, attempt, channel, error, since, until, message, task } = delivery
  return {
    ...placeOf(delivery),
    id,
    state,
    attempt,
    channel,
    text: withoutControls(plainWords(delivery.text)),
    ...(error !== undefined && { error: mapText(error, withoutControls) }),
    since: since.getTime(),
    ...(until && { until: until.getTime() }),
    line: message,
    ...(task && { task }),
  }
}

function placeOf({ chat, place }: Placed): Placed {
  // One without a name is told by its address, which is no Markdown.
  return { chat, place: place === chat ? withoutControls(chat) : plainTitle(place) }
}
