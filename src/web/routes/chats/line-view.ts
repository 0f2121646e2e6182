import type { KnownFile } from '../../../domain/file.ts'
import { type ChatId, channelOf, isLocal, rootLane, topicLane } from '../../../domain/ids.ts'
import { withoutEditedMark } from '../../../domain/message-parts.ts'
import type { TaskState } from '../../../domain/task.ts'
import { parseMarkdown, withoutControls } from '../../../lib/markdown.ts'
import { isPicture } from '../../../lib/sniff.ts'
import { safeName } from '../../../lib/text/safe-name.ts'
import { secretMark } from '../../../lib/text/secrets.ts'
import { type SteadyClock, wallTime } from '../../../lib/time/clock.ts'
import { type AnyText, mapText } from '../../../messages/localized.ts'
import { permissionMessages } from '../../../messages/permission-messages.ts'
import type { LineVersions } from '../../../store/messages/branches.ts'
import { guessLanguage } from '../../../store/messages/chat-language.ts'
import type { LineReceipt, RepliedLine, StoredLine } from '../../../store/messages/lines.ts'
import type { AskedLine } from '../../../store/work/approvals.ts'
import type * as wire from '../../page/wire/wire.ts'
import type { LineStory } from '../../page/wire/wire.ts'
import { glimpse, plainTextOfMarkdown } from '../plain-text.ts'
import { toWireText } from '../rich-text.ts'

/**
 * Converts a line for the page. Our lines are Markdown. A person's text is sent as typed, plus as Markdown if it
 * contains any.
 */
export function toWireLine(line: StoredLine, clock: SteadyClock, ownerId: number): wire.ThreadLine {
  const { id, chat, kind, story } = line
  const details = { ...toWireFiles(line.files), ...toWireStory(line, ownerId) }
  const common = { id, chat, kind, name: withoutControls(line.name), at: line.at.getTime(), ...details }
  if (line.author === 'bot') {
    const task = line.task === undefined ? {} : { task: line.task }
    // Buttons of other channels' lines work only there.
    const isHere = isLocal(chat)
    const buttons = isHere && line.offers.length > 0 && { buttons: line.offers }
    const work = {
      ...task,
      ...buttons,
      ...(isHere || line.question?.state !== 'open' ? toWireQuestion(line.question, line.text, clock) : {}),
      ...toWireActions(line),
      ...toWireMaking(line.making),
    }
    const unfinished = line.unfinished && { unfinished: line.unfinished }
    // A question is shown literally, including formulas.
    const blocks = line.question ? parseMarkdown(line.text) : toWireText(line.text)
    return { ...common, ...work, ...unfinished, author: 'bot', blocks }
  }
  const text = withoutControls(story.earlier.length > 0 ? withoutEditedMark(line.text) : line.text)
  // People on other channels do not write Markdown: the "--" of a mail is not a heading.
  const blocks = isLocal(chat) && kind === 'conversation' ? ownMarkdown(text) : undefined
  return {
    ...common,
    author: 'human',
    text,
    ...(blocks && { blocks }),
    ...(line.repliesTo === undefined ? {} : { repliesTo: toWireReplied(line.repliesTo) }),
    ...(line.key === undefined ? {} : { key: line.key }),
    ...(line.receipt === undefined ? {} : { receipt: readReceipt(line.receipt, clock) }),
  }
}

/** More than is shown, but little enough to parse for every line of a page. */
const MAX_QUOTED_CHARS = 1000

function toWireReplied({ id, author, name, text }: RepliedLine): wire.Replied {
  const beginning = text.slice(0, MAX_QUOTED_CHARS)
  return {
    id,
    who: withoutControls(name),
    text: glimpse(author === 'bot' ? plainTextOfMarkdown(beginning) : beginning),
  }
}

function toWireFiles(files: KnownFile[]): { files?: wire.LineFile[] } {
  if (files.length === 0) return {}
  return {
    files: files.map(({ name, bytes, type }) => ({
      name: safeName(name),
      bytes,
      picture: isPicture(type),
      ...(type.startsWith('audio/') && { sound: true as const }),
    })),
  }
}

function toWireActions({
  actions,
  text,
}: Pick<StoredLine, 'actions' | 'text'>): Pick<wire.BotLine, 'actions' | 'turn'> {
  if (actions.length === 0) return {}
  const turn = actions.some(({ said }) => said !== undefined) && toWireTurn(actions, text)
  return {
    actions: actions.map(({ line, failed }) => ({ line: withoutControls(line), failed })),
    ...(turn && { turn }),
  }
}

/** With some models, what was written before an action is also the beginning of the answer. */
function toWireTurn(actions: StoredLine['actions'], text: string): wire.WireTurn {
  const before: wire.WireTurn['before'] = []
  let rest: string | undefined = text
  for (const { said } of actions) {
    const last = before.at(-1)
    if (said === undefined && last) last.actions++
    else before.push({ said: toWireText(said ?? ''), actions: 1 })
    if (said === undefined) continue
    const start: string | undefined = rest?.trimStart()
    rest = start?.startsWith(said) ? start.slice(said.length) : undefined
  }
  return { before, rest: toWireText(rest ?? text) }
}

