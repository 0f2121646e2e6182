import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ApiResult } from '../api.ts'
import { commonWords } from '../words/common-words.ts'
import { useWords } from '../words/language.ts'

interface OlderProps<T> {
  /** Requests the items before the last one shown. */
  ask(): Promise<ApiResult<T>>
  found(page: T): void
}

/** Loads the next page of a list. */
export function OlderButton<T>({ ask, found }: OlderProps<T>) {
  const words = useWords(commonWords)
  const isBusy = useSignal(false)
  const problem = useSignal('')

  async function read(): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    const answer = await ask()
    isBusy.value = false
    problem.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status === 'ok') found(answer.value)
  }

  return (
    <>
      <button type="button" class="quiet" aria-disabled={isBusy.value} onClick={() => void read()}>
        {words.older}
      </button>
      {problem.value !== '' && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
    </>
  )
}

/** A button that ignores further clicks for a few seconds. */
export function PressOnce({ label, about, press }: { label: string; about: string; press: () => void }) {
  const isPressed = useSignal(false)
  useEffect(() => {
    if (!isPressed.value) return
    const timer = setTimeout(() => (isPressed.value = false), againMs)
    return () => clearTimeout(timer)
  }, [isPressed.value])
  return (
    <button
      type="button"
      class="quiet"
      aria-description={about}
      aria-disabled={isPressed.value}
      onClick={() => {
        if (isPressed.value) return
        isPressed.value = true
        press()
      }}
    >
      {label}
    </button>
  )
}

const againMs = 5000

/** Handles Escape in a form or menu, so that neither the view nor the answer in progress reacts to the key. */
export function onEscape(act: () => void): (pressed: KeyboardEvent) => void {
  return (pressed) => {
    if (pressed.key !== 'Escape') return
    pressed.preventDefault()
    pressed.stopPropagation()
    act()
  }
}

/** A button for actions that cannot be undone. The second click confirms. */
export function AskFirst(props: { label: string; sure: string; press: () => void }) {
  const words = useWords(commonWords)
  const isAsking = useSignal(false)
  const hasAsked = useRef(false)
  const first = useRef<HTMLButtonElement>(null)
  const second = useRef<HTMLButtonElement>(null)
  // Moves the focus to the button that replaced the clicked one.
  useLayoutEffect(() => {
    if (isAsking.value) second.current?.focus()
    else if (hasAsked.current) first.current?.focus()
    hasAsked.current = isAsking.value
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
    <span class="ask-first" onKeyDown={onEscape(() => (isAsking.value = false))}>
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
