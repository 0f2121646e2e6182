import { isIP } from 'node:net'
import type { Context } from 'hono'
import { z } from 'zod'
import { isPublic, readWebAddress } from '../../../lib/http/web-address.ts'
import type { SteadyClock } from '../../../lib/time/clock.ts'
import { languages } from '../../../messages/languages.ts'
import { pushMessages } from '../../../messages/push-messages.ts'
import type { Database } from '../../../store/database.ts'
import {
  pushSubscriptionsOf,
  readPushSubscription,
  removePushSubscription,
  savePushSubscription,
} from '../../../store/people/push-subscriptions.ts'
import { sessionName } from '../../../store/people/web-sessions.ts'
import type { PushState } from '../../page/wire/push-wire.ts'
import { areUsable } from '../../push/encryption.ts'
import { failure, parseBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { SignInEnv } from '../../server/sign-in.ts'

/** Notifications for devices whose page is closed. */
export interface PushService {
  /** What browsers subscribe to. */
  publicKey: string
  /** Whether we would send to this address, as far as its text says. */
  accepts(endpoint: string): boolean
  ntfy(): PushState['ntfy']
}

export interface PushApiDeps {
  db: Database
  clock: SteadyClock
  owner: { id: number; name: string }
  push: PushService
}

/** Per person. */
const MAX_DEVICES = 20
const base64url = z.string().regex(/^[\w-]{16,120}$/)
const addressSchema = z.strictObject({ endpoint: z.string().max(1000), p256dh: base64url, auth: base64url })
const subscriptionSchema = addressSchema.extend({ language: z.enum(languages), showsText: z.boolean() })

/** Turning notifications on and off for the device that asks. */
export function addPushRoutes(routes: Routes, { db, clock, owner, push }: PushApiDeps): void {
  const stateFor = (session: string): PushState => {
    const own = readPushSubscription(db, session)
    return {
      publicKey: push.publicKey,
      ...(own && { device: { endpoint: own.endpoint, showsText: own.showsText } }),
      ntfy: push.ntfy(),
    }
  }

  routes.get('signed-in', '/push', (c) => c.json(stateFor(c.get('session'))))

  routes.post('signed-in', '/push/on', async (c) => {
    const body = await parseBody(c, subscriptionSchema)
    return 'refused' in body ? body.refused : turnOn(c, body.value)
  })

  // The push service of the browser gave it another address.
  routes.post('signed-in', '/push/renewed', async (c) => {
    const body = await parseBody(c, addressSchema)
    if ('refused' in body) return body.refused
    const { language, showsText } = readPushSubscription(db, c.get('session')) ?? {}
    if (language === undefined || showsText === undefined) return failure(c, 404, pushMessages.isOff)
    return turnOn(c, { ...body.value, language, showsText })
  })

  routes.post('signed-in', '/push/off', (c) => {
    const session = c.get('session')
    removePushSubscription(db, sessionName(session))
    return c.json(stateFor(session))
  })

  function turnOn(c: Context<SignInEnv>, wanted: z.infer<typeof subscriptionSchema>): Response {
    const session = c.get('session')
    if (!push.accepts(wanted.endpoint)) return failure(c, 400, pushMessages.badEndpoint)
    if (!areUsable(wanted)) return failure(c, 400, pushMessages.badKeys)
    const others = pushSubscriptionsOf(db, owner.id, clock.steady()).filter(
      (other) => other.session !== sessionName(session) && other.endpoint !== wanted.endpoint,
    )
    if (others.length >= MAX_DEVICES) return failure(c, 409, pushMessages.tooMany)
    savePushSubscription(db, session, { ...wanted, createdAt: clock.now() })
    return c.json(stateFor(session))
  }
}

/** The address of a push service: encrypted and with a name or address that may be public. Checked again when sending. */
export function isPushEndpoint(endpoint: string): boolean {
  const address = readWebAddress(endpoint)
  if ('problem' in address || address.url.protocol !== 'https:' || address.port !== 443) return false
  return isIP(address.host) === 0 || isPublic(address.host)
}
