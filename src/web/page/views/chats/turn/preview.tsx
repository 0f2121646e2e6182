import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Answer, Api } from '../../../api.ts'
import type { Seen } from '../../../wire/turn-wire.ts'
import { previewWords, turnWords } from '../../../words/chats/turn-words.ts'
import { useWords } from '../../../words/language.ts'
import { Contents, Failures, Prompts } from './seen-view.tsx'

/** What the model would see if something were written here now. Nothing is said, and no model is asked. */
export function Preview({ api, chat }: { api: Pick<Api, 'preview'>; chat: string }) {
  const words = useWords(previewWords)
  const { exactText } = useWords(turnWords)
  const field = useRef<HTMLTextAreaElement>(null)
  const line = useRef<HTMLInputElement>(null)
  const answer = useSignal<Answer<Seen> | undefined>(undefined)
  const isAsked = useSignal(false)

  async function imagine(submitted: Event): Promise<void> {
    submitted.preventDefault()
    const text = field.current?.value.trim() ?? ''
    if (text === '' || isAsked.value) return
    const replyTo = Number.parseInt(line.current?.value ?? '', 10)
    isAsked.value = true
    answer.value = await api.preview(chat, { text, ...(replyTo > 0 && { replyTo }) })
    isAsked.value = false
  }

  return (
    <section class="preview" aria-labelledby="preview-title">
      <h3 id="preview-title">{words.title}</h3>
      <form class="job-form" onSubmit={(submitted) => void imagine(submitted)}>
        <label for="preview-words">{words.notSent}</label>
        <textarea id="preview-words" ref={field} rows={2} maxLength={100_000} dir="auto" required />
        <label for="preview-line">{words.inReplyTo}</label>
        <div class="row">
          <input id="preview-line" ref={line} type="number" min={1} inputMode="numeric" autocomplete="off" />
          <button type="submit" class="small" disabled={isAsked.value}>
            {words.show}
          </button>
        </div>
      </form>
      <div role="status">
        {answer.value && answer.value.status !== 'ok' && <p class="bad">{answer.value.error}</p>}
        {answer.value?.status === 'ok' && (
          <>
            <p class="turn-why" dir="auto">
              {answer.value.value.why.join(' ')}
            </p>
            <Failures failures={answer.value.value.failures} />
          </>
        )}
      </div>
      {answer.value?.status === 'ok' && (
        <>
          <Contents seen={answer.value.value} />
          <h3>{exactText}</h3>
          <Prompts seen={answer.value.value} />
        </>
      )}
    </section>
  )
}
