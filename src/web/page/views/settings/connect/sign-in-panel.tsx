import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import { CopyButton } from '../../../text/text-controls.tsx'
import type {
  Connected,
  ConnectionName,
  ConnectionState,
  OfferedModels,
  SignInName,
  SignInPage,
  SigningIn,
  WaysToConnect,
} from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { onEscape } from '../../buttons.tsx'

/** Longer than the daemon's own limit. */
const connectMs = 160_000

export function connectCalls(api: Pick<Api, 'get' | 'post' | 'postStream'>) {
  return {
    check: (name: ConnectionName, provider?: string) =>
      api.get<ConnectionState>(
        `/api/connections/${name}${provider === undefined ? '' : `?provider=${encodeURIComponent(provider)}`}`,
      ),
    disconnect: (name: ConnectionName, provider?: string) =>
      api.post<Connected>(
        `/api/connections/${name}/disconnect`,
        { ...(provider !== undefined && { provider }) },
        connectMs,
      ),
    findWays: () => api.get<WaysToConnect>('/api/ways-to-connect'),
    listModels: (given: Record<string, string>) => api.post<OfferedModels>('/api/offered-models', given, connectMs),
    connect: (name: ConnectionName, given: Record<string, string>) =>
      api.post<Connected>(`/api/connections/${name}`, given, connectMs),
    signIn: (name: SignInName, given: Record<string, string>, signal: AbortSignal) =>
      api.postStream<SigningIn>(`/api/connections/${name}/sign-in`, given, signal),
    bringCode: (name: SignInName, code: string) => api.post<object>(`/api/connections/${name}/sign-in/code`, { code }),
  }
}

export type ConnectCalls = ReturnType<typeof connectCalls>

export interface SignInPanelProps {
  name: SignInName
  given: Record<string, string>
  calls: ConnectCalls
  done(connected: Connected): void
  /** Called with the error, or an empty text if the person cancelled. */
  end(reason: string): void
}

/** A sign-in on another site. Closing the panel cancels it. */
export function SignInPanel({ name, given, calls, done, end }: SignInPanelProps) {
  const words = useWords(connectWords)
  const offered = useSignal<SignInPage | undefined>(undefined)
  const installed = useSignal<number | undefined>(undefined)
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
      const state = answer.value
      if ('connected' in state) return done(state.connected)
      if ('error' in state) return end(state.error)
      if ('installing' in state) installed.value = state.installing
      else offered.value = state
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
  const beginning = installed.value === undefined ? words.askingForPage : words.installing(installed.value)
  return (
    <form
      class="job-form connect-form"
      aria-label={words.signIn}
      onSubmit={(submitted) => void bringCode(submitted)}
      onKeyDown={onEscape(() => end(''))}
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
          {page.words && (
            <p>
              {words.orSend} <code>{page.words}</code> <CopyButton text={page.words} of={words.names[name]} />
            </p>
          )}
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
          {!page ? beginning : isBrought.value ? words.checking : page.givesCode ? '' : words.waitingForYou}
        </span>
      </div>
    </form>
  )
}
