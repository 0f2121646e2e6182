import { useSignal } from '@preact/signals'
import { Component, type ComponentChildren } from 'preact'
import { Blocks } from '../../../text/blocks.tsx'
import { clockOf } from '../../../text/date.ts'
import { wordsOf } from '../../../text/words.ts'
import type { BotLine, HumanLine, Line, Replied } from '../../../wire.ts'
import type { Unsent } from '../compose/outgoing.ts'
import { dayOf } from './day.ts'
import { Chip, Files } from './file-view.tsx'
import { type ReceiptWords, receiptWords } from './receipt-words.ts'
import { RepliedTo, ReplyButton } from './reply-view.tsx'

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
  const words: ReceiptWords =
    line.refused !== undefined
      ? { text: `not sent: ${line.refused}`, tone: 'bad' }
      : { text: line.failed ? `not stored yet, trying again: ${line.failed}` : 'sending', tone: 'busy' }
  return (
    <li class="line human unsent">
      <RepliedTo replied={line.replyTo} />
      <Bubble text={line.text} />
      {(line.files ?? []).map(({ name, bytes }, at) => (
        <Chip key={at} name={name} bytes={bytes} />
      ))}
      <Foot at={line.at} words={words}>
        {line.refused !== undefined && (
          <>
            <button type="button" class="link" onClick={() => actions.edit(line)}>
              Edit
            </button>
            <button type="button" class="link" onClick={() => actions.discard(line)}>
              Discard
            </button>
          </>
        )}
      </Foot>
    </li>
  )
}

/** A line between two days. */
export function Day({ name, at }: { name: string; at: number }) {
  return (
    <li class="day" data-entry={name}>
      <span>{dayOf(at, Date.now())}</span>
    </li>
  )
}

function Human({ line, actions }: { line: HumanLine; actions: LineActions }) {
  return (
    <li class="line human" data-line={line.id} data-entry={`line:${line.id}`}>
      <RepliedTo replied={line.repliesTo} goTo={actions.goTo} />
      <Bubble text={line.text} />
      <Files {...line} />
      <Foot at={line.at} words={line.receipt && receiptWords(line.receipt, clockOf)}>
        <ReplyButton line={line} text={line.text} reply={actions.reply} />
      </Foot>
    </li>
  )
}

function Bot({ line, actions }: { line: BotLine; actions: LineActions }) {
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
        <time>{clockOf(line.at)}</time>
        {/* Of what we say, only answers come from a model that was shown something. */}
        {line.kind === 'conversation' && line.task !== undefined && (
          <button
            type="button"
            class="why"
            aria-label="What the model saw for this answer"
            onClick={() => actions.why(line)}
          >
            Why?
          </button>
        )}
        <ReplyButton line={line} text={wordsOf(line.blocks)} reply={actions.reply} />
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
      {line.unfinished && <div class="unfinished">{line.unfinished}</div>}
      <Steps line={line} />
      {line.buttons && <Answers line={line} buttons={line.buttons} press={actions.press} />}
    </li>
  )
}

/** What the tools did, folded away until somebody wants to know. */
function Steps({ line: { actions = [] } }: { line: BotLine }) {
  if (actions.length === 0) return null
  return (
    <details class="actions">
      <summary>{actions.length === 1 ? 'One step' : `${actions.length} steps`}</summary>
      <ol>
        {actions.map(({ line, failed }, at) => (
          <li key={at} class={failed ? 'failed' : undefined}>
            {failed ? `${line} (failed)` : line}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** All of them go still with the first press: the question is answered once. */
function Answers({
  line,
  buttons,
  press,
}: {
  line: BotLine
  buttons: { label: string; data: string }[]
  press: Press
}) {
  const isPressed = useSignal(false)
  const settled = useSignal<string | undefined>(undefined)
  const answer = async (data: string) => {
    isPressed.value = true
    settled.value = await press(line, data).finally(() => {
      isPressed.value = false
    })
  }
  return (
    <div class="answers" role="group" aria-label="Your answer">
      {settled.value ??
        buttons.map(({ label, data }) => (
          <button key={data} type="button" class="answer" disabled={isPressed.value} onClick={() => void answer(data)}>
            {label}
          </button>
        ))}
    </div>
  )
}

/** A message can be its files and nothing else. */
function Bubble({ text }: { text: string }) {
  if (text.trim() === '') return null
  return (
    <div class="bubble" dir="auto">
      {text}
    </div>
  )
}

function Foot(props: { at: number; words: ReceiptWords | undefined; children?: ComponentChildren }) {
  return (
    <div class="foot">
      <time>{clockOf(props.at)}</time>
      {props.words && <span class={`receipt ${props.words.tone}`}>{props.words.text}</span>}
      {props.children}
    </div>
  )
}
