import { type ComponentChild, type ComponentChildren, render } from 'preact'
import { type Api, createApi } from './api.ts'
import { createChatClient } from './chat-client.ts'
import { createDiagrams, DiagramsContext } from './diagrams/drawer.ts'
import { createLook } from './look.ts'
import { createNotifications } from './notifications.ts'
import { createRouter } from './router.ts'
import { PageShell } from './shell.tsx'
import { apiWords, signedOutWords } from './words/common-words.ts'
import { PageLocale, useWords } from './words/language.ts'

// Entry point: signs in with the token of a link or an existing session, or shows the sign-in page.
const root = document.getElementById('page')
if (!root) throw new Error('page.html has no place for the page')
const pageElement = root
const look = createLook({ storage: localStorage, root: document.documentElement, preferred: navigator.languages })
const api = createApi(() => look.translate(apiWords))
const notifications = createNotifications(localStorage)
const diagrams = createDiagrams(look)
const refused = await signInFromAddress(api)
await enter()
// A link pasted into the open tab changes only the fragment.
addEventListener('hashchange', () => location.hash.startsWith('#sign-in=') && location.reload())

async function enter(): Promise<void> {
  const state = await api.state()
  if (state.status === 'ok') {
    const router = createRouter()
    const client = createChatClient({
      api,
      router,
      first: state.value,
      translate: look.translate,
      leave: () => showSignedOut(undefined),
    })
    return show(<PageShell api={api} router={router} client={client} look={look} notifications={notifications} />)
  }
  showSignedOut(state.status === 'later' ? look.translate(signedOutWords).tryingAgain(state.error) : refused)
  if (state.status === 'later') setTimeout(() => void enter(), 1000)
}

function showSignedOut(reason: string | undefined): void {
  document.title = 'Skein'
  show(<SignedOutPage reason={reason} />)
}

function show(content: ComponentChild): void {
  pageElement.querySelector('.skeleton')?.remove()
  render(<WithLocale>{content}</WithLocale>, pageElement)
}

function WithLocale({ children }: { children: ComponentChildren }) {
  return (
    <PageLocale.Provider value={look.locale.value}>
      <DiagramsContext.Provider value={diagrams}>{children}</DiagramsContext.Provider>
    </PageLocale.Provider>
  )
}

/** The link is no longer in the address, so a lost connection must not cost it. */
const MAX_SIGN_IN_ATTEMPTS = 3

/** Exchanges the token in the address for a session. Returns the error if that fails. */
async function signInFromAddress(api: Pick<Api, 'signIn'>): Promise<string | undefined> {
  const token = /^#sign-in=(.+)$/.exec(location.hash)?.[1]
  if (!token) return undefined
  // Removed from the address bar and the history first.
  history.replaceState(null, '', '/')
  for (let attemptsLeft = MAX_SIGN_IN_ATTEMPTS - 1; ; attemptsLeft--) {
    const answer = await api.signIn(token)
    if (answer.status === 'ok') return undefined
    if (answer.status !== 'later' || attemptsLeft === 0) return answer.error
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** The page for people who are not signed in, on this machine or another device. */
function SignedOutPage({ reason }: { reason: string | undefined }) {
  const words = useWords(signedOutWords)
  const isThisMachine = ['127.0.0.1', 'localhost'].includes(location.hostname)
  return (
    <main id="door" class="door">
      <img src="/icon.svg" alt="" width="48" height="48" />
      <h1>Skein</h1>
      <p id="door-reason" role="status">
        {reason}
      </p>
      {isThisMachine ? (
        <p class="muted">
          {words.run[0]}
          <code>npx skein link</code>
          {words.run[1]}
        </p>
      ) : (
        <>
          <p class="muted">{words.elsewhere}</p>
          <p class="muted">{words.invited}</p>
          {location.protocol === 'http:' && <p class="muted">{words.notEncrypted}</p>}
        </>
      )}
    </main>
  )
}
