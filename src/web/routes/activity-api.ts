import type { Context } from 'hono'
import { z } from 'zod'
import type { WebChannel } from '../../channels/web/web.ts'
import type { Button } from '../../domain/delivery.ts'
import { type ChatId, localOwner, noticesChat } from '../../domain/ids.ts'
import { proposalDecisions, type ShownProposal } from '../../domain/proposal.ts'
import { parseMarkdown, withoutControls } from '../../lib/markdown.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { Database } from '../../store/database.ts'
import { markNoticesRead } from '../../store/messages/notices.ts'
import { dismissDelivery, dismissTask } from '../../store/work/activity.ts'
import { readTask } from '../../store/work/tasks.ts'
import type * as wire from '../page/wire/activity-wire.ts'
import type { News } from '../page/wire/activity-wire.ts'
import { failure, parseBody, textFor } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'
import type { SignInEnv } from '../server/sign-in.ts'
import { plainTextOfMarkdown, plainTitle } from './plain-text.ts'
import { toWireProposal } from './proposal-view.ts'

/** Activity in all chats. */
export interface ActivityService {
  take: ReadActivity
  /** The number of items that need attention. */
  news(): number
  /** Notices before the one with this id. */
  notices(before: number): NoticePage
}

export interface ActivityApiDeps {
  db: Database
  channel: WebChannel
  activity: ActivityService
}

const idSchema = z.coerce.number().int().positive()
const retrySchema = z.object({ generation: z.number().int().positive() })
const answerSchema = z.object({ said: z.enum(['yes', 'no', 'always']) })
const decisionSchema = z.object({ decision: z.enum(proposalDecisions) })
const readSchema = z.object({ to: z.number().int().nonnegative() })

/** The activity view and its actions, which take the same path as buttons in a chat. */
export function addActivityRoutes(routes: Routes, { db, channel, activity }: ActivityApiDeps): void {
  routes.get('signed-in', '/activity', (c) => c.json(toWireActivity(activity.take())))

  routes.get('signed-in', '/activity/news', (c) => c.json({ count: activity.news() } satisfies News))

  routes.get('signed-in', '/activity/notices', (c) => {
    const before = idSchema.safeParse(c.req.query('before'))
    if (!before.success) return failure(c, 400, '"before" must be the number of a notice.')
    return c.json(toWireNotices(activity.notices(before.data)))
  })

  routes.post('signed-in', '/activity/tasks/:id/stop', (c) => {
    const task = readTask(db, readId(c))
    if (!task) return failure(c, 404, webMessages.noSuchTask)
    const outcome = channel.stop(task.chat, localOwner, task.id)
    const isStopped = outcome.status === 'stopped' && outcome.tasks > 0
    return respond(c, isStopped ? answerMessages.stopped : webMessages.alreadyEnded)
  })

  routes.post('signed-in', '/activity/tasks/:id/retry', async (c) => {
    const task = readTask(db, readId(c))
    const body = await parseBody(c, retrySchema)
    if ('refused' in body) return body.refused
    if (!task) return failure(c, 404, webMessages.noSuchTask)
    return press(c, task.chat, `retry ${task.id} ${body.value.generation}`)
  })

  routes.post('signed-in', '/activity/tasks/:id/dismiss', async (c) => {
    const body = await parseBody(c, retrySchema)
    if ('refused' in body) return body.refused
    return respond(
      c,
      dismissTask(db, { id: readId(c), ...body.value }) ? webMessages.dismissed : webMessages.alreadyGone,
    )
  })

  routes.post('signed-in', '/activity/deliveries/:id/dismiss', (c) =>
    respond(c, dismissDelivery(db, readId(c)) ? webMessages.dismissed : webMessages.alreadyGone),
  )

  routes.post('signed-in', '/activity/questions/:id/answer', async (c) => {
    const body = await parseBody(c, answerSchema)
    return 'refused' in body ? body.refused : press(c, noticesChat, `${body.value.said} ${readId(c)}`)
  })

  routes.post('signed-in', '/activity/proposals/:id/decide', async (c) => {
    const body = await parseBody(c, decisionSchema)
    return 'refused' in body ? body.refused : press(c, noticesChat, `proposals ${body.value.decision} ${readId(c)}`)
  })

  routes.post('signed-in', '/activity/drafts/:id/send', (c) => press(c, noticesChat, `send ${readId(c)}`))

  routes.post('signed-in', '/activity/notices/read', async (c) => {
    const body = await parseBody(c, readSchema)
    if ('refused' in body) return body.refused
    markNoticesRead(db, body.value.to)
    return respond(c)
  })

  function press(c: Context<SignInEnv>, chat: ChatId, data: string): Response {
    const outcome = channel.press({ chat, sender: localOwner, data, isRemote: !c.get('isAtMachine') })
    return respond(c, outcome.status === 'pressed' ? outcome.said : undefined)
  }

  function respond(c: Context, message?: AnyText): Response {
    return c.json(toWireActivity(activity.take(), message === undefined ? undefined : textFor(c, message)))
  }
}

