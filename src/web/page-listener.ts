import { getRequestListener, RequestError } from '@hono/node-server'
import { createLive, type LiveDeps } from './routes/chats/live.ts'
import { builtPage, loadPage } from './server/page-files.ts'
import { createSignIn, type SignInDeps } from './server/sign-in.ts'
import { createWebApp, type WebAppDeps } from './web-app.ts'

export interface PageListenerDeps extends LiveDeps, SignInDeps, Omit<WebAppDeps, 'live' | 'signIn' | 'page' | 'owner'> {
  owner: { id: number; name: string }
  /** Where the built page lies. */
  pageFolder?: string
}

/** Whatever answers a request of the page: loaded with the first of them. */
export function createPageListener(deps: PageListenerDeps) {
  const live = createLive(deps)
  const signIn = createSignIn(deps)
  const { app, routes } = createWebApp({ ...deps, live, signIn, page: loadPage(deps.pageFolder ?? builtPage) })
  const serve = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler })
  return { serve, close: live.close, app, routes }
}

/** An address that cannot be parsed never reaches the app; what fails inside it is answered there. */
function errorHandler(error: unknown): Response {
  const isUnreadable = error instanceof RequestError
  const says = isUnreadable ? 'This is not a request that can be understood.' : 'Something broke while answering this.'
  return Response.json({ error: says }, { status: isUnreadable ? 400 : 500 })
}
