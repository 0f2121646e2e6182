import { getRequestListener, RequestError } from '@hono/node-server'
import { Hono } from 'hono'
import { NotStoredError } from '../domain/errors.ts'
import type { Log } from '../lib/log.ts'
import { runNamed } from '../lib/named-work.ts'
import { webMessages } from '../messages/web-messages.ts'
import { type ActivityApiDeps, addActivityRoutes } from './routes/activity-api.ts'
import { addChatRoutes, type ChatApiDeps } from './routes/chats/chat-api.ts'
import { addChatListRoutes, type ChatListApiDeps } from './routes/chats/chat-list-api.ts'
import { addFileRoutes, type FileApiDeps } from './routes/chats/file-api.ts'
import { createLiveEvents, type LiveEventsDeps } from './routes/chats/live-events.ts'
import { addModelRoutes, type ModelApiDeps } from './routes/chats/model-api.ts'
import { addSearchRoutes, type SearchApiDeps } from './routes/chats/search-api.ts'
import { addVersionRoutes } from './routes/chats/version-api.ts'
import { addVoiceRoutes, type VoiceApiDeps } from './routes/chats/voice-api.ts'
import { addConnectRoutes, type ConnectApiDeps } from './routes/connect-api.ts'
import { addExportRoutes, type ExportApiDeps } from './routes/export-api.ts'
import { addFactRoutes, type FactApiDeps } from './routes/fact-api.ts'
import { addHealthRoutes, addRestartRoutes, type HealthApiDeps, type RestartApiDeps } from './routes/health-api.ts'
import { addImportRoutes, type ImportApiDeps } from './routes/import-api.ts'
import { addMemoryRoutes, type MemoryApiDeps } from './routes/memory-api.ts'
import { addProfileRoutes, type ProfileApiDeps } from './routes/profile-api.ts'
import { addJobRoutes, type JobApiDeps } from './routes/schedule/job-api.ts'
import { type AllowedApiDeps, addAllowedRoutes } from './routes/settings/allowed-api.ts'
import { addPeopleRoutes, type PeopleApiDeps } from './routes/settings/people-api.ts'
import { addPushRoutes, type PushApiDeps } from './routes/settings/push-api.ts'
import { addRemoteAccessRoutes, type RemoteAccessApiDeps } from './routes/settings/remote-access-api.ts'
import { addNextStartRoutes, addSettingsRoutes, type SettingsApiDeps } from './routes/settings/settings-api.ts'
import { addSetupRoutes, type SetupApiDeps } from './routes/settings/setup-api.ts'
import { addSignInsRoutes, type SignInsApiDeps } from './routes/settings/sign-ins-api.ts'
import { addInspectRoutes, addStepsRoutes, type InspectApiDeps } from './routes/turns/inspect-api.ts'
import { addUsageRoutes, type UsageApiDeps } from './routes/usage-api.ts'
import { failure } from './server/answers.ts'
import { frameHeaders } from './server/connection-limiter.ts'
import { builtPage, chooseEncoding, loadPage, type PageFile } from './server/page-files.ts'
import { createRoutes } from './server/routes.ts'
import { createSignIn, limitToken, type SignIn, type SignInDeps, type SignInEnv } from './server/sign-in.ts'

export interface WebAppDeps
  extends ActivityApiDeps,
    AllowedApiDeps,
    ChatApiDeps,
    ChatListApiDeps,
    ConnectApiDeps,
    FileApiDeps,
    ExportApiDeps,
    FactApiDeps,
    HealthApiDeps,
    ImportApiDeps,
    InspectApiDeps,
    JobApiDeps,
    MemoryApiDeps,
    ModelApiDeps,
    PeopleApiDeps,
    ProfileApiDeps,
    PushApiDeps,
    RemoteAccessApiDeps,
    RestartApiDeps,
    SearchApiDeps,
    VoiceApiDeps,
    SettingsApiDeps,
    SetupApiDeps,
    SignInsApiDeps,
    UsageApiDeps {
  log: Log
  page: Map<string, PageFile>
  signIn: SignIn
}

