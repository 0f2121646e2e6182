import { createApi } from './api.ts'
import { showDoor, signInFromAddress } from './door.ts'
import { openSignedIn } from './signed-in.ts'

// The way in: a link with a token, an older session, or the door.
const api = createApi()
await signInFromAddress(api)
await enter()
// A link pasted into the open tab changes only the fragment.
addEventListener('hashchange', () => location.hash.startsWith('#sign-in=') && location.reload())

async function enter(): Promise<void> {
  const state = await api.state()
  if (state.status === 'ok') return openSignedIn(api, state.value)
  showDoor(state.status === 'later' ? `${state.error} Trying again.` : undefined)
  if (state.status === 'later') setTimeout(() => void enter(), 1000)
}
