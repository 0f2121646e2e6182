import { button } from '../element.ts'

/** Copies a text, and says for a moment what came of it. */
export function copyButton(text: string, attributes: Record<string, string> = {}): HTMLButtonElement {
  const copy = button('Copy', { class: 'copy', ...attributes }, () => {
    void navigator.clipboard.writeText(text).then(
      () => tell('Copied'),
      () => tell('Not allowed to copy'),
    )
  })
  const tell = (word: string) => {
    copy.textContent = word
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, 1500)
  }
  return copy
}
