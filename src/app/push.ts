import type { WebChannel } from '../channels/web/web.ts'
import type { Config } from '../config/config.ts'
import { createGuardedPost, type GuardedPost } from '../lib/http/guarded-post.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import { pushKey } from '../store/secret-keys.ts'
import { createPush, type Push } from '../web/push/push.ts'
import { createSenderIdentity } from '../web/push/sender-identity.ts'
import { isPushEndpoint, type PushService } from '../web/routes/settings/push-api.ts'

export interface OpenPushDeps {
  db: Database
  clock: SteadyClock
  log: Log
  config: Pick<Config, 'push' | 'web'>
  owner: { id: number }
  channel: WebChannel
  isWatched(personId: number): boolean
}

/** Some push services want an address that could be real. */
const NO_CONTACT = 'mailto:owner@example.org'

/** Notifications while no page is open, for browsers and for ntfy. */
export function openPush({ config, ...deps }: OpenPushDeps): { push: Push; service: PushService } {
  const { contact, ntfyUrl, ntfyToken, ntfyText } = config.push
  const pageUrl = config.web.publicUrl && new URL(config.web.publicUrl).origin
  const reachable = pageUrl?.startsWith('https:') ? pageUrl : undefined
  const identity = createSenderIdentity(pushKey(deps.db), contact ?? reachable ?? NO_CONTACT)
  const ntfy = ntfyUrl === undefined ? undefined : openNtfy(ntfyUrl, { token: ntfyToken, showsText: ntfyText })
  const push = createPush({ ...deps, identity, post: createGuardedPost({ allowed: new Set() }), ntfy, pageUrl })
  return {
    push,
    service: {
      publicKey: identity.publicKey,
      accepts: isPushEndpoint,
      ntfy: () => ntfy && { host: new URL(ntfy.url).host, showsText: ntfy.showsText, problem: push.ntfyProblem() },
    },
  }
}

/** The owner names this server, so it may be in their own network. */
function openNtfy<S>(url: string, settings: S): S & { url: string; post: GuardedPost } {
  const { hostname, port, protocol } = new URL(url)
  const host = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  return { ...settings, url, post: createGuardedPost({ allowed: new Set([host]) }) }
}
