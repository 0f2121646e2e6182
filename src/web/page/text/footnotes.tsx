import type { ComponentChild } from 'preact'
import { footnoteWords } from '../words/common-words.ts'
import { useWords } from '../words/language.ts'

/** The footnotes of a text. Each leads back to where the text refers to it. */
export function Footnotes({ items }: { items: ComponentChild[] }) {
  const words = useWords(footnoteWords)
  return (
    <section class="footnotes" aria-label={words.footnotes}>
      <ol>
        {items.map((item, at) => (
          <li key={at} dir="auto" data-footnote={at + 1} tabIndex={-1}>
            {item}
            <button
              type="button"
              class="footnote-back"
              aria-label={words.back(at + 1)}
              onClick={({ currentTarget }) => goWithin(currentTarget, `[data-refers-to="${at + 1}"]`)}
            >
              ↩
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The number of a footnote, which leads to it. */
export function FootnoteReference({ number }: { number: number }) {
  const words = useWords(footnoteWords)
  return (
    <sup>
      <button
        type="button"
        class="footnote-reference"
        data-refers-to={number}
        aria-label={words.footnote(number)}
        onClick={({ currentTarget }) => goWithin(currentTarget, `[data-footnote="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  )
}

/** Scrolls within one text, because every message counts its footnotes from 1. */
function goWithin(from: HTMLElement, selector: string): void {
  const target = from.closest('.text')?.querySelector<HTMLElement>(selector)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
