import { useSignal } from '@preact/signals'

/** Copies a text, and says for a moment what came of it. */
export function CopyButton({ text, of }: { text: string; of?: string }) {
  const label = useSignal('Copy')
  const tell = (word: string) => {
    label.value = word
    setTimeout(() => {
      label.value = 'Copy'
    }, 1500)
  }
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => tell('Copied'),
      () => tell('Not allowed to copy'),
    )
  return (
    <button type="button" class="copy" aria-description={of} onClick={copy}>
      {label.value}
    </button>
  )
}
