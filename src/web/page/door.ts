import type { Api } from './api.ts'
import { part } from './element.ts'

/** Trades the token in the address, if there is one, for a session. */
export async function signInFromAddress(api: Api): Promise<void> {
  const token = /^#sign-in=(.+)$/.exec(location.hash)?.[1]
  if (!token) return
  // Out of the address bar and the history before anything else can happen.
  history.replaceState(null, '', '/')
  const answer = await api.signIn(token)
  if (answer.status !== 'ok') part('door-reason', HTMLElement).textContent = answer.error
}

/** What is shown to somebody who is not signed in. */
export function showDoor(reason?: string): void {
  if (reason !== undefined) part('door-reason', HTMLElement).textContent = reason
  part('signed-in', HTMLElement).hidden = true
  part('door', HTMLElement).hidden = false
}

export function hideDoor(): void {
  part('door', HTMLElement).hidden = true
  part('signed-in', HTMLElement).hidden = false
}
