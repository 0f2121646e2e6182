import type { Unsent } from '../compose/outgoing.ts'
import { button, element } from '../element.ts'
import type { Block, BotLine, HumanLine, Line, Replied } from '../wire.ts'
import { drawBlock } from './block-view.ts'
import { drawChip, drawFiles } from './file-view.ts'
import { type ReceiptWords, receiptWords } from './receipt-words.ts'
import { drawReplied, drawRepliedText, drawReplyButton, wordsOf } from './reply-view.ts'

/** Draws one stored line. */
export function drawLine(line: Line, actions: LineActions): HTMLElement {
  return line.author === 'human' ? drawHuman(line, actions) : drawBot(line, actions)
}

export interface LineActions {
  press: Press
  /** Shows what the model saw for an answer. */
  why: (line: BotLine) => void
  /** The next message answers this line. */
  reply: (line: Replied) => void
  /** Leads to another line of the chat. */
  goTo: (line: number) => void
}

/**
 * Somebody pressed a button below a line. Resolves when the daemon has heard of it, or can't be told: with what stands in
 * the place of the buttons, once there is nothing left to press.
 */
type Press = (line: BotLine, data: string) => Promise<string | undefined>

export interface UnsentActions {
  edit: (line: Unsent) => void
  discard: (line: Unsent) => void
}

/** Draws a line that is not stored yet. */
export function drawUnsent(line: Unsent, { edit, discard }: UnsentActions): HTMLElement {
  const words: ReceiptWords =
    line.refused !== undefined
      ? { text: `not sent: ${line.refused}`, tone: 'bad' }
      : { text: line.failed ? `not stored yet, trying again: ${line.failed}` : 'sending', tone: 'busy' }
  const foot = drawFoot(line.at, words)
  if (line.refused !== undefined) {
    foot.append(
      button('Edit', { class: 'link' }, () => edit(line)),
      button('Discard', { class: 'link' }, () => discard(line)),
    )
  }
  const chips = (line.files ?? []).map(({ name, bytes }) => drawChip(name, bytes))
  const replied = line.replyTo ? [drawRepliedText(line.replyTo, 'div')] : []
  return element('li', { class: 'line human unsent' }, ...replied, ...drawBubble(line.text), ...chips, foot)
}

/** A line between two days. */
export function drawDay(at: number): HTMLElement {
  return element('li', { class: 'day' }, element('span', {}, dayOf(at, Date.now())))
}

export function clockOf(ms: number): string {
  return new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

function drawHuman(line: HumanLine, actions: LineActions): HTMLElement {
  const words = line.receipt && receiptWords(line.receipt, clockOf)
  const foot = drawFoot(line.at, words)
  foot.append(drawReplyButton({ id: line.id, who: line.name, text: line.text }, line, actions))
  return element(
    'li',
    { class: 'line human', 'data-line': String(line.id) },
    ...drawReplied(line.repliesTo, actions),
    ...drawBubble(line.text),
    ...drawFiles(line),
    foot,
  )
}

function drawBot(line: BotLine, actions: LineActions): HTMLElement {
  const text = element('div', { class: 'text' }, ...line.blocks.map(drawBlock))
  const body = line.settled ? drawSettled(line.settled, text) : text
  const isQuestion = line.settled !== undefined || line.buttons !== undefined
  const head = element('div', { class: 'foot' }, line.name, element('time', {}, clockOf(line.at)))
  // Of what we say, only answers come from a model that was shown something.
  if (line.kind === 'conversation' && line.task !== undefined) {
    head.append(
      button('Why?', { class: 'why', 'aria-label': 'What the model saw for this answer' }, () => actions.why(line)),
    )
  }
  head.append(drawReplyButton({ id: line.id, who: line.name, text: wordsOf(text) }, line, actions))
  return element(
    'li',
    { class: `line bot ${line.kind}${isQuestion ? ' question' : ''}`, 'data-line': String(line.id) },
    head,
    body,
    ...drawFiles(line),
    ...(line.unfinished ? [element('div', { class: 'unfinished' }, line.unfinished)] : []),
    ...drawActions(line),
    ...drawAnswers(line, actions.press),
  )
}

/** One line says what it was and how it ended; what was asked is folded away behind it. */
function drawSettled(settled: Block[], asked: HTMLElement): HTMLElement {
  const line = element('div', { class: 'text' }, ...settled.map(drawBlock))
  return element('details', { class: 'settled' }, element('summary', {}, line), asked)
}

/** What the tools did, folded away until somebody wants to know. */
function drawActions({ actions = [] }: BotLine): HTMLElement[] {
  if (actions.length === 0) return []
  const items = actions.map(({ line, failed }) =>
    element('li', failed ? { class: 'failed' } : {}, failed ? `${line} (failed)` : line),
  )
  const title = actions.length === 1 ? 'One step' : `${actions.length} steps`
  return [element('details', { class: 'actions' }, element('summary', {}, title), element('ol', {}, ...items))]
}

/** All of them go still with the first press: the question is answered once. */
function drawAnswers(line: BotLine, press: Press): HTMLElement[] {
  if (!line.buttons) return []
  const row = element('div', { class: 'answers', role: 'group', 'aria-label': 'Your answer' })
  const buttons = line.buttons.map(({ label, data }) =>
    button(label, { class: 'answer' }, () => {
      for (const one of buttons) one.disabled = true
      void press(line, data)
        .then((settled) => settled !== undefined && row.replaceChildren(settled))
        .finally(() => {
          for (const one of buttons) one.disabled = false
        })
    }),
  )
  row.append(...buttons)
  return [row]
}

/** A message can be its files and nothing else. */
function drawBubble(text: string): HTMLElement[] {
  return text.trim() === '' ? [] : [element('div', { class: 'bubble', dir: 'auto' }, text)]
}

function drawFoot(at: number, words: ReceiptWords | undefined): HTMLElement {
  const foot = element('div', { class: 'foot' }, element('time', {}, clockOf(at)))
  if (words) foot.append(element('span', { class: `receipt ${words.tone}` }, words.text))
  return foot
}

function dayOf(at: number, now: number): string {
  const day = new Date(at)
  const age = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (age === 0) return 'Today'
  if (age === 1) return 'Yesterday'
  const isThisYear = day.getFullYear() === new Date(now).getFullYear()
  return day.toLocaleDateString([], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

export function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}
