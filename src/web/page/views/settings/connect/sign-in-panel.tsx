import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { CopyButton } from '../../../text/copy-button.tsx'
import type { Connected, SignInName, SignInPage } from '../../../wire/connect-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import type { ConnectCalls } from './connect-calls.ts'

export interface SignInPanelProps {
  name: SignInName
  given: Record<string, string>
  calls: ConnectCalls
  done(connected: Connected): void
  /** Why nothing came of it; empty where it was not wanted any more. */
  end(why: string): void
}

/** While somebody signs in on a page of another server. It goes on as long as this is here, and no longer. */
export function SignInPanel({ name, given, calls, done, end }: SignInPanelProps) {
  const words = useWords(connectWords)
  const offered = useSignal<SignInPage | undefined>(undefined)
  const code = useSignal('')
  const isBrought = useSignal(false)
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    const closing = new AbortController()
    void follow(closing.signal)
    return () => closing.abort()
  }, [])
  useLayoutEffect(() => link.current?.focus(), [offered.value])

  async function follow(signal: AbortSignal): Promise<void> {
    for await (const answer of calls.signIn(name, given, signal)) {
      if (signal.aborted) return
      if (answer.status !== 'ok') return end(answer.error)
      const told = answer.value
      if ('connected' in told) return done(told.connected)
      if ('error' in told) return end(told.error)
      offered.value = told
    }
    if (!signal.aborted) end(words.brokenOff)
  }

  async function bringCode(submitted: Event): Promise<void> {
    submitted.preventDefault()
    if (isBrought.value) return
    isBrought.value = true
    const answer = await calls.bringCode(name, code.value)
    if (answer.status !== 'ok') end(answer.error)
  }

  const page = offered.value
  return (
    <form
      class="job-form connect-form"
      aria-label={words.signIn}
      onSubmit={(submitted) => void bringCode(submitted)}
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape') return
        pressed.preventDefault()
        pressed.stopPropagation()
        end('')
      }}
    >
      {page && (
        <>
          <p>{words.signInHow[name]}</p>
          <p class="sign-in-page">
            <a ref={link} class="small" href={page.page} target="_blank" rel="noopener noreferrer">
              {words.open(new URL(page.page).host)}
            </a>{' '}
            <CopyButton text={page.page} of={words.names[name]} />
          </p>
        </>
      )}
      {page?.givesCode && (
        <>
          <label for="sign-in-code">{words.code}</label>
          <input
            id="sign-in-code"
            type="text"
            required
            maxLength={2000}
            autocomplete="off"
            spellcheck={false}
            value={code.value}
            onInput={({ currentTarget }) => (code.value = currentTarget.value)}
          />
        </>
      )}
      <div class="job-acts">
        {page?.givesCode && (
          <button type="submit" class="small" aria-disabled={isBrought.value}>
            {words.submit}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => end('')}>
          {words.cancel}
        </button>
        <span class="muted" role="status">
          {!page ? words.askingForPage : isBrought.value ? words.checking : page.givesCode ? '' : words.waitingForYou}
        </span>
      </div>
    </form>
  )
}
