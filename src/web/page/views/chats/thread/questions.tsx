import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Blocks } from '../../../text/blocks.tsx'
import type { BotLine, ThreadLine } from '../../../wire/wire.ts'
import { questionWords } from '../../../words/chats/compose-words.ts'
import { useWords } from '../../../words/language.ts'
import { LineFiles } from './file-view.tsx'

/** Open questions above the message field, with the action and the time left. */
export function OpenQuestionList({ lines, press }: { lines: ThreadLine[]; press: PressAnswer }) {
  const words = useWords(questionWords)
  const open = lines.filter(isOpen)
  if (open.length === 0) return null
  return (
    <section id="asked" class="asked" aria-label={words.waits}>
      {open.map((line) => (
        <Question key={line.id} line={line} press={press} />
      ))}
    </section>
  )
}

type OpenQuestion = BotLine & { waitsUntil: number }

function isOpen(line: ThreadLine): line is OpenQuestion {
  return line.author === 'bot' && line.waitsUntil !== undefined
}

function Question({ line, press }: { line: OpenQuestion; press: PressAnswer }) {
  const words = useWords(questionWords)
  const { blocks, buttons = [], waitsUntil } = line
  return (
    <article class="asked-one">
      <div class="asked-words text" tabIndex={0} role="region" aria-label={words.whatIsAsked}>
        <Blocks blocks={blocks} />
        <LineFiles {...line} />
      </div>
      <div class="asked-foot">
        <AnswerButtons line={line} buttons={buttons} press={press} />
        <Countdown until={waitsUntil} />
      </div>
    </article>
  )
}

function Countdown({ until }: { until: number }) {
  const words = useWords(questionWords)
  const now = useSignal(Date.now())
  useEffect(() => {
    const tick = setInterval(() => {
      now.value = Date.now()
    }, 1000)
    return () => clearInterval(tick)
  }, [])
  return (
    <span class="countdown" role="timer">
      {leftInWords(until - now.value, words)}
    </span>
  )
}

/** "9:41 left". Afterwards the daemon reports the outcome. */
function leftInWords(ms: number, words: (typeof questionWords)['en']): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds === 0) return words.isOver
  return words.left(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
}

/**
 * Presses a button below a line. Resolves when the daemon has answered or cannot be reached. A text means that there is
 * nothing left to press and replaces the buttons.
 */
export type PressAnswer = (line: BotLine, data: string) => Promise<string | undefined>

/** The first press disables all buttons, because a question is answered once. */
export function AnswerButtons({
  line,
  buttons,
  press,
}: {
  line: BotLine
  buttons: { label: string; data: string }[]
  press: PressAnswer
}) {
  const words = useWords(questionWords)
  const isPressed = useSignal(false)
  const settled = useSignal<string | undefined>(undefined)
  const answer = async (data: string) => {
    isPressed.value = true
    settled.value = await press(line, data).finally(() => {
      isPressed.value = false
    })
  }
  return (
    <div class="answers" role="group" aria-label={words.yourAnswer}>
      {settled.value ??
        buttons.map(({ label, data }) => (
          <button key={data} type="button" class="answer" disabled={isPressed.value} onClick={() => void answer(data)}>
            {label}
          </button>
        ))}
    </div>
  )
}