/** The app behind the guard. */
export function createWebApp(deps: WebAppDeps) {
  const { log, page, live, signIn } = deps
  const app = new Hono<SignInEnv>()

  app.use((c, next) => runNamed(`${c.req.method} ${c.req.path}`, next))

  const routes = createRoutes(app, signIn)
  routes.post('anyone', '/sign-in', signIn.enter, limitToken)
  routes.post('signed-in', '/sign-out', async (c, next) => {
    const response: Response = await signIn.leave(c, next)
    live.prune()
    return response
  })
  addInspectRoutes(routes, deps)
  addStepsRoutes(routes, deps)
  addActivityRoutes(routes, deps)
  addAllowedRoutes(routes, deps)
  addSettingsRoutes(routes, deps)
  addNextStartRoutes(routes, deps)
  addConnectRoutes(routes, deps)
  addSetupRoutes(routes, deps)
  addPeopleRoutes(routes, deps)
  addSignInsRoutes(routes, deps)
  addPushRoutes(routes, deps)
  addRemoteAccessRoutes(routes, deps)
  addImportRoutes(routes, deps)
  addJobRoutes(routes, deps)
  addMemoryRoutes(routes, deps)
  addFactRoutes(routes, deps)
  addProfileRoutes(routes, deps)
  addHealthRoutes(routes, deps)
  addRestartRoutes(routes, deps)
  addSearchRoutes(routes, deps)
  addUsageRoutes(routes, deps)
  addChatListRoutes(routes, deps)
  addExportRoutes(routes, deps)
  addFileRoutes(routes, deps)
  addVoiceRoutes(routes, deps)
  addChatRoutes(routes, deps)
  addVersionRoutes(routes, deps)
  addModelRoutes(routes, deps)

  app.get('*', (c) => {
    const file = page.get(c.req.path)
    if (!file && c.req.path === '/')
      return failure(c, 503, 'The page is not built. Run "npm run build", then start again.')
    if (!file) return failure(c, 404, webMessages.notFound)
    const form = chooseEncoding(file, c.req.header('accept-encoding'))
    if (!form) return failure(c, 404, webMessages.notFound)
    c.header('etag', form.etag)
    c.header('vary', 'accept-encoding')
    c.header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (file.isFrame) for (const [name, value] of Object.entries(frameHeaders)) c.header(name, value)
    if (c.req.header('if-none-match') === form.etag) return c.body(null, 304)
    if (form.encoding) c.header('content-encoding', form.encoding)
    return c.body(form.body, 200, { 'content-type': file.type })
  })

  app.notFound((c) => failure(c, 404, webMessages.notFound))

  app.onError((err, c) => {
    if (err instanceof NotStoredError) {
      log.warn({ err }, 'a line from the page was not stored')
      return failure(c, 503, webMessages.notStored)
    }
    log.error({ err, path: c.req.path }, 'a request failed')
    return failure(c, 500, webMessages.broke)
  })

  return { app, routes: routes.list }
}

export interface PageListenerDeps
  extends LiveEventsDeps,
    SignInDeps,
    Omit<WebAppDeps, 'live' | 'signIn' | 'page' | 'owner'> {
  owner: { id: number; name: string }
  /** The folder of the built page. */
  pageFolder?: string
}

/** Handles requests of the page. Loaded with the first request. */
export function createPageListener(deps: PageListenerDeps) {
  const live = createLiveEvents(deps)
  const signIn = createSignIn(deps)
  const { app, routes } = createWebApp({ ...deps, live, signIn, page: loadPage(deps.pageFolder ?? builtPage) })
  const serve = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler })
  return { serve, close: live.close, isWatched: live.isWatched, app, routes }
}

/** Handles addresses that cannot be parsed. Other errors are handled by the app. */
function errorHandler(error: unknown): Response {
  const isUnreadable = error instanceof RequestError
  const message = isUnreadable ? 'This request cannot be understood.' : 'Something went wrong. The log has the details.'
  return Response.json({ error: message }, { status: isUnreadable ? 400 : 500 })
}
