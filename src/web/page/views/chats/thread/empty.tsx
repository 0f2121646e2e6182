import type { ComponentChildren } from 'preact'
import { emptyWords } from '../../../words/chats/room-words.ts'
import { useWords } from '../../../words/language.ts'

/** A chat in which nothing was said yet. */
export function Empty({ children }: { children: ComponentChildren }) {
  const words = useWords(emptyWords)
  return (
    <div id="empty" class="empty">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      <p class="keys">
        <span>
          <kbd>Enter</kbd> {words.sends}
        </span>
        <span>
          <kbd>Shift</kbd> <kbd>Enter</kbd> {words.newLine}
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>K</kbd> {words.newChat}
        </span>
        <span>
          <kbd>Esc</kbd> {words.stops}
        </span>
      </p>
      {children}
    </div>
  )
}
