import { randomBytes } from 'node:crypto'
import { davFailure, json, Refusal, refuse, scriptFailure } from '../http/reply.ts'
import type { TalkRequest } from '../http/request.ts'
import type { World } from '../world.ts'
import type { User } from './accounts.ts'
import type { Throttle } from './throttle.ts'

export interface Identity {
  user: User | undefined
  secret: string
  /** Cookies the client does not have yet. */
  cookies: string[]
}

const strict = '__Host-nc_sameSiteCookiestrict'
const session = 'oc_sessionPassphrase'
const action = 'login'

/** Finds out who calls: by a session that lives, else by the password; wrong ones are counted against everybody behind the address. */
export function createDoorkeeper(world: World, throttle: Throttle): (request: TalkRequest) => Identity {
  const { accounts } = world

  return (request) => {
    const isDav = request.path.startsWith('/remote.php/')
    const key = request.cookies.get(session)
    const live = key === undefined ? undefined : accounts.session(key)
    // A jar that kept the session and lost the rest is turned away here, and only here.
    if (isDav && key !== undefined && !request.cookies.has(strict))
      throw new Refusal(
        json(412, { error: 'Strict Cookie has not been found in request' }, { 'Content-Type': 'application/json' }),
      )
    if (live !== undefined) return { ...live, cookies: [] }
    const given = basicOf(request)
    if (given === undefined)
      return { user: undefined, secret: '', cookies: newCookies(randomBytes(32).toString('base64url')) }
    if (throttle.isShut(action)) throw tooMany(isDav)
    const user = accounts.check(given.id, given.secret)
    if (user === undefined) {
      throttle.failed(action)
      throw wrongPassword(isDav)
    }
    throttle.forgive(action)
    const opened = accounts.open(user, given.secret)
    return { user, secret: given.secret, cookies: newCookies(opened) }
  }
}

/** Who a caller says to be, true or not: faults can be for one person only. */
export function claimedBy(world: World, request: TalkRequest): string {
  const key = request.cookies.get(session)
  const live = key === undefined ? undefined : world.accounts.session(key)
  return basicOf(request)?.id ?? live?.user.id ?? ''
}

/** Nobody: most of the API is not for them. */
export function notLoggedIn(isDav: boolean): Refusal {
  if (isDav) return wrongPassword(true)
  return refuse(401, 'Current user is not logged in')
}

function basicOf(request: TalkRequest): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic (.+)$/i.exec(request.header('authorization') ?? '') ?? []
  if (encoded === undefined) return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id, secret: secret.join(':') }
}

function newCookies(key: string): string[] {
  const far = 'path=/; httponly;secure; expires=Fri, 31-Dec-2100 23:59:59 GMT'
  return [
    `${session}=${key}; path=/; secure; HttpOnly; SameSite=Lax`,
    `__Host-nc_sameSiteCookielax=true; ${far}; SameSite=lax`,
    `${strict}=true; ${far}; SameSite=strict`,
    `ocinstanceid=${randomBytes(13).toString('hex')}; path=/; secure; HttpOnly; SameSite=Lax`,
  ]
}

function wrongPassword(isDav: boolean): Refusal {
  if (!isDav)
    return scriptFailure(401, 'Unauthorised', { 'WWW-Authenticate': 'Basic realm="Authorisation Required"' }, 997)
  return davFailure(
    401,
    'Sabre\\DAV\\Exception\\NotAuthenticated',
    "No public access to this resource., Username or password was incorrect, No 'Authorization: Bearer' header found. Either the client didn't send one, or the server is mis-configured, Username or password was incorrect",
    { 'WWW-Authenticate': 'Basic realm="Nextcloud", charset="UTF-8"' },
  )
}

function tooMany(isDav: boolean): Refusal {
  if (!isDav) return scriptFailure(429, 'Reached maximum delay')
  const hint = '  <o:hint xmlns:o="o:">too many requests</o:hint>\n'
  return davFailure(429, 'OCA\\DAV\\Connector\\Sabre\\Exception\\TooManyRequests', '', {}, hint)
}

export function maintenance(isDav: boolean): Refusal {
  if (isDav) return davFailure(503, 'OCA\\DAV\\Exception\\ServerMaintenanceMode', 'System is in maintenance mode.')
  return scriptFailure(503, 'Service unavailable', { 'X-Nextcloud-Maintenance-Mode': '1' })
}
