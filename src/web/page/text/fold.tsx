import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useWords } from '../words/language.ts'
import { textWords } from '../words/text-words.ts'
import { isLong, linesIn } from './long-text.ts'

/** What is long is shown by its beginning, until somebody wants all of it. What is not is shown as it is. */
export function Fold({ text, children }: { text: string; children: ComponentChildren }) {
  const words = useWords(textWords)
  const isOpen = useSignal(false)
  const id = useId()
  if (!isLong(text)) return <>{children}</>
  return (
    <>
      <div id={id} class={`fold${isOpen.value ? '' : ' closed'}`}>
        {children}
      </div>
      <button
        type="button"
        class="unfold"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        {isOpen.value ? words.showLess : words.showAll(linesIn(text))}
      </button>
    </>
  )
}
