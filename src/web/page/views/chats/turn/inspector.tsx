import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Answer, Api } from '../../../api.ts'
import type { Turn } from '../../../wire/turn-wire.ts'
import { turnWords } from '../../../words/chats/turn-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useWords } from '../../../words/language.ts'
import { isOfPage } from '../thread/of-page.ts'
import { Preview } from './preview.tsx'
import { TurnView } from './turn-view.tsx'

export interface InspectorProps {
  api: Pick<Api, 'turn' | 'press' | 'preview'>
  chat: string
  turn: { task: number; at: number }
  close: () => void
}

/** The panel that shows what the model saw for one answer. Escape closes it, and the keyboard is back where it was. */
export function Inspector({ api, chat, turn, close }: InspectorProps) {
  const words = useWords(turnWords)
  const panel = useRef<HTMLDialogElement>(null)
  const answer = useSignal<Answer<Turn> | undefined>(undefined)
  useLayoutEffect(() => {
    const dialog = panel.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  useEffect(() => {
    void api.turn(chat, turn.task, turn.at).then((given) => {
      answer.value = given
    })
  }, [])

  return (
    <dialog
      id="inspector"
      ref={panel}
      class="inspector"
      aria-labelledby="inspector-title"
      onClose={close}
      // Beside the panel is a press on the panel itself; inside, on something in it.
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
        {answer.value && isOfPage(chat) && <Preview api={api} chat={chat} />}
      </div>
    </dialog>
  )
}

function Told({ api, chat, answer }: Pick<InspectorProps, 'api' | 'chat'> & { answer: Answer<Turn> | undefined }) {
  const { reading } = useWords(commonWords)
  if (!answer) return <p class="muted">{reading}</p>
  if (answer.status !== 'ok') return <p role="alert">{answer.error}</p>
  return <TurnView api={api} chat={chat} turn={answer.value} />
}
