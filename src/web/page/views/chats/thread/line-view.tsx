import type { ReadonlySignal } from '@preact/signals'
import { Component, type ComponentChildren } from 'preact'
import { isPageChat } from '../../../address.ts'
import { Blocks } from '../../../text/blocks.tsx'
import { clockOf, dateOf } from '../../../text/format.ts'
import { Fold } from '../../../text/text-controls.tsx'
import type { BotLine, HumanLine, ThreadLine, WireBlock, WireStandstill } from '../../../wire/wire.ts'
import { lineWords, receiptStates } from '../../../words/chats/thread-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useLocale, useText, useWords } from '../../../words/language.ts'
import type { Unsent } from '../compose/outgoing.ts'
import { CureLink, offersRetry } from '../standstill.tsx'
import { type AnswerActions, AnswerFoot, StepsFold, Thought, TurnText } from './answer-view.tsx'
import { Chip, LineFiles } from './file-view.tsx'
import { Edited, FoldedLine, SecretRemoved, SpeakerName, TakeBack } from './line-story.tsx'
import { dayOf, type ReceiptWords, receiptWords } from './line-text.ts'
import { AnswerButtons, type PressAnswer } from './questions.tsx'
import { RepliedTo, ReplyButton } from './reply-view.tsx'
import { Versions } from './versions.tsx'

export interface LineActions extends AnswerActions {
  press: PressAnswer
  /** Puts a sent message back into the field. */
  resend: (line: HumanLine) => void
  /** Takes back a message that is still queued. */
  takeBack: (line: HumanLine) => void
  /** What keeps every message from being answered. */
  standstill: ReadonlySignal<WireStandstill | undefined>
  /** Scrolls to another line of the chat. */
  goTo: (line: number) => void
}

export interface UnsentActions {
  edit: (line: Unsent) => void
  discard: (line: Unsent) => void
}

interface LineProps {
  line: ThreadLine
  actions: LineActions
}

/** A stored line. Redrawn only when it changes. */
export class LineView extends Component<LineProps> {
  override shouldComponentUpdate({ line }: LineProps): boolean {
    return line !== this.props.line
  }
  override render() {
    const { line, actions } = this.props
    return line.author === 'human' ? <Human line={line} actions={actions} /> : <Bot line={line} actions={actions} />
  }
}

interface UnsentProps {
  line: Unsent
  actions: UnsentActions
  /** The banner says why nothing can be stored. */
  isReasonKnown: boolean
}

/** A message that is not stored yet. */
export function UnsentView({ line, actions, isReasonKnown }: UnsentProps) {
  const words = useWords(lineWords)
  const { cancel } = useWords(commonWords)
  const receipt: ReceiptWords =
    line.refused !== undefined
      ? { text: words.notSent(line.refused), tone: 'bad' }
      : { text: line.failed ? words.notStored(isReasonKnown ? '' : line.failed) : words.sending, tone: 'busy' }
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

/** A day separator. */
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
      <SpeakerName {...line} />
      <span class="hidden">{line.speaker ? dateOf(line.at, locale) : `${line.name}, ${dateOf(line.at, locale)}`}</span>
      <RepliedTo replied={line.repliesTo} goTo={actions.goTo} />
      <FoldedLine line={line} goTo={actions.goTo}>
        <Bubble text={line.text} blocks={line.blocks} />
        <LineFiles {...line} />
      </FoldedLine>
      {line.later === undefined && <Edited {...line} />}
      <Foot
        at={line.at}
        words={line.receipt && receiptWords(line.receipt, { clockOf: (ms) => clockOf(ms, locale), textOf }, states)}
      >
        <Versions line={line} choose={actions.choose} />
        <TakeBack line={line} takeBack={actions.takeBack} />
        {isPageChat(line.chat) && (
          <button type="button" class="why changes" aria-label={words.editAndSend} onClick={() => actions.resend(line)}>
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
  const text = <TurnText line={line} read={actions.steps} />
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
      <Thought line={line} read={actions.steps} />
      {line.settled ? (
        // Shows the outcome in one line. The question itself is folded.
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
      <LineFiles {...line} />
      <SecretRemoved {...line} />
      {line.unfinished && <div class="unfinished">{words.unfinished[line.unfinished] ?? line.unfinished}</div>}
      {!line.turn && <StepsFold line={line} read={actions.steps} />}
      {line.buttons && <AnswerButtons line={line} buttons={line.buttons} press={actions.press} />}
      {offersRetry(line) && <Cure standstill={actions.standstill} />}
      <AnswerFoot line={line} actions={actions} />
    </li>
  )
}

/** Beside the button for another attempt, while no attempt can succeed. */
function Cure({ standstill }: Pick<LineActions, 'standstill'>) {
  if (standstill.value?.kind !== 'model') return null
  return (
    <div class="cure">
      <CureLink standstill={standstill.value} />
    </div>
  )
}

/** A placeholder for an open question, which is shown above the message field. */
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

/** A person's message, as Markdown or as typed. It may consist of files only. */
function Bubble({ text, blocks }: { text: string; blocks?: WireBlock[] | undefined }) {
  if (text.trim() === '') return null
  return (
    <div class={blocks ? 'bubble text' : 'bubble'} dir="auto">
      <Fold text={text}>{blocks ? <Blocks blocks={blocks} /> : text}</Fold>
    </div>
  )
}
