import type { KnownFile } from '../../domain/file.ts'
import type { TaskState } from '../../domain/task.ts'
import { parseMarkdown, withoutControls } from '../../lib/markdown.ts'
import { isPicture } from '../../lib/sniff.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import { type SteadyClock, wallTime } from '../../lib/time/clock.ts'
import type { Line, LineReceipt, LocalChat, RepliedLine } from '../../store/messages/lines.ts'
import type { AskedLine } from '../../store/work/approvals.ts'
import type * as wire from '../page/wire.ts'
import { glimpse } from './glimpse.ts'
import { plainWords } from './plain-words.ts'

/** A person's words are shown as they were typed; ours are Markdown. */
export function toWireLine(line: Line, clock: SteadyClock): wire.Line {
  const { id, chat, kind } = line
  const common = { id, chat, kind, name: withoutControls(line.name), at: line.at.getTime(), ...filesIn(line.files) }
  if (line.author === 'bot') {
    const task = line.task === undefined ? {} : { task: line.task }
    const offers = line.offers.length > 0 && { buttons: line.offers }
    const told = { ...task, ...offers, ...questionIn(line.question), ...actionsIn(line.actions) }
    const unfinished = line.unfinished && { unfinished: line.unfinished }
    return { ...common, ...told, ...unfinished, author: 'bot', blocks: parseMarkdown(line.text) }
  }
  return {
    ...common,
    author: 'human',
    text: withoutControls(line.text),
    ...(line.repliesTo === undefined ? {} : { repliesTo: toWireReplied(line.repliesTo) }),
    ...(line.key === undefined ? {} : { key: line.key }),
    ...(line.receipt === undefined ? {} : { receipt: standingOf(line.receipt, clock) }),
  }
}

/** More of a text than is shown of it, and little enough to be read for every line of a page. */
const beginningChars = 1000

function toWireReplied({ id, author, name, text }: RepliedLine): wire.Replied {
  const beginning = text.slice(0, beginningChars)
  return { id, who: withoutControls(name), text: glimpse(author === 'bot' ? plainWords(beginning) : beginning) }
}

function filesIn(files: KnownFile[]): { files?: wire.LineFile[] } {
  if (files.length === 0) return {}
  return {
    files: files.map(({ name, bytes, type }) => ({ name: safeName(name), bytes, picture: isPicture(type) })),
  }
}

function actionsIn(actions: Line['actions']): Pick<wire.BotLine, 'actions'> {
  if (actions.length === 0) return {}
  return { actions: actions.map(({ line, failed }) => ({ line: withoutControls(line), failed })) }
}

/** Buttons while it is open; afterwards what it was and how it ended. */
function questionIn(question: AskedLine | undefined): Pick<wire.BotLine, 'buttons' | 'settled'> {
  if (!question) return {}
  if (question.state === 'open') return { buttons: question.buttons }
  return { settled: parseMarkdown(question.settled ?? settledBefore[question.state]) }
}

/** For what was settled before the store kept more. */
const settledBefore = { yes: 'Allowed.', used: 'Allowed.', no: 'Not allowed.', expired: 'Not answered in time.' }

export function toWireChat(chat: LocalChat): wire.ChatSummary {
  return { id: chat.id, title: withoutControls(chat.title), at: chat.lastAt.getTime() }
}

function standingOf({ retryAt, ...receipt }: LineReceipt, clock: SteadyClock): wire.Receipt {
  return toWireReceipt({ ...receipt, retryAt: retryAt && wallTime(clock, retryAt) })
}

export function toWireReceipt(receipt: Standing): wire.Receipt {
  const { state, reason, retryAt } = receipt
  return {
    state,
    ...(reason === undefined ? {} : { reason: withoutControls(reason) }),
    ...(retryAt === undefined ? {} : { retryAt: retryAt.getTime() }),
  }
}

interface Standing {
  state: TaskState
  reason?: string | undefined
  retryAt?: Date | undefined
}
