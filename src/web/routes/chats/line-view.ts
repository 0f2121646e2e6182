import type { KnownFile } from '../../../domain/file.ts'
import { isLocal } from '../../../domain/ids.ts'
import { withoutEditedMark } from '../../../domain/message-parts.ts'
import type { TaskState } from '../../../domain/task.ts'
import { parseMarkdown, withoutControls } from '../../../lib/markdown.ts'
import { isPicture } from '../../../lib/sniff.ts'
import { safeName } from '../../../lib/text/safe-name.ts'
import { type SteadyClock, wallTime } from '../../../lib/time/clock.ts'
import { type AnyText, mapText } from '../../../messages/localized.ts'
import type { LineReceipt, RepliedLine, StoredLine } from '../../../store/messages/lines.ts'
import type { AskedLine } from '../../../store/work/approvals.ts'
import type * as wire from '../../page/wire/wire.ts'
import { plainWords } from '../plain-words.ts'
import { toWireText } from '../wire-text.ts'
import { glimpse } from './glimpse.ts'
import { toWireStory } from './line-story.ts'

/** Ours are Markdown; a person's words come as they were typed, and as Markdown where they are some. */
export function toWireLine(line: StoredLine, clock: SteadyClock, ownerId: number): wire.Line {
  const { id, chat, kind, story } = line
  const told = { ...filesIn(line.files), ...toWireStory(line, ownerId) }
  const common = { id, chat, kind, name: withoutControls(line.name), at: line.at.getTime(), ...told }
  if (line.author === 'bot') {
    const task = line.task === undefined ? {} : { task: line.task }
    // Of another channel it can be read here; what can be pressed is pressed there.
    const isHere = isLocal(chat)
    const offers = isHere && line.offers.length > 0 && { buttons: line.offers }
    const work = {
      ...task,
      ...offers,
      ...(isHere || line.question?.state !== 'open' ? questionIn(line.question, clock) : {}),
      ...actionsIn(line.actions),
      ...makingIn(line.making),
    }
    const unfinished = line.unfinished && { unfinished: line.unfinished }
    // What is asked for is shown to the letter, formulas in it too.
    const blocks = line.question ? parseMarkdown(line.text) : toWireText(line.text)
    return { ...common, ...work, ...unfinished, author: 'bot', blocks }
  }
  const text = withoutControls(story.earlier.length > 0 ? withoutEditedMark(line.text) : line.text)
  // On other channels nobody writes Markdown: a mail's "--" is no heading.
  const blocks = isLocal(chat) && kind === 'conversation' ? ownMarkdown(text) : undefined
  return {
    ...common,
    author: 'human',
    text,
    ...(blocks && { blocks }),
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

function actionsIn(actions: StoredLine['actions']): Pick<wire.BotLine, 'actions'> {
  if (actions.length === 0) return {}
  return { actions: actions.map(({ line, failed }) => ({ line: withoutControls(line), failed })) }
}

function makingIn(making: StoredLine['making']): Pick<wire.BotLine, 'making'> {
  if (!making) return {}
  const { brain, model, ms, usd, thinks } = making
  return { making: { who: withoutControls(model ?? brain), ms, usd, thinks } }
}

/** Buttons while it is open; afterwards what it was and how it ended. */
function questionIn(
  question: AskedLine | undefined,
  clock: SteadyClock,
): Pick<wire.BotLine, 'buttons' | 'settled' | 'waitsUntil'> {
  if (!question) return {}
  if (question.state === 'open')
    return { buttons: question.buttons, waitsUntil: wallTime(clock, question.expiresAt).getTime() }
  return { settled: parseMarkdown(question.settled ?? settledBefore[question.state]) }
}

/** For what was settled before the store kept more. */
const settledBefore = { yes: 'Allowed.', used: 'Allowed.', no: 'Not allowed.', expired: 'Not answered in time.' }

function standingOf({ retryAt, ...receipt }: LineReceipt, clock: SteadyClock): wire.Receipt {
  return toWireReceipt({ ...receipt, retryAt: retryAt && wallTime(clock, retryAt) })
}

export function toWireReceipt(receipt: Standing): wire.Receipt {
  const { state, reason, retryAt } = receipt
  return {
    state,
    ...(reason === undefined ? {} : { reason: mapText(reason, withoutControls) }),
    ...(retryAt === undefined ? {} : { retryAt: retryAt.getTime() }),
  }
}

interface Standing {
  state: TaskState
  reason?: AnyText | undefined
  retryAt?: Date | undefined
}

/** What is longer was pasted from elsewhere: a log or a program, whose "#" and "*" are no Markdown. */
const mostTypedLines = 25
const mostTypedChars = 2_000
const mostReadChars = 20_000

/** What somebody wrote on the page, as Markdown; undefined where it is none, and is shown as it was typed. */
export function ownMarkdown(text: string): wire.Block[] | undefined {
  if (text.startsWith('/') || text.length > mostReadChars) return undefined
  const isTyped = text.length <= mostTypedChars && text.split('\n').length <= mostTypedLines
  if (!isTyped && !/^(```|~~~)/m.test(text)) return undefined
  const blocks = toWireText(text)
  return blocks.every(isPlain) ? undefined : blocks
}

function isPlain(block: wire.Block): boolean {
  return block.kind === 'paragraph' && block.inlines.every(({ kind }) => kind === 'text' || kind === 'break')
}
