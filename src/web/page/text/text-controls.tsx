import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { aloudWords, copyWords, textWords } from '../words/common-words.ts'
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
  // Browsers offer the clipboard only to pages with TLS, and to those of their own machine.
  const copy = () =>
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => showLabel('copied'),
      () => showLabel('notAllowed'),
    )
  return (
    <button type="button" class="copy" aria-description={of} onClick={copy}>
      {words[label.value]}
    </button>
  )
}

/** Reads a text aloud with a voice of the browser, passage by passage, because some browsers stop long texts. */
export function ReadAloudButton({ passages, of }: { passages: string[]; of?: string }) {
  const words = useWords(aloudWords)
  const isSpeaking = useSignal(false)
  if (!('speechSynthesis' in globalThis)) return null
  const end = () => {
    isSpeaking.value = false
  }
  const press = () => {
    const wasSpeaking = isSpeaking.value
    // Ends what any answer is reading.
    speechSynthesis.cancel()
    if (wasSpeaking) return end()
    const utterances = passages
      .filter((passage) => passage !== '')
      .map((passage) => new SpeechSynthesisUtterance(passage))
    for (const utterance of utterances) {
      utterance.onerror = end
      if (utterance === utterances.at(-1)) utterance.onend = end
      speechSynthesis.speak(utterance)
    }
    isSpeaking.value = utterances.length > 0
  }
  return (
    <button type="button" class="copy" aria-description={of} aria-pressed={isSpeaking.value} onClick={press}>
      {isSpeaking.value ? words.stop : words.read}
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
