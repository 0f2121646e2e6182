import { Component, type ComponentChildren } from 'preact'
import { Blocks } from '../../../text/blocks.tsx'
import { clockOf, dateOf } from '../../../text/date.ts'
import { Fold } from '../../../text/fold.tsx'
import type { Block, BotLine, HumanLine, Line } from '../../../wire/wire.ts'
import { lineWords, receiptStates } from '../../../words/chats/line-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useLocale, useText, useWords } from '../../../words/language.ts'
import type { Unsent } from '../compose/outgoing.ts'
import { type AnswerActions, AnswerFoot, StepsFold } from './answer-view.tsx'
import { Buttons, type Press } from './buttons.tsx'
import { dayOf } from './day.ts'
import { Chip, Files } from './file-view.tsx'
import { Edited, Folded, LeftOut, Speaker, TakeBack } from './line-story.tsx'
import { isOfPage } from './of-page.ts'
import { type ReceiptWords, receiptWords } from './receipt-words.ts'
import { RepliedTo, ReplyButton } from './reply-view.tsx'

export interface LineActions extends AnswerActions {
  press: Press
  /** Puts a person's own line back into the field, to be changed and sent once more. */
  resend: (line: HumanLine) => void
  /** Takes back a person's own line that nobody has begun to answer. */
  takeBack: (line: HumanLine) => void
  /** Leads to another line of the chat. */
  goTo: (line: number) => void
}

export interface UnsentActions {
  edit: (line: Unsent) => void
  discard: (line: Unsent) => void
}

interface LineProps {
  line: Line
  actions: LineActions
}

/** One stored line. It is drawn again only when it is another one. */
export class LineView extends Component<LineProps> {
  override shouldComponentUpdate({ line }: LineProps): boolean {
    return line !== this.props.line
  }
  override render() {
    const { line, actions } = this.props
    return line.author === 'human' ? <Human line={line} actions={actions} /> : <Bot line={line} actions={actions} />
  }
}

/** A line that is not stored yet. */
export function UnsentView({ line, actions }: { line: Unsent; actions: UnsentActions }) {
  const words = useWords(lineWords)
  const { cancel } = useWords(commonWords)
  const receipt: ReceiptWords =
    line.refused !== undefined
      ? { text: words.notSent(line.refused), tone: 'bad' }
      : { text: line.failed ? words.notStored(line.failed) : words.sending, tone: 'busy' }
  return (
    <li class="line human unsent">
      <RepliedTo replied={line.replyTo} />
      <Bubble text={line.text} />
      {(line.files ?? []).map(({ name, bytes }, at) => (
        <Chip key={at} name={name} bytes={bytes} />
      ))}
      <Foot at={line.at} words={receipt}>
        {line.refused === undefined && line.failed !== undefined && (
          <button type="button" class="link" onClick={() => actions.discard(line)}>
            {cancel}
          </button>
        )}
        {line.refused !== undefined && (
          <>
            <button type="button" class="link" onClick={() => actions.edit(line)}>
              {words.edit}
            </button>
            <button type="button" class="link" onClick={() => actions.discard(line)}>
              {words.discard}
            </button>
          </>
        )}
      </Foot>
    </li>
  )
}

/** A line between two days. */
export function Day({ name, at }: { name: string; at: number }) {
  const words = useWords(lineWords)
  const locale = useLocale()
  return (
    <li class="day" data-entry={name}>
      <span>{dayOf(at, Date.now(), words, locale)}</span>
    </li>
  )
}

function Human({ line, actions }: { line: HumanLine; actions: LineActions }) {
  const words = useWords(lineWords)
  const states = useWords(receiptStates)
  const locale = useLocale()
  const textOf = useText()
  return (
    <li
      class={`line human${line.speaker === 'other' ? ' of-other' : ''}`}
      data-line={line.id}
      data-entry={`line:${line.id}`}
    >
      <Speaker {...line} />
      <span class="hidden">{line.speaker ? dateOf(line.at, locale) : `${line.name}, ${dateOf(line.at, locale)}`}</span>
      <RepliedTo replied={line.repliesTo} goTo={actions.goTo} />
      <Folded line={line} goTo={actions.goTo}>
        <Bubble text={line.text} blocks={line.blocks} />
        <Files {...line} />
      </Folded>
      {line.later === undefined && <Edited {...line} />}
      <Foot
        at={line.at}
        words={line.receipt && receiptWords(line.receipt, { clockOf: (ms) => clockOf(ms, locale), textOf }, states)}
      >
        <TakeBack line={line} takeBack={actions.takeBack} />
        {isOfPage(line.chat) && (
          <button type="button" class="why" aria-label={words.editAndSend} onClick={() => actions.resend(line)}>
            {words.edit}
          </button>
        )}
        <ReplyButton line={line} text={line.text} reply={actions.reply} />
      </Foot>
    </li>
  )
}

function Bot({ line, actions }: { line: BotLine; actions: LineActions }) {
  const words = useWords(lineWords)
  const locale = useLocale()
  if (line.waitsUntil !== undefined) return <Waiting line={line} />
  const isQuestion = line.settled !== undefined || line.buttons !== undefined
  const text = (
    <div class="text">
      <Blocks blocks={line.blocks} />
    </div>
  )
  return (
    <li
      class={`line bot ${line.kind}${isQuestion ? ' question' : ''}`}
      data-line={line.id}
      data-entry={`line:${line.id}`}
    >
      <div class="foot">
        {line.name}
        <time>{clockOf(line.at, locale)}</time>
      </div>
      {line.settled ? (
        // One line says what it was and how it ended; what was asked is folded away behind it.
        <details class="settled">
          <summary>
            <div class="text">
              <Blocks blocks={line.settled} />
            </div>
          </summary>
          {text}
        </details>
      ) : (
        text
      )}
      <Files {...line} />
      <LeftOut {...line} />
      {line.unfinished && <div class="unfinished">{words.unfinished[line.unfinished] ?? line.unfinished}</div>}
      <StepsFold line={line} read={actions.steps} />
      {line.buttons && <Buttons line={line} buttons={line.buttons} press={actions.press} />}
      <AnswerFoot line={line} actions={actions} />
    </li>
  )
}

/** The place of a question in the conversation, while the question itself stands above the field. */
function Waiting({ line }: { line: BotLine }) {
  const words = useWords(lineWords)
  const locale = useLocale()
  return (
    <li class="line bot notice" data-line={line.id} data-entry={`line:${line.id}`}>
      <div class="foot">
        {line.name}
        <time>{clockOf(line.at, locale)}</time>
      </div>
      <div class="unfinished">{words.waitsBelow}</div>
    </li>
  )
}

function Foot(props: { at: number; words: ReceiptWords | undefined; children?: ComponentChildren }) {
  const locale = useLocale()
  return (
    <div class="foot">
      <time>{clockOf(props.at, locale)}</time>
      {props.words && <span class={`receipt ${props.words.tone}`}>{props.words.text}</span>}
      {props.children}
    </div>
  )
}

/** What a person wrote: in Markdown where it is some, otherwise as it was typed. A message can be its files and nothing else. */
function Bubble({ text, blocks }: { text: string; blocks?: Block[] | undefined }) {
  if (text.trim() === '') return null
  return (
    <div class={blocks ? 'bubble text' : 'bubble'} dir="auto">
      <Fold text={text}>{blocks ? <Blocks blocks={blocks} /> : text}</Fold>
    </div>
  )
}