function toWireMaking(making: StoredLine['making']): Pick<wire.BotLine, 'making'> {
  if (!making) return {}
  const { brain, model, ms, usd, thinks } = making
  return { making: { who: withoutControls(model ?? brain), ms, usd, thinks } }
}

/** Buttons while the question is open, its outcome afterwards. */
function toWireQuestion(
  question: AskedLine | undefined,
  text: string,
  clock: SteadyClock,
): Pick<wire.BotLine, 'buttons' | 'settled' | 'waitsUntil'> {
  if (!question) return {}
  if (question.state === 'open')
    return { buttons: question.buttons, waitsUntil: wallTime(clock, question.expiresAt).getTime() }
  return { settled: parseMarkdown(question.settled ?? defaultOutcome[question.state][guessLanguage([text]) ?? 'en']) }
}

/** For questions settled before the store kept the outcome. */
const defaultOutcome = {
  yes: permissionMessages.allowed,
  used: permissionMessages.allowed,
  no: permissionMessages.notAllowed,
  expired: permissionMessages.noAnswer,
}

function readReceipt({ retryAt, ...receipt }: LineReceipt, clock: SteadyClock): wire.MessageReceipt {
  return toWireReceipt({ ...receipt, retryAt: retryAt && wallTime(clock, retryAt) })
}

export function toWireReceipt(receipt: ReceiptFacts): wire.MessageReceipt {
  const { state, reason, retryAt } = receipt
  return {
    state,
    ...(reason === undefined ? {} : { reason: mapText(reason, withoutControls) }),
    ...(retryAt === undefined ? {} : { retryAt: retryAt.getTime() }),
  }
}

interface ReceiptFacts {
  state: TaskState
  reason?: AnyText | undefined
  retryAt?: Date | undefined
}

/** Longer text was probably pasted, such as a log whose "#" and "*" are not Markdown. */
const MAX_TYPED_LINES = 25
const MAX_TYPED_CHARS = 2_000
const MAX_PARSED_CHARS = 20_000

/** A message from the page as Markdown. Undefined if it is plain text. */
export function ownMarkdown(text: string): wire.WireBlock[] | undefined {
  if (text.startsWith('/') || text.length > MAX_PARSED_CHARS) return undefined
  const isTyped = text.length <= MAX_TYPED_CHARS && text.split('\n').length <= MAX_TYPED_LINES
  if (!isTyped && !/^(```|~~~)/m.test(text)) return undefined
  const blocks = toWireText(text)
  return blocks.every(isPlain) ? undefined : blocks
}

function isPlain(block: wire.WireBlock): boolean {
  return block.kind === 'paragraph' && block.inlines.every(({ kind }) => kind === 'text' || kind === 'break')
}

type StoryLine = Pick<StoredLine, 'chat' | 'lane' | 'author' | 'personId' | 'text' | 'story' | 'versions'>

/** Details of a line besides its text. */
function toWireStory(line: StoryLine, ownerId: number): LineStory {
  const { conversation, deletedAt, earlier, later } = line.story
  const speaker = speakerOf(line, ownerId)
  const lane = wireLane(line)
  return {
    ...(speaker && { speaker }),
    ...(conversation !== undefined && { conversation }),
    ...(lane && { lane }),
    ...(deletedAt && { deleted: { at: deletedAt.getTime(), channel: channelOf(line.chat) } }),
    ...(earlier.length > 0 && { earlier: earlier.map(toWireVersion) }),
    ...(later !== undefined && { later }),
    ...(line.versions && { versions: toWireVersions(line.versions) }),
    ...(line.author === 'bot' && line.text.includes(secretMark) && { holdsSecret: true }),
  }
}

function toWireVersions({ at, count, previous, next }: LineVersions): wire.WireVersions {
  return { at, count, ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }
}

function toWireVersion({ text, at }: { text: string; at: Date }): { text: string; at: number } {
  return { text: withoutControls(withoutEditedMark(text)), at: at.getTime() }
}

function speakerOf({ author, personId, story }: StoryLine, ownerId: number): LineStory['speaker'] {
  if (author === 'bot') return undefined
  if (personId !== ownerId) return 'other'
  return story.isAmongOthers ? 'owner' : undefined
}

function wireLane({ chat, lane }: { chat: ChatId; lane: string }): LineStory['lane'] {
  if (lane === rootLane(chat)) return undefined
  const topic = topicLane(chat, '')
  if (lane.startsWith(topic)) return { kind: 'topic', name: withoutControls(lane.slice(topic.length)) }
  return { kind: 'reply', name: withoutControls(lane) }
}
