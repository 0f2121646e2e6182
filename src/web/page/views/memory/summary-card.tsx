import { useSignal } from '@preact/signals'
import { hrefOf } from '../../address.ts'
import type { Api, ApiResult } from '../../api.ts'
import { Blocks } from '../../text/blocks.tsx'
import { dateOf } from '../../text/format.ts'
import type * as wire from '../../wire/memory-wire.ts'
import type { Memory, MemorySummary, SourceLines } from '../../wire/memory-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { memoryWords } from '../../words/memory-words.ts'

/** The requests of this view. */
interface MemoryCalls {
  /** Summaries with these words, after the last known one. */
  list(words: string, after?: MemorySummary): Promise<ApiResult<Memory>>
  one(id: string): Promise<ApiResult<MemorySummary>>
  lines(id: number, after?: number): Promise<ApiResult<SourceLines>>
  correct(id: number, text: string): Promise<ApiResult<MemorySummary>>
  hide(id: number): Promise<ApiResult<MemorySummary>>
  undo(id: number): Promise<ApiResult<MemorySummary>>
}

export function createMemoryCalls({ get, post }: Pick<Api, 'get' | 'post'>): MemoryCalls {
  return {
    list: (words, after) =>
      get(`/api/memory?q=${encodeURIComponent(words)}${after ? `&at=${after.toAt}&id=${after.id}` : ''}`),
    one: (id) => get(`/api/memory/${encodeURIComponent(id)}`),
    lines: (id, after) => get(`/api/memory/${id}/lines${after === undefined ? '' : `?after=${after}`}`),
    correct: (id, text) => post(`/api/memory/${id}/correct`, { text }),
    hide: (id) => post(`/api/memory/${id}/hide`, {}),
    undo: (id) => post(`/api/memory/${id}/undo`, {}),
  }
}

export interface SummaryCardProps {
  summary: MemorySummary
  calls: MemoryCalls
  changed: (summary: MemorySummary) => void
}

/** A summary with its source, and the owner's correction. */
export function SummaryCard({ summary, calls, changed }: SummaryCardProps) {
  const words = useWords(memoryWords)
  const locale = useLocale()
  const isEdited = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const { id, chat, chatTitle, correction, fromAt, toAt, messages, madeAt, made } = summary
  const isHidden = correction?.text === ''
  const title = chatTitle || chat
  const about = words.summaryOf(title)

  const act = async (done: Promise<ApiResult<MemorySummary>>) => {
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
        <a href={hrefOf({ chat })}>{title}</a>
      </div>
      <p class="muted">
        {`${words.of[summary.of]} · `}
        <a href={hrefOf({ view: 'memory', part: String(id) })} aria-description={words.summaryAddress}>
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
          <summary>{words.originalVersion}</summary>
          <p class="summary-source" dir="auto">
            {summary.text}
          </p>
        </details>
      )}
      <SourceLineList id={id} chat={chat} calls={calls} />
    </li>
  )
}

interface CorrectFormProps {
  text: string
  save: (text: string) => void
  cancel: () => void
}

/** Edits the owner's version of a summary. */
function CorrectForm({ text, save, cancel }: CorrectFormProps) {
  const words = useWords(memoryWords)
  const edited = useSignal(text)
  const isEmpty = edited.value.trim() === ''
  return (
    <form
      class="correct-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) save(edited.value.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Escape leaves the form, not the view.
        event.preventDefault()
        cancel()
      }}
    >
      <textarea
        aria-label={words.yourVersion}
        rows={8}
        maxLength={8000}
        dir="auto"
        value={edited.value}
        ref={(box) => box?.focus()}
        onInput={({ currentTarget }) => (edited.value = currentTarget.value)}
      />
      <div class="row-acts">
        <button type="submit" class="quiet" disabled={isEmpty}>
          {words.save}
        </button>
        <button type="button" class="quiet" onClick={cancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

/** The original messages, loaded when unfolded. */
function SourceLineList({ id, chat, calls }: { id: number; chat: string; calls: Pick<MemoryCalls, 'lines'> }) {
  const words = useWords(memoryWords)
  const locale = useLocale()
  const sources = useSignal<wire.SourceLines | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)

  const read = async () => {
    const lines = sources.peek()?.lines ?? []
    const answer = await calls.lines(id, lines.at(-1)?.id)
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status === 'ok') sources.value = { ...answer.value, lines: [...lines, ...answer.value.lines] }
  }
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && !sources.peek() && void read()}>
      <summary>{words.originalMessages}</summary>
      {problem.value && <p role="alert">{problem.value}</p>}
      <ol class="source-lines">
        {sources.value?.lines.map((line) => (
          <li key={line.id} dir="auto">
            <a class="muted" href={hrefOf({ chat, line: line.id })}>
              {`${line.name}, ${dateOf(line.at, locale)}`}
            </a>
            <p class="summary-source">{line.text}</p>
          </li>
        ))}
      </ol>
      {sources.value?.isMore && (
        <button type="button" class="quiet" onClick={() => void read()}>
          {words.more}
        </button>
      )}
    </details>
  )
}
