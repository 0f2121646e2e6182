import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { NotStoredError } from '../domain/errors.ts'
import type { Log } from '../lib/log.ts'
import { runNamed } from '../lib/named-work.ts'
import { type ActivityApiDeps, createActivityApi } from './routes/activity/activity-api.ts'
import { type ChatApiDeps, createChatApi } from './routes/chats/chat-api.ts'
import { type ChatListApiDeps, createChatListApi } from './routes/chats/chat-list-api.ts'
import { createFileApi, type FileApiDeps } from './routes/chats/file-api.ts'
import { createSearchApi, type SearchApiDeps } from './routes/chats/search-api.ts'
import { createVoiceApi, type VoiceApiDeps } from './routes/chats/voice-api.ts'
import { type ConnectApiDeps, createConnectApi } from './routes/connect/connect-api.ts'
import { createHealthApi, type HealthApiDeps } from './routes/health/health-api.ts'
import { createRestartApi, type RestartApiDeps } from './routes/health/restart-api.ts'
import { createImportApi, type ImportApiDeps } from './routes/import/import-api.ts'
import { createMemoryApi, type MemoryApiDeps } from './routes/memory/memory-api.ts'
import { createJobApi, type JobApiDeps } from './routes/schedule/job-api.ts'
import { type AllowedApiDeps, createAllowedApi } from './routes/settings/allowed-api.ts'
import { createNextStartApi } from './routes/settings/next-start-api.ts'
import { createPeopleApi, type PeopleApiDeps } from './routes/settings/people-api.ts'
import { createSettingsApi, type SettingsApiDeps } from './routes/settings/settings-api.ts'
import { createSignInsApi, type SignInsApiDeps } from './routes/settings/sign-ins-api.ts'
import { createInspectApi, type InspectApiDeps } from './routes/turns/inspect-api.ts'
import { createStepsApi } from './routes/turns/steps-api.ts'
import { createUsageApi, type UsageApiDeps } from './routes/usage/usage-api.ts'
import { failure } from './server/answers.ts'
import { apiHeaders, securityHeaders } from './server/headers.ts'
import { chooseForm, type PageFile } from './server/page-files.ts'

export interface WebAppDeps
  extends ActivityApiDeps,
    AllowedApiDeps,
    ChatApiDeps,
    ChatListApiDeps,
    ConnectApiDeps,
    FileApiDeps,
    HealthApiDeps,
    ImportApiDeps,
    InspectApiDeps,
    JobApiDeps,
    MemoryApiDeps,
    PeopleApiDeps,
    RestartApiDeps,
    SearchApiDeps,
    VoiceApiDeps,
    SettingsApiDeps,
    SignInsApiDeps,
    UsageApiDeps {
  log: Log
  page: Map<string, PageFile>
}

/** What is served to requests that passed the guard. */
export function createWebApp(deps: WebAppDeps) {
  const { log, page, live, signIn } = deps
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use(async (c, next) => {
    await runNamed(`${c.req.method} ${c.req.path}`, next)
    for (const [name, value] of Object.entries(c.req.path.startsWith('/api/') ? apiHeaders : securityHeaders)) {
      if (!c.res.headers.has(name)) c.header(name, value)
    }
  })

  app.use('/api/sign-out', async (_, next) => {
    await next()
    live.prune()
  })

  app.route('/api', signIn.routes)
  app.route('/api', createInspectApi(deps))
  app.route('/api', createStepsApi(deps))
  app.route('/api', createActivityApi(deps))
  app.route('/api', createAllowedApi(deps))
  app.route('/api', createSettingsApi(deps))
  app.route('/api', createNextStartApi(deps))
  app.route('/api', createConnectApi(deps))
  app.route('/api', createPeopleApi(deps))
  app.route('/api', createSignInsApi(deps))
  app.route('/api', createImportApi(deps))
  app.route('/api', createJobApi(deps))
  app.route('/api', createMemoryApi(deps))
  app.route('/api', createHealthApi(deps))
  app.route('/api', createRestartApi(deps))
  app.route('/api', createSearchApi(deps))
  app.route('/api', createUsageApi(deps))
  app.route('/api', createChatListApi(deps))
  // Before the chat, whose limit on bodies is for messages.
  app.route('/api', createFileApi(deps))
  app.route('/api', createVoiceApi(deps))
  app.route('/api', createChatApi(deps))

  app.get('*', (c) => {
    const file = page.get(c.req.path)
    if (!file && c.req.path === '/')
      return failure(c, 503, 'The page is not built. Run "npm run build", then start again.')
    if (!file) return failure(c, 404, 'There is nothing here.')
    const form = chooseForm(file, c.req.header('accept-encoding'))
    if (!form) return failure(c, 404, 'There is nothing here.')
    c.header('etag', form.etag)
    c.header('vary', 'accept-encoding')
    c.header('cache-control', file.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (c.req.header('if-none-match') === form.etag) return c.body(null, 304)
    if (form.encoding) c.header('content-encoding', form.encoding)
    return c.body(form.body, 200, { 'content-type': file.type })
  })

  app.notFound((c) => failure(c, 404, 'There is nothing here.'))

  app.onError((err, c) => {
    if (err instanceof NotStoredError) {
      log.warn({ err }, 'a line from the page was not stored')
      return failure(c, 503, 'Not stored; it will be tried again.')
    }
    log.error({ err, path: c.req.path }, 'a request failed')
    return failure(c, 500, 'Something broke while answering this; the log of the daemon says what.')
  })

  return app
}
