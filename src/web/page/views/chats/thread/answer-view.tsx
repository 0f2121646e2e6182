import { useSignal } from '@preact/signals'
import { isPageChat } from '../../../address.ts'
import { Blocks } from '../../../text/blocks.tsx'
import { formatDollars, formatNumber, formatSeconds } from '../../../text/format.ts'
import { asMarkdown, plainTextOf } from '../../../text/markdown.ts'
import { CopyButton, ReadAloudButton } from '../../../text/text-controls.tsx'
import type { AnswerSteps, BotLine, Replied, WireAnswerFacts } from '../../../wire/wire.ts'
import { answerFootWords, stepsWords } from '../../../words/chats/thread-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { stepsInWords } from './line-text.ts'
import { ReplyButton } from './reply-view.tsx'
import { type ChooseVersion, Versions } from './versions.tsx'

export interface AnswerActions {
  /** Opens the inspector for an answer. */
  /** Missing for people who may not look into what the model saw. */
  why?: (line: BotLine) => void
  /** Requests another version of an answer. Resolves with the reason if there will be none. */
  retry: (line: BotLine) => Promise<string | undefined>
  /** Shows another version of what begins with this line. */
  choose: ChooseVersion
  /** Requests the rest of a truncated answer. */
  goOn: (line: BotLine) => void
  /** Loads the actions and the reasoning. */
  steps: (line: BotLine) => Promise<AnswerSteps | undefined>
  reply: (line: Replied) => void
}

/** Actions and details below an answer. */
export function AnswerFoot({ line, actions }: { line: BotLine; actions: AnswerActions }) {
  const words = useWords(answerFootWords)
  // Only answers come from a model.
  const isAnswer = line.kind === 'conversation' && line.task !== undefined
  const isAskedHere = isAnswer && isPageChat(line.chat)
  return (
    <div class="foot tools">
      <Versions line={line} choose={actions.choose} />
      {line.blocks.length > 0 && <CopyButton text={asMarkdown(line.blocks)} of={words.thisAnswer} />}
      {isAnswer && (
        <ReadAloudButton passages={line.blocks.map((block) => plainTextOf([block]))} of={words.thisAnswer} />
      )}
      {isAskedHere && <Retry line={line} retry={actions.retry} />}
      {isAskedHere && line.unfinished && (
        <button type="button" class="why" onClick={() => actions.goOn(line)}>
          {words.continue}
        </button>
      )}
      <ReplyButton line={line} text={plainTextOf(line.blocks)} reply={actions.reply} />
      {isAnswer && actions.why && (
        <button type="button" class="why" aria-label={words.whyLong} onClick={() => actions.why?.(line)}>
          {words.why}
        </button>
      )}
      {line.making && <Made making={line.making} />}
    </div>
  )
}

function Retry({ line, retry }: { line: BotLine; retry: AnswerActions['retry'] }) {
  const words = useWords(answerFootWords)
  const error = useSignal<string | undefined>(undefined)
  const isAsked = useSignal(false)
  const ask = async () => {
    isAsked.value = true
    error.value = await retry(line)
    isAsked.value = false
  }
  return (
    <>
      <button
        type="button"
        class="why changes"
        aria-label={words.retryLong}
        disabled={isAsked.value}
        onClick={() => void ask()}
      >
        {words.retry}
      </button>
      {error.value !== undefined && <span role="status">{error.value}</span>}
    </>
  )
}

/** Time, model and cost. Phones show the time and unfold the rest. */
function Made({ making: { who, ms, usd } }: { making: WireAnswerFacts }) {
  const words = useWords(answerFootWords)
  const locale = useLocale()
  const time = timeOf(ms, locale)
  const money = usd < 0.01 ? words.lessThan(formatDollars(0.01, 2, locale)) : formatDollars(usd, 2, locale)
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
  if (ms < 10_000) return formatSeconds(ms, locale)
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`
  return `${formatNumber(Math.round(ms / 60_000), locale)} min`
}

interface LineSteps {
  line: BotLine
  read: AnswerActions['steps']
}

/** The reasoning, loaded when unfolded. */
export function Thought({ line, read }: LineSteps) {
  const words = useWords(answerFootWords)
  const [allSteps, unfold] = useSteps(line, read)
  if (!line.making?.thinks) return null
  return (
    <details class="actions thought" onToggle={unfold}>
      <summary>{words.thinking}</summary>
      <p dir="auto">{allSteps?.thought}</p>
    </details>
  )
}

/** Some of the actions, by default all of them. Their details are loaded when unfolded. */
export function StepsFold({ line, read, from = 0, count }: LineSteps & { from?: number; count?: number }) {
  const labels = useWords(stepsWords)
  const [allSteps, unfold] = useSteps(line, read)
  const some = <T,>(steps: T[]) => steps.slice(from, count === undefined ? undefined : from + count)
  const actions = some(line.actions ?? [])
  if (actions.length === 0) return null
  return (
    <details class="actions" onToggle={unfold}>
      <summary>{stepsInWords(actions, labels)}</summary>
      <ol>
        {(allSteps ? some(allSteps.steps) : actions).map((step, at) => (
          <Step key={at} {...step} />
        ))}
      </ol>
    </details>
  )
}

function useSteps(line: BotLine, read: AnswerActions['steps']) {
  const allSteps = useSignal<AnswerSteps | undefined>(undefined)
  const unfold = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    if (!currentTarget.open || allSteps.value) return
    void read(line).then((steps) => {
      allSteps.value = steps
    })
  }
  return [allSteps.value, unfold] as const
}

/** What the model wrote and did, in order, and the answer at its end. */
export function TurnText({ line, read }: LineSteps) {
  if (!line.turn) {
    return (
      <div class="text">
        <Blocks blocks={line.blocks} />
      </div>
    )
  }
  const { before, rest } = line.turn
  let first = 0
  return (
    <>
      {before.map(({ said, actions }, at) => {
        const from = first
        first += actions
        return (
          <div key={at} class="said">
            <div class="text">
              <Blocks blocks={said} />
            </div>
            <StepsFold line={line} read={read} from={from} count={actions} />
          </div>
        )
      })}
      <div class="text">
        <Blocks blocks={rest} />
      </div>
    </>
  )
}

function Step({ line, failed, input, output }: AnswerSteps['steps'][number]) {
  const words = useWords(answerFootWords)
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
