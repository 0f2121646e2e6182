import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isPageChat } from '../../../address.ts'
import type { Api, ApiResult } from '../../../api.ts'
import type { InspectedPrompt, InspectedTurn } from '../../../wire/turn-wire.ts'
import { previewWords, turnWords } from '../../../words/chats/turn-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useText, useWords } from '../../../words/language.ts'
import { PromptContents, PromptFailures, PromptTexts } from './prompt-view.tsx'
import { TurnView } from './turn-view.tsx'

export interface InspectorProps {
  api: Pick<Api, 'turn' | 'press' | 'preview'>
  chat: string
  turn: { task: number; at: number }
  close: () => void
}

/** The inspector of an answer. Escape closes it and restores the focus. */
export function Inspector({ api, chat, turn, close }: InspectorProps) {
  const words = useWords(turnWords)
  const panel = useRef<HTMLDialogElement>(null)
  const answer = useSignal<ApiResult<InspectedTurn> | undefined>(undefined)
  useLayoutEffect(() => {
    const dialog = panel.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  useEffect(() => {
    void api.turn(chat, turn.task, turn.at).then((result) => {
      answer.value = result
    })
  }, [])

  return (
    <dialog
      id="inspector"
      ref={panel}
      class="inspector"
      aria-labelledby="inspector-title"
      onClose={close}
      // A click beside the panel hits the dialog element itself.
      onClick={({ target }) => target === panel.current && panel.current?.close()}
    >
      <header class="inspector-head">
        <h2 id="inspector-title">{words.title}</h2>
        <button id="inspector-close" class="quiet" type="button" onClick={() => panel.current?.close()}>
          {words.close}
        </button>
      </header>
      <div id="inspector-body" class="inspector-body" role="region" tabIndex={0} aria-label={words.thisTurn}>
        <Told api={api} chat={chat} answer={answer.value} />
        {answer.value && isPageChat(chat) && <Preview api={api} chat={chat} />}
      </div>
    </dialog>
  )
}

function Told({
  api,
  chat,
  answer,
}: Pick<InspectorProps, 'api' | 'chat'> & { answer: ApiResult<InspectedTurn> | undefined }) {
  const { reading } = useWords(commonWords)
  if (!answer) return <p class="muted">{reading}</p>
  if (answer.status !== 'ok') return <p role="alert">{answer.error}</p>
  return <TurnView api={api} chat={chat} turn={answer.value} />
}

/** What the model would see for a message. Nothing is sent, and no model is called. */
function Preview({ api, chat }: { api: Pick<Api, 'preview'>; chat: string }) {
  const words = useWords(previewWords)
  const { exactText } = useWords(turnWords)
  const textOf = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const line = useRef<HTMLInputElement>(null)
  const answer = useSignal<ApiResult<InspectedPrompt> | undefined>(undefined)
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
              {answer.value.value.why.map(textOf).join(' ').replaceAll('`', '')}
            </p>
            <PromptFailures failures={answer.value.value.failures} />
          </>
        )}
      </div>
      {answer.value?.status === 'ok' && (
        <>
          <PromptContents seen={answer.value.value} />
          <h3>{exactText}</h3>
          <PromptTexts seen={answer.value.value} />
        </>
      )}
    </section>
  )
}
