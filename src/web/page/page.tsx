import { type ComponentChild, render } from 'preact'
import { createApi } from './api.ts'
import { Door, signInFromAddress } from './door.tsx'
import { createRouter } from './router.ts'
import { Shell } from './shell.tsx'
import { createTalk } from './talk.ts'

// The way in: a link with a token, an older session, or the door.
const root = document.getElementById('page')
if (!root) throw new Error('page.html has no place for the page')
const box = root
const api = createApi()
const refused = await signInFromAddress(api)
await enter()
// A link pasted into the open tab changes only the fragment.
addEventListener('hashchange', () => location.hash.startsWith('#sign-in=') && location.reload())

async function enter(): Promise<void> {
  const state = await api.state()
  if (state.status === 'ok') {
    const router = createRouter()
    const talk = createTalk({ api, router, first: state.value, leave: () => showDoor(undefined) })
    return show(<Shell api={api} router={router} talk={talk} />)
  }
  showDoor(state.status === 'later' ? `${state.error} Trying again.` : refused)
  if (state.status === 'later') setTimeout(() => void enter(), 1000)
}

function showDoor(reason: string | undefined): void {
  document.title = 'Skein'
  show(<Door reason={reason} />)
}

function show(what: ComponentChild): void {
  box.querySelector('.skeleton')?.remove()
  render(what, box)
}
