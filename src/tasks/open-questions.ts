import type { Route } from '../domain/delivery.ts'
import type { Lane } from '../domain/ids.ts'
import type { InboundMessage } from '../domain/message.ts'
import type { Person } from '../domain/person.ts'
import { plainAnswer } from '../gateway/answer-kinds.ts'
import type { Steady } from '../lib/clock.ts'
import { type Approval, openApprovals, seenUnder } from '../store/approvals.ts'
import type { Database } from '../store/database.ts'
import { readPerson } from '../store/people.ts'
import { liveInLane } from '../store/tasks.ts'
import { type AnswerContext, type Approvals, keyOf, plainName } from './approvals.ts'
import type { Batch } from './batch.ts'
import { noticeKey, sentences } from './notices.ts'
import { speak } from './speak.ts'
import { cutDown, type StopDeps } from './stop.ts'

// A question holds up its lane. Whatever is written there meanwhile is its answer, or its end, or waits and says so.

/** The questions that hold up a lane, as somebody sees them who writes there. */
export interface OpenQuestions {
  /** Theirs to answer. */
  own: Approval[]
  others: Approval[]
}

export function openQuestions(db: Database, lane: Lane, person: Person, steady: Steady): OpenQuestions {
  const open = openApprovals(db, lane).filter(({ expiresAt }) => expiresAt > steady)
  if (open.length === 0) return { own: [], others: [] }
  // An interrupted task holds up nobody, and neither does its question.
  const live = new Set(liveInLane(db, lane).map(({ id }) => id))
  const holding = open.filter(({ taskId }) => live.has(taskId))
  const isOwn = ({ personId }: Approval) => personId === person.id || person.role === 'owner'
  return { own: holding.filter(isOwn), others: holding.filter((approval) => !isOwn(approval)) }
}

/** A plain yes or no, and to which question; undefined where it could be any of several. */
export interface PlainAnswer {
  question: number | undefined
  said: 'yes' | 'no'
}

/** What a message answers to these questions; undefined when it is about something else. */
export function readAnswer(db: Database, event: InboundMessage, own: Approval[]): PlainAnswer | undefined {
  const isBare = event.partOf === undefined && event.forwardedFrom === undefined && !event.files?.length
  const said = own.length > 0 && isBare ? plainAnswer(event.text) : undefined
  if (!said) return undefined
  const { replyTo } = event
  // What nobody can have seen in full nobody answers, and a yes below another line means that one.
  const meant = own.filter(({ id }) => {
    const lines = seenUnder(db, `${keyOf(id)}:`)
    return replyTo === undefined ? lines.length > 0 : lines.includes(replyTo)
  })
  return meant.length === 0 ? undefined : { question: meant.length === 1 ? meant[0]?.id : undefined, said }
}

/** What is said to it. Call it inside a transaction. */
export function giveAnswer(
  approvals: Pick<Approvals, 'answer'>,
  { question, said }: PlainAnswer,
  context: AnswerContext,
): string {
  const outcome = approvals.answer(question, said, context)
  return question === undefined ? outcome : sentences.takenAsAnswer(question, outcome)
}

/** Whoever writes something else wants something else: the turn that waits for them ends, and they are told. */
export function changeMind(deps: StopDeps, own: Approval[], route: Route, batch: Batch): void {
  const [first] = own
  if (!first) return
  const { taskId, generation, lane } = first
  const withdrawn = withdraw(deps, own, batch.now, (effect) => batch.after.push(effect))
  speak(
    deps,
    {
      key: noticeKey({ id: taskId, generation }, 'withdrawn'),
      kind: 'notice',
      lane,
      route,
      text: `${sentences.takenAsNew} ${withdrawn}`,
      taskId,
    },
    batch.now,
  )
}

/** Ends the turns that wait for these answers, and says so. Call it inside a transaction, with one question at least. */
export function withdraw(deps: StopDeps, own: Approval[], now: Date, after: (effect: () => void) => void): string {
  const waiting = new Set(own.map(({ taskId }) => taskId))
  const tasks = own.slice(0, 1).flatMap(({ lane }) => liveInLane(deps.db, lane).filter(({ id }) => waiting.has(id)))
  cutDown(deps, tasks, 'withdrawn', now, after)
  return sentences.withdrawn(own.map(({ id }) => id))
}

/** For whom a question waits, as it may be said to others. */
export function askedName(db: Database, { personId }: Approval): string {
  return plainName(readPerson(db, personId).name)
}
