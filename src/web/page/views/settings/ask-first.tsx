import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { askWords } from '../../words/chats/ask-words.ts'
import { useWords } from '../../words/language.ts'

/** A button for what can't be undone: it is pressed twice, and says the second time what it does. */
export function AskFirst(props: { label: string; sure: string; press: () => void }) {
  const words = useWords(askWords)
  const isAsking = useSignal(false)
  const asked = useRef(false)
  const first = useRef<HTMLButtonElement>(null)
  const second = useRef<HTMLButtonElement>(null)
  // The one that was pressed is gone; the next one takes its place for the keyboard too.
  useLayoutEffect(() => {
    if (isAsking.value) second.current?.focus()
    else if (asked.current) first.current?.focus()
    asked.current = isAsking.value
  }, [isAsking.value])

  if (!isAsking.value) {
    return (
      <button
        ref={first}
        type="button"
        class="quiet"
        aria-description={props.sure}
        onClick={() => (isAsking.value = true)}
      >
        {props.label}
      </button>
    )
  }
  return (
    <span
      class="ask-first"
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape') return
        // Only this: the view stays.
        pressed.preventDefault()
        pressed.stopPropagation()
        isAsking.value = false
      }}
    >
      <button
        ref={second}
        type="button"
        class="small"
        onClick={() => {
          isAsking.value = false
          props.press()
        }}
      >
        {props.sure}
      </button>
      <button type="button" class="quiet" onClick={() => (isAsking.value = false)}>
        {words.cancel}
      </button>
    </span>
  )
}
