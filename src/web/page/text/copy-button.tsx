import { useSignal } from '@preact/signals'
import { copyWords } from '../words/copy-words.ts'
import { useWords } from '../words/language.ts'

/** Copies a text, and says for a moment what came of it. */
export function CopyButton({ text, of }: { text: string; of?: string }) {
  const words = useWords(copyWords)
  const told = useSignal<'copy' | 'copied' | 'notAllowed'>('copy')
  const tell = (what: typeof told.value) => {
    told.value = what
    setTimeout(() => {
      told.value = 'copy'
    }, 1500)
  }
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => tell('copied'),
      () => tell('notAllowed'),
    )
  return (
    <button type="button" class="copy" aria-description={of} onClick={copy}>
      {words[told.value]}
    </button>
  )
}
