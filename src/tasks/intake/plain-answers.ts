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

// A question holds up its lane. Whatever is written there meanwhile is its answer, or its end, or waits and says so.

/** A plain yes or no, and to which question; undefined where it could be any of several. */
export interface PlainAnswer {
  question: number | undefined
  said: 'yes' | 'no'
}

/** What a message answers to these questions; undefined when it is about something else. */
export function readAnswer(db: Database, event: InboundMessage, own: Approval[]): PlainAnswer | undefined {
  const isBare =
    event.partOf === undefined && event.forwardedFrom === undefined && !event.forwards && !event.files?.length
  const said = own.length > 0 && isBare ? plainAnswer(event.text) : undefined
  if (!said) return undefined
  const { replyTo } = event
  // What nobody can have seen in full nobody answers, and a yes below another line means that one.
  const meant = own.filter(({ id }) => {
    const lines = seenUnder(db, partsOf(approvalKey(id)))
    return replyTo === undefined ? lines.length > 0 : lines.includes(replyTo)
  })
  return meant.length === 0 ? undefined : { question: meant.length === 1 ? meant[0]?.id : undefined, said }
}

/** What is said to it. Call it inside a transaction. */
export function giveAnswer(
  approvals: Pick<Approvals, 'answer'>,
  { question, said }: PlainAnswer,
  context: AnswerContext,
): LocalizedText {
  const outcome = approvals.answer(question, said, context)
  return question === undefined ? outcome : permissionMessages.takenAsAnswer(question, outcome)
}

/** Whoever writes something else wants something else: the turn that waits for them ends, and they are told. */
export function withdrawOpenQuestions(deps: StopDeps, own: Approval[], route: Route, batch: Batch): void {
  const [first] = own
  if (!first) return
  const { taskId, generation, lane } = first
  const withdrawn = withdrawQuestions(deps, own, batch.now, (effect) => batch.after.push(effect))
  postMessage(
    deps,
    {
      key: taskKey({ id: taskId, generation }, 'withdrawn'),
      kind: 'notice',
      lane,
      route,
      text: joinTexts([permissionMessages.takenAsNew, withdrawn], ' '),
      taskId,
    },
    batch.now,
  )
}

/** How long "later" is where a person does not say. */
const DEFAULT_SNOOZE = '1 hour'

/**
 * What a reply to a reminder or to a draft of ours asks for, as a command without its prefix. Undefined when it is to be
 * answered like any other message.
 */
export function readReplyCommand(db: Database, event: InboundMessage): string | undefined {
  if (event.replyTo === undefined || event.files?.length) return undefined
  const buttons = buttonsBelow(db, event.chat, event.replyTo)
  const said = withoutName(event)
  return reminderCommand(buttons, said) ?? draftCommand(buttons, said)
}

/** A yes sends it, a no leaves it, and anything else is what to change in it. */
function draftCommand(buttons: Button[], said: string): string | undefined {
  const send = buttons.find(({ data }) => /^send \d+$/.test(data))?.data
  if (!send || said === '' || /^[!/]/.test(said)) return undefined
  const answer = plainAnswer(said)
  if (answer === 'no') return undefined
  return answer === 'yes' ? send : `${send} ${said}`
}

/** "Done", "later", or the words of one of the buttons. */
function reminderCommand(all: Button[], said: string): string | undefined {
  const answer = reminderAnswer(said)
  const label = said.toLowerCase().replace(/(?<![.!])[.!]+$/, '')
  const buttons = all.filter(({ data }) => /^schedule (done|snooze) /.test(data))
  const done = buttons.find(({ data }) => data.startsWith('schedule done '))?.data
  if (!done || answer === 'done') return done && answer && done
  if (answer === 'later') return done.replace(/^schedule done (\d+)(?!\d)[^]*$/, `schedule snooze $1 ${DEFAULT_SNOOZE}`)
  return buttons.find((button) => button.label.toLowerCase() === label)?.data
}

/** Many sign even a mail of one word. */
function withoutName({ text, senderName }: InboundMessage): string {
  const lines = text.trim().split('\n')
  const last = lines.at(-1)?.trim().toLowerCase() ?? ''
  const name = senderName.toLowerCase()
  const isSigned = lines.length > 1 && last !== '' && (last === name || last === name.split(' ')[0])
  return (isSigned ? lines.slice(0, -1) : lines).join('\n').trim()
}
