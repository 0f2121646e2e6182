import { useSignal } from '@preact/signals'
import type { BotLine } from '../../../wire/wire.ts'
import { askedWords } from '../../../words/chats/compose-words.ts'
import { useWords } from '../../../words/language.ts'

/**
 * Somebody pressed a button below a line. Resolves when the daemon has heard of it, or can't be told: with what stands in
 * the place of the buttons, once there is nothing left to press.
 */
export type Press = (line: BotLine, data: string) => Promise<string | undefined>

/** All of them go still with the first press: the question is answered once. */
export function Buttons({
  line,
  buttons,
  press,
}: {
  line: BotLine
  buttons: { label: string; data: string }[]
  press: Press
}) {
  const words = useWords(askedWords)
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
