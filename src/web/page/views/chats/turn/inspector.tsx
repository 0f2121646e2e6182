import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Answer, Api } from '../../../api.ts'
import type { Turn } from '../../../wire.ts'
import { TurnView } from './turn-view.tsx'

export interface InspectorProps {
  api: Pick<Api, 'turn'>
  chat: string
  turn: { task: number; at: number }
  close: () => void
}

/** The panel that shows what the model saw for one answer. Escape closes it, and the keyboard is back where it was. */
export function Inspector({ api, chat, turn, close }: InspectorProps) {
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
        <h2 id="inspector-title">What the model saw</h2>
        <button id="inspector-close" class="quiet" type="button" onClick={() => panel.current?.close()}>
          Close
        </button>
      </header>
      <div id="inspector-body" class="inspector-body" role="region" tabIndex={0} aria-label="This turn">
        <Told answer={answer.value} />
      </div>
    </dialog>
  )
}

function Told({ answer }: { answer: Answer<Turn> | undefined }) {
  if (!answer) return <p class="muted">Reading…</p>
  return answer.status === 'ok' ? <TurnView turn={answer.value} /> : <p role="alert">{answer.error}</p>
}
