import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Talk } from '../../../talk.ts'
import { signOutWords } from '../../../words/chats/sign-out-words.ts'
import { useWords } from '../../../words/language.ts'

/** Who is here, and the way out. It asks first: what was not sent is nowhere but in this browser. */
export function SignOut({ talk }: { talk: Talk }) {
  const words = useWords(signOutWords)
  const isAsked = useSignal(false)
  const wasAsked = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  // The keyboard goes to what does no harm, and back to where it was.
  useLayoutEffect(() => {
    if (isAsked.value) stay.current?.focus()
    else if (wasAsked.current) button.current?.focus()
    wasAsked.current = isAsked.value
  }, [isAsked.value])

  if (!isAsked.value) {
    return (
      <footer class="drawer-foot">
        <span id="person" class="muted">
          {talk.person}
        </span>
        <button
          id="sign-out"
          ref={button}
          class="quiet"
          type="button"
          onClick={() => {
            isAsked.value = true
          }}
        >
          {words.signOut}
        </button>
      </footer>
    )
  }
  const lost = words.lost(talk.outgoing.list().length, countBegun(localStorage))
  return (
    <div
      class="drawer-foot leaving"
      role="alertdialog"
      aria-label={words.signOut}
      aria-describedby="sign-out-question"
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape') return
        // Only this: what is being answered goes on.
        pressed.preventDefault()
        pressed.stopPropagation()
        isAsked.value = false
      }}
    >
      <p id="sign-out-question">
        {words.question}
        {lost && <strong>{` ${lost}`}</strong>}
      </p>
      {/* Where the button was that asked: pressed twice by mistake, it stays. */}
      <button
        ref={stay}
        class="quiet"
        type="button"
        onClick={() => {
          isAsked.value = false
        }}
      >
        {words.stay}
      </button>
      <button id="sign-out" class="quiet" type="button" onClick={() => void talk.signOut()}>
        {words.signOut}
      </button>
    </div>
  )
}

/** In how many chats something is written or attached that was not sent. */
function countBegun(storage: Pick<Storage, 'length' | 'key'>): number {
  const chats = Array.from({ length: storage.length }, (_, at) => {
    const [, chat] = /^skein\.(?:typed|tray)\.(.+)$/.exec(storage.key(at) ?? '') ?? []
    return chat
  })
  return new Set(chats.filter((chat) => chat !== undefined)).size
}
