import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Blocks } from '../../../text/blocks.tsx'
import type { BotLine, Line } from '../../../wire/wire.ts'
import { askedWords } from '../../../words/chats/compose-words.ts'
import { useWords } from '../../../words/language.ts'
import { Buttons, type Press } from '../thread/buttons.tsx'
import { Files } from '../thread/file-view.tsx'

/** The questions that something waits with, above the field until they are answered: what would be done, where, and for how long they stand. */
export function Asked({ lines, press }: { lines: Line[]; press: Press }) {
  const words = useWords(askedWords)
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

function isOpen(line: Line): line is OpenQuestion {
  return line.author === 'bot' && line.waitsUntil !== undefined
}

function Question({ line, press }: { line: OpenQuestion; press: Press }) {
  const words = useWords(askedWords)
  const { blocks, buttons = [], waitsUntil } = line
  return (
    <article class="asked-one">
      <div class="asked-words text" tabIndex={0} role="region" aria-label={words.whatIsAsked}>
        <Blocks blocks={blocks} />
        <Files {...line} />
      </div>
      <div class="asked-foot">
        <Buttons line={line} buttons={buttons} press={press} />
        <Countdown until={waitsUntil} />
      </div>
    </article>
  )
}

function Countdown({ until }: { until: number }) {
  const words = useWords(askedWords)
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

/** "9:41 left"; afterwards the daemon says how it ended. */
function leftInWords(ms: number, words: (typeof askedWords)['en']): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds === 0) return words.isOver
  return words.left(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
}
