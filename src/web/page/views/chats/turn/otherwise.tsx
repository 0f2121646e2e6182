import { useSignal } from '@preact/signals'
import type { Answer } from '../../../api.ts'

export interface OtherwiseProps {
  offers: { label: string; data: string }[]
  press(data: string): Promise<Answer<{ said?: string }>>
}

/** For whoever meant the message otherwise: the commands for it, to press. */
export function Otherwise({ offers, press }: OtherwiseProps) {
  const said = useSignal('')
  const isPressed = useSignal(false)
  if (offers.length === 0) return null
  return (
    <div class="otherwise">
      {offers.map(({ label, data }) => (
        <button
          key={data}
          type="button"
          class="quiet boxed"
          disabled={isPressed.value}
          onClick={() => {
            isPressed.value = true
            void press(data).then((answer) => {
              said.value = answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
              isPressed.value = answer.status === 'ok'
            })
          }}
        >
          {label}
        </button>
      ))}
      <p role="status" class="muted" dir="auto">
        {said}
      </p>
    </div>
  )
}
