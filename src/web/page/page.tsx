import { type ComponentChild, type ComponentChildren, render } from 'preact'
import { type Api, createApi } from './api.ts'
import { createLook } from './look.ts'
import { createNotifying } from './notifying.ts'
import { createRouter } from './router.ts'
import { Shell } from './shell.tsx'
import { createTalk } from './talk.ts'
import { apiWords } from './words/api-words.ts'
import { doorWords } from './words/door-words.ts'
import { PageLocale, useWords } from './words/language.ts'

// The way in: a link with a token, an older session, or the door.
const root = document.getElementById('page')
if (!root) throw new Error('page.html has no place for the page')
const box = root
const look = createLook({ storage: localStorage, root: document.documentElement, preferred: navigator.languages })
const api = createApi(() => look.speak(apiWords))
const notifying = createNotifying(localStorage)
const refused = await signInFromAddress(api)
await enter()
// A link pasted into the open tab changes only the fragment.
addEventListener('hashchange', () => location.hash.startsWith('#sign-in=') && location.reload())

async function enter(): Promise<void> {
  const state = await api.state()
  if (state.status === 'ok') {
    const router = createRouter()
    const talk = createTalk({ api, router, first: state.value, speak: look.speak, leave: () => showDoor(undefined) })
    return show(<Shell api={api} router={router} talk={talk} look={look} notifying={notifying} />)
  }
  showDoor(state.status === 'later' ? look.speak(doorWords).tryingAgain(state.error) : refused)
  if (state.status === 'later') setTimeout(() => void enter(), 1000)
}

function showDoor(reason: string | undefined): void {
  document.title = 'Skein'
  show(<Door reason={reason} />)
}

function show(what: ComponentChild): void {
  box.querySelector('.skeleton')?.remove()
  render(<Spoken>{what}</Spoken>, box)
}

function Spoken({ children }: { children: ComponentChildren }) {
  return <PageLocale.Provider value={look.locale.value}>{children}</PageLocale.Provider>
}

/** The address has lost the link by then: nobody should have to fetch another because a connection broke. */
const TRIES = 3

/** Trades the token in the address, if there is one, for a session; why not, when that fails. */
async function signInFromAddress(api: Pick<Api, 'signIn'>): Promise<string | undefined> {
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
function Door({ reason }: { reason: string | undefined }) {
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
