import type { Button, Route } from '../../domain/delivery.ts'
import type { InboundMessage } from '../../domain/message.ts'
import { approvalKey, partsOf, taskKey } from '../../domain/outbox-key.ts'
import { plainAnswer, reminderAnswer } from '../../gateway/choosing/answer-kinds.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Database } from '../../store/database.ts'
import { type Approval, seenUnder } from '../../store/work/approvals.ts'
import { buttonsBelow } from '../../store/work/outbox.ts'
import { type AnswerContext, type Approvals } from '../permissions/approvals.ts'
import { type StopDeps, withdrawQuestions } from '../run/stop.ts'
import { postMessage } from '../say/post-message.ts'
import type { Batch } from './batch.ts'

// An open question blocks its lane. A new message there answers it, withdraws it, or waits and says so.

/** A plain yes or no. The question is undefined if several could be meant. */
export interface PlainAnswer {
  question: number | undefined
  answer: 'yes' | 'no'
}

/** Reads a message as an answer to one of these questions; undefined if it is about something else. */
export function readAnswer(db: Database, event: InboundMessage, answerable: Approval[]): PlainAnswer | undefined {
  const isPlainText =
    event.partOf === undefined && event.forwardedFrom === undefined && !event.forwards && !event.files?.length
  const answer = answerable.length > 0 && isPlainText ? plainAnswer(event.text) : undefined
  if (!answer) return undefined
  const { replyTo } = event
  // A question counts only once it was delivered in full. A reply to a particular message means that message.
  const matching = answerable.filter(({ id }) => {
    const lines = seenUnder(db, partsOf(approvalKey(id)))
    return replyTo === undefined ? lines.length > 0 : lines.includes(replyTo)
  })
  return matching.length === 0 ? undefined : { question: matching.length === 1 ? matching[0]?.id : undefined, answer }
}

/** Applies the answer and returns the reply. Call it inside a transaction. */
export function giveAnswer(
  approvals: Pick<Approvals, 'answer'>,
  { question, answer }: PlainAnswer,
  context: AnswerContext,
): LocalizedText {
  const outcome = approvals.answer(question, answer, context)
  return question === undefined ? outcome : permissionMessages.takenAsAnswer(question, outcome)
}

/** If the person writes something else, the turn that waits for their answer ends, and they are told. */
export function withdrawOpenQuestions(deps: StopDeps, answerable: Approval[], route: Route, batch: Batch): void {
  const [first] = answerable
  if (!first) return
  const { taskId, generation, lane } = first
  const withdrawnText = withdrawQuestions(deps, answerable, batch.now, (effect) => batch.afterCommit.push(effect))
  postMessage(
    deps,
    {
      key: taskKey({ id: taskId, generation }, 'withdrawn'),
      kind: 'notice',
      lane,
      route,
      text: joinTexts([permissionMessages.takenAsNew, withdrawnText], ' '),
      taskId,
    },
    batch.now,
  )
}

/** How long "later" means if the person gives no time. */
const DEFAULT_SNOOZE = '1 hour'

/**
 * Reads a reply to a reminder or to one of our drafts as a command without its prefix. Returns undefined if it should be
 * answered like any other message.
 */
export function readReplyCommand(db: Database, event: InboundMessage): string | undefined {
  if (event.replyTo === undefined || event.files?.length) return undefined
  const buttons = buttonsBelow(db, event.chat, event.replyTo)
  const text = withoutName(event)
  return reminderCommand(buttons, text) ?? draftCommand(buttons, text)
}

/** "Yes" sends the draft, "no" leaves it, and anything else says what to change. */
function draftCommand(buttons: Button[], text: string): string | undefined {
  const send = buttons.find(({ data }) => /^send \d+$/.test(data))?.data
  if (!send || text === '' || /^[!/]/.test(text)) return undefined
  const answer = plainAnswer(text)
  if (answer === 'no') return undefined
  return answer === 'yes' ? send : `${send} ${text}`
}

/** Understands "done", "later" and the label of a button. */
function reminderCommand(allButtons: Button[], text: string): string | undefined {
  const answer = reminderAnswer(text)
  const label = text.toLowerCase().replace(/(?<![.!])[.!]+$/, '')
  const buttons = allButtons.filter(({ data }) => /^schedule (done|snooze) /.test(data))
  const done = buttons.find(({ data }) => data.startsWith('schedule done '))?.data
  if (!done || answer === 'done') return done && answer && done
  if (answer === 'later') return done.replace(/^schedule done (\d+)(?!\d)[^]*$/, `schedule snooze $1 ${DEFAULT_SNOOZE}`)
  return buttons.find((button) => button.label.toLowerCase() === label)?.data
}

/** Removes a signature: many people sign even a one-word mail. */
function withoutName({ text, senderName }: InboundMessage): string {
  const lines = text.trim().split('\n')
  const last = lines.at(-1)?.trim().toLowerCase() ?? ''
  const name = senderName.toLowerCase()
  const isSigned = lines.length > 1 && last !== '' && (last === name || last === name.split(' ')[0])
  return (isSigned ? lines.slice(0, -1) : lines).join('\n').trim()
}
