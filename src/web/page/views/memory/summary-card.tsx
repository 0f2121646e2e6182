import { useSignal } from '@preact/signals'
import { addressOf } from '../../address.ts'
import type { Answer } from '../../api.ts'
import { Blocks } from '../../text/blocks.tsx'
import { dateOf } from '../../text/date.ts'
import type { Summary } from '../../wire/memory-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { memoryWords } from '../../words/memory-words.ts'
import { CorrectForm } from './correct-form.tsx'
import type { MemoryCalls } from './memory-calls.ts'
import { SourceLines } from './source-lines.tsx'

export interface SummaryCardProps {
  summary: Summary
  calls: MemoryCalls
  changed: (summary: Summary) => void
}

/** One summary: what it says, of what, made by whom, and the owner's say in it. */
export function SummaryCard({ summary, calls, changed }: SummaryCardProps) {
  const words = useWords(memoryWords)
  const locale = useLocale()
  const isEdited = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const { id, chat, chatTitle, correction, fromAt, toAt, messages, madeAt, made } = summary
  const isHidden = correction?.text === ''
  const title = chatTitle || chat
  const about = words.ofChat(title)

  const act = async (done: Promise<Answer<Summary>>) => {
    const answer = await done
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status !== 'ok') return
    isEdited.value = false
    changed(answer.value)
  }
  const button = (label: string, press: () => void) => (
    <button type="button" class="quiet" aria-description={about} onClick={press}>
      {label}
    </button>
  )
  return (
    <li class="row-item summary" aria-label={about}>
      <div class="row-title" dir="auto">
        <a href={addressOf({ chat })}>{title}</a>
      </div>
      <p class="muted">
        {`${words.of[summary.of]} · `}
        <a href={addressOf({ view: 'memory', part: String(id) })} aria-description={words.itsAddress}>
          {`${dateOf(fromAt, locale)} – ${dateOf(toAt, locale)}`}
        </a>
        {['', words.lines(messages), words.made[made], words.madeAt(dateOf(madeAt, locale))].join(' · ')}
      </p>
      {correction && (
        <p class="summary-said">
          {isHidden ? words.hidden(dateOf(correction.at, locale)) : words.corrected(dateOf(correction.at, locale))}
        </p>
      )}
      {isEdited.value ? (
        <CorrectForm
          text={correction?.text || summary.text}
          save={(text) => void act(calls.correct(id, text))}
          cancel={() => (isEdited.value = false)}
        />
      ) : (
        <div class={isHidden ? 'text summary-hidden' : 'text'}>
          <Blocks blocks={summary.blocks} />
        </div>
      )}
      {problem.value && <p role="alert">{problem.value}</p>}
      {!isEdited.value && (
        <div class="row-acts">
          {button(words.correct, () => (isEdited.value = true))}
          {!isHidden && button(words.hide, () => void act(calls.hide(id)))}
          {correction && button(words.undo, () => void act(calls.undo(id)))}
        </div>
      )}
      {correction && !isHidden && (
        <details>
          <summary>{words.asMade}</summary>
          <p class="summary-source" dir="auto">
            {summary.text}
          </p>
        </details>
      )}
      <SourceLines id={id} chat={chat} calls={calls} />
    </li>
  )
}
