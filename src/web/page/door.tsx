import type { Api } from './api.ts'
import { doorWords } from './words/door-words.ts'
import { useWords } from './words/language.ts'

/** The address has lost the link by then: nobody should have to fetch another because a connection broke. */
const TRIES = 3

/** Trades the token in the address, if there is one, for a session; why not, when that fails. */
export async function signInFromAddress(api: Pick<Api, 'signIn'>): Promise<string | undefined> {
  const token = /^#sign-in=(.+)$/.exec(location.hash)?.[1]
  if (!token) return undefined
  // Out of the address bar and the history before anything else can happen.
  history.replaceState(null, '', '/')
  for (let left = TRIES - 1; ; left--) {
    const answer = await api.signIn(token)
    if (answer.status === 'ok') return undefined
    if (answer.status !== 'later' || left === 0) return answer.error
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** What is shown to somebody who is not signed in. */
export function Door({ reason }: { reason: string | undefined }) {
  const words = useWords(doorWords)
  return (
    <main id="door" class="door">
      <img src="/icon.svg" alt="" width="48" height="48" />
      <h1>Skein</h1>
      <p id="door-reason" role="status">
        {reason}
      </p>
      <p class="muted">{words.run(<code key="command">npx skein link</code>)}</p>
    </main>
  )
}
