import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import type { Router } from '../../../router.ts'
import type { LineSince } from '../../../wire/wire.ts'
import { threadWords } from '../../../words/chats/thread-words.ts'
import { useWords } from '../../../words/language.ts'

/** Jumps to a day: to its first line, or the next one after it. */
export function Jump({ api, router, chat }: { api: Pick<Api, 'get'>; router: Router; chat: string }) {
  const words = useWords(threadWords)
  const isOpen = useSignal(false)
  const note = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const address = router.address.value
  const day = address && 'chat' in address && address.chat === chat ? address.day : undefined
  useLayoutEffect(() => {
    if (isOpen.value) field.current?.focus()
  }, [isOpen.value])
  useEffect(() => {
    if (day === undefined) return
    const aborter = new AbortController()
    void find(day, aborter.signal)
    return () => aborter.abort()
  }, [day])

  async function find(targetDay: string, signal: AbortSignal): Promise<void> {
    const [year = 0, month = 1, date = 1] = targetDay.split('-').map(Number)
    const at = new Date(year, month - 1, date).getTime()
    const answer = await api.get<LineSince>(`/api/chats/${encodeURIComponent(chat)}/since?at=${at}`, signal)
    if (signal.aborted) return
    const line = answer.status === 'ok' ? answer.value.line : undefined
    if (line !== undefined) {
      isOpen.value = false
      return router.replace({ chat, line })
    }
    isOpen.value = true
    note.value = answer.status === 'ok' ? words.nothingSince : answer.error
  }

  return (
    <>
      <button
        ref={button}
        id="jump"
        type="button"
        class="quiet jump-button"
        aria-label={words.jump}
        title={words.jump}
        aria-expanded={isOpen.value}
        onClick={() => {
          note.value = ''
          isOpen.value = !isOpen.value
        }}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M5 6.5h14v13H5zM5 10.5h14M9 4v4M15 4v4" />
        </svg>
      </button>
      {isOpen.value && (
        <form
          class="jump-form"
          onSubmit={(submitted) => {
            submitted.preventDefault()
            note.value = ''
            if (field.current?.value) router.go({ chat, day: field.current.value })
          }}
          onKeyDown={(pressed) => {
            if (pressed.key !== 'Escape') return
            // Escape closes the form, not the answer in progress.
            pressed.stopPropagation()
            isOpen.value = false
            button.current?.focus()
          }}
        >
          <input ref={field} type="date" required aria-label={words.jumpDay} defaultValue={day ?? ''} />
          <button type="submit" class="quiet">
            {words.jumpGo}
          </button>
          {note.value && <span role="status">{note.value}</span>}
        </form>
      )}
    </>
  )
}