/** Returns 0, which no row has, if it is not a number. */
function readId(c: Context): number {
  return idSchema.safeParse(c.req.param('id')).data ?? 0
}

interface ChatPlace {
  chat: string
  place: string
}

interface Task extends ChatPlace {
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

interface Delivery extends ChatPlace {
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

interface Question extends ChatPlace {
  id: number
  person: string
  effect: string
  buttons: Button[]
  message: number | undefined
  until: Date
}

/** Reads the current activity of all chats. */
type ReadActivity = () => {
  questions: Question[]
  proposals: ShownProposal[]
  tasks: Task[]
  liveCount: number
  /** Undefined if runners are off. */
  runners?: wire.WireActivity['runners'] | undefined
  failed: Task[]
  hasOlderFailed: boolean
  deliveries: Delivery[]
  undelivered: Delivery[]
  notices: NoticePage & { unread: number }
}

/** A page of notices, newest first. */
interface NoticePage {
  list: { id: number; text: string; at: Date; isNew: boolean }[]
  hasOlder: boolean
}

function toWireActivity(activity: ReturnType<ReadActivity>, said?: string): wire.WireActivity {
  const { questions, proposals, tasks, liveCount, failed, hasOlderFailed, deliveries, undelivered, notices } = activity
  const { runners } = activity
  return {
    questions: questions.map(toWireQuestion),
    proposals: proposals.map(toWireProposal),
    tasks: tasks.map(toWireTask),
    liveCount,
    ...(runners && { runners }),
    failed: failed.map(toWireTask),
    hasOlderFailed,
    deliveries: deliveries.map(toWireDelivery),
    undelivered: undelivered.map(toWireDelivery),
    notices: { ...toWireNotices(notices), unread: notices.unread },
    ...(said !== undefined && { said: plainTextOfMarkdown(said) }),
  }
}

function toWireNotices({ list, hasOlder }: NoticePage): wire.WireNoticePage {
  const wireNotices = list.map(({ id, text, at, isNew }) => ({
    id,
    at: at.getTime(),
    text: parseMarkdown(text),
    isNew,
  }))
  return { list: wireNotices, hasOlder }
}

function toWireQuestion(question: Question): wire.WireQuestion {
  const { id, effect, buttons, message, until } = question
  return {
    ...toWirePlace(question),
    id,
    person: withoutControls(question.person),
    effect: parseMarkdown(effect),
    answers: buttons.flatMap(({ label, data }) => {
      const said = questionAnswers.find((answer) => data === `${answer} ${id}`)
      return said ? [{ label, said }] : []
    }),
    until: until.getTime(),
    ...(message !== undefined && { line: message }),
  }
}

const questionAnswers: wire.QuestionAnswer[] = ['yes', 'no', 'always']

function toWireTask(task: Task): wire.WireTask {
  const { id, generation, kind, state, usd, canStop, reason, since, until, doing } = task
  return {
    ...toWirePlace(task),
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

function toWireDelivery(delivery: Delivery): wire.WireDelivery {
  const { id, state, attempt, channel, error, since, until, message, task } = delivery
  return {
    ...toWirePlace(delivery),
    id,
    state,
    attempt,
    channel,
    text: withoutControls(plainTextOfMarkdown(delivery.text)),
    ...(error !== undefined && { error: mapText(error, withoutControls) }),
    since: since.getTime(),
    ...(until && { until: until.getTime() }),
    line: message,
    ...(task && { task }),
  }
}

function toWirePlace({ chat, place }: ChatPlace): ChatPlace {
  // A chat without a title is shown by its id, which is not Markdown.
  return { chat, place: place === chat ? withoutControls(chat) : plainTitle(place) }
}
