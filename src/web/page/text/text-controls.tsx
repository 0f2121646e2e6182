import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { copyWords, textWords } from '../words/common-words.ts'
import { useWords } from '../words/language.ts'

/** Copies a text and shows the result for a moment. */
export function CopyButton({ text, of }: { text: string; of?: string }) {
  const words = useWords(copyWords)
  const label = useSignal<'copy' | 'copied' | 'notAllowed'>('copy')
  const showLabel = (newLabel: typeof label.value) => {
    label.value = newLabel
    setTimeout(() => {
      label.value = 'copy'
    }, 1500)
  }
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => showLabel('copied'),
      () => showLabel('notAllowed'),
    )
  return (
    <button type="button" class="copy" aria-description={of} onClick={copy}>
      {words[label.value]}
    </button>
  )
}

/** Folds long content until the person unfolds it. */
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

const MAX_UNFOLDED_LINES = 25
const MAX_UNFOLDED_CHARS = 2_000

function isLong(text: string): boolean {
  return text.length > MAX_UNFOLDED_CHARS || linesIn(text) > MAX_UNFOLDED_LINES
}

function linesIn(text: string): number {
  return text.split('\n').length
}
