import type { Api } from './api.ts'

/** Trades the token in the address, if there is one, for a session; why not, when that fails. */
export async function signInFromAddress(api: Pick<Api, 'signIn'>): Promise<string | undefined> {
  const token = /^#sign-in=(.+)$/.exec(location.hash)?.[1]
  if (!token) return undefined
  // Out of the address bar and the history before anything else can happen.
  history.replaceState(null, '', '/')
  const answer = await api.signIn(token)
  return answer.status === 'ok' ? undefined : answer.error
}

/** What is shown to somebody who is not signed in. */
export function Door({ reason }: { reason: string | undefined }) {
  return (
    <main id="door" class="door">
      <img src="/icon.svg" alt="" width="48" height="48" />
      <h1>Skein</h1>
      <p id="door-reason" role="status">
        {reason}
      </p>
      <p class="muted">
        In a terminal on this machine, run <code>npx skein link</code> and open the address it prints.
      </p>
    </main>
  )
}
