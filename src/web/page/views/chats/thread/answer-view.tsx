import { useSignal } from '@preact/signals'
import { CopyButton } from '../../../text/copy-button.tsx'
import { asMarkdown } from '../../../text/markdown.ts'
import { dollars, number, seconds } from '../../../text/number.ts'
import { wordsOf } from '../../../text/words.ts'
import type { Making, Steps } from '../../../wire/answer-wire.ts'
import type { BotLine, Replied } from '../../../wire/wire.ts'
import { answerWords } from '../../../words/chats/line-words.ts'
import { stepsWords } from '../../../words/chats/steps-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { isOfPage } from './of-page.ts'
import { ReplyButton } from './reply-view.tsx'
import { stepsInWords } from './steps-words.ts'

export interface AnswerActions {
  /** Shows what the model saw for an answer. */
  why: (line: BotLine) => void
  /** Asks for another answer to the same message; resolves with what is said of it. */
  retry: (line: BotLine) => Promise<string>
  /** Asks for the rest of an answer that was broken off. */
  goOn: (line: BotLine) => void
  /** What was done and thought for it. */
  steps: (line: BotLine) => Promise<Steps | undefined>
  /** The next message answers this line. */
  reply: (line: Replied) => void
}

/** Below a line of ours: what can be done with it, and how it came about. */
export function AnswerFoot({ line, actions }: { line: BotLine; actions: AnswerActions }) {
  const words = useWords(answerWords)
  // Of what we say, only answers come from a model that was shown something.
  const isAnswer = line.kind === 'conversation' && line.task !== undefined
  const isAskedHere = isAnswer && isOfPage(line.chat)
  return (
    <div class="foot tools">
      <CopyButton text={asMarkdown(line.blocks)} of={words.thisAnswer} />
      {isAskedHere && <Retry line={line} retry={actions.retry} />}
      {isAskedHere && line.unfinished && (
        <button type="button" class="why" onClick={() => actions.goOn(line)}>
          {words.continue}
        </button>
      )}
      <ReplyButton line={line} text={wordsOf(line.blocks)} reply={actions.reply} />
      {isAnswer && (
        <button type="button" class="why" aria-label={words.whyLong} onClick={() => actions.why(line)}>
          {words.why}
        </button>
      )}
      {line.making && <Made making={line.making} />}
    </div>
  )
}

function Retry({ line, retry }: { line: BotLine; retry: AnswerActions['retry'] }) {
  const words = useWords(answerWords)
  const said = useSignal<string | undefined>(undefined)
  const isAsked = useSignal(false)
  const ask = async () => {
    isAsked.value = true
    said.value = await retry(line)
    isAsked.value = false
  }
  return (
    <>
      <button
        type="button"
        class="why"
        aria-label={words.retryLong}
        disabled={isAsked.value}
        onClick={() => void ask()}
      >
        {words.retry}
      </button>
      {said.value !== undefined && <span role="status">{said.value}</span>}
    </>
  )
}

/** Who wrote it, in how many seconds and for how much; on a phone the seconds, and the rest behind them. */
function Made({ making: { who, ms, usd } }: { making: Making }) {
  const words = useWords(answerWords)
  const locale = useLocale()
  const time = timeOf(ms, locale)
  const money = usd < 0.01 ? words.lessThan(dollars(0.01, 2, locale)) : dollars(usd, 2, locale)
  const rest = [who, ...(usd > 0 ? [money] : [])].join(' · ')
  return (
    <>
      <span class="made wide">
        {time} · {rest}
      </span>
      <details class="made narrow">
        <summary>{time}</summary>
        {rest}
      </details>
    </>
  )
}

function timeOf(ms: number, locale: string): string {
  if (ms < 10_000) return seconds(ms, locale)
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`
  return `${number(Math.round(ms / 60_000), locale)} min`
}

/** What the tools did and what was thought, folded away until somebody wants to know; read when they do. */
export function StepsFold({ line, read }: { line: BotLine; read: AnswerActions['steps'] }) {
  const words = useWords(answerWords)
  const told = useWords(stepsWords)
  const { actions = [], making } = line
  const whole = useSignal<Steps | undefined>(undefined)
  const unfold = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    if (!currentTarget.open || whole.value) return
    void read(line).then((steps) => {
      whole.value = steps
    })
  }
  return (
    <>
      {making?.thinks && (
        <details class="actions thought" onToggle={unfold}>
          <summary>{words.thinking}</summary>
          <p dir="auto">{whole.value?.thought}</p>
        </details>
      )}
      {actions.length > 0 && (
        <details class="actions" onToggle={unfold}>
          <summary>{stepsInWords(actions, told)}</summary>
          <ol>
            {(whole.value?.steps ?? actions).map((step, at) => (
              <Step key={at} {...step} />
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

function Step({ line, failed, input, output }: Steps['steps'][number]) {
  const words = useWords(answerWords)
  const head = failed ? words.failedStep(line) : line
  const has = [input, output].some((text) => text !== undefined && text !== '')
  return (
    <li class={failed ? 'failed' : undefined}>
      {has ? (
        <details>
          <summary>{head}</summary>
          <Passage name={words.given} text={input} />
          <Passage name={words.cameBack} text={output} />
        </details>
      ) : (
        head
      )}
    </li>
  )
}

function Passage({ name, text }: { name: string; text: string | undefined }) {
  if (text === undefined || text === '') return null
  return (
    <figure class="passage">
      <figcaption>{name}</figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  )
}
