import { isIP } from 'node:net'
import type { z } from 'zod'
import { isLoopback, isPublic } from '../../lib/http/web-address.ts'
import type { schema } from '../schema/schema.ts'
import type { KeyProblem } from './problems.ts'

type Checked = z.output<typeof schema>

/** Browsers on other machines need one exact address, and TLS if the connection crosses the internet. */
export function webProblems({ bind, public_url: given }: Checked['web']): KeyProblem[] {
  const at = (says: string): KeyProblem[] => [{ path: ['web', given === undefined ? 'bind' : 'public_url'], says }]
  if (given === undefined) {
    if (bind === '0.0.0.0' || bind === '::')
      return at(`web.bind = "${bind}" needs web.public_url, the address that browsers are to open`)
    if (bind !== undefined && isPublic(bind))
      return at('web.bind is an address of the internet: that needs a proxy with TLS and its web.public_url')
    return []
  }
  const url = new URL(given)
  if (given.replace(/\/$/, '') !== url.origin)
    return at(`web.public_url must be a name alone, such as "${url.origin}", without a path`)
  if (url.protocol === 'http:' && !isOfOwnNetwork(url.hostname))
    return at('web.public_url must begin with https, or everybody on the way could read along and sign in')
  return []
}

/** Private addresses, and names that exist only in a home network. */
function isOfOwnNetwork(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '')
  if (isIP(address) > 0) return !isPublic(address)
  return !name.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(name)
}

export function telegramProblems({ local_server, api_root }: Checked['telegram']): KeyProblem[] {
  if (!local_server || isLoopback(api_root)) return []
  const says = 'telegram.local_server needs telegram.api_root at this machine, such as "http://127.0.0.1:8081"'
  return [{ path: ['telegram', 'local_server'], says }]
}

/** A shorter secret could be guessed by anybody who reaches the port. */
const MIN_WEBHOOK_SECRET_CHARS = 40

/** The address and the credentials are needed together, and the connection must not reveal the password. */
export function talkProblems(talk: Checked['talk']): KeyProblem[] {
  const { secret } = talk.webhook
  const webhook = {
    path: ['talk', 'webhook', 'secret'],
    says: `talk.webhook.secret must have at least ${MIN_WEBHOOK_SECRET_CHARS} characters, as "occ talk:bot:install" wants them`,
  }
  const together = ['url', 'user', 'password'] as const
  const missing = together.filter((key) => talk[key] === undefined)
  const gaps = missing.map((key) => ({
    path: ['talk', key],
    says: `talk.${key} is missing; url, user and password belong together`,
  }))
  const isPlain = talk.url !== undefined && new URL(talk.url).protocol === 'http:' && !isLoopback(talk.url)
  const says = 'talk.url must begin with https, or everybody on the way could read the password'
  return [
    ...(missing.length === together.length ? [] : gaps),
    ...(isPlain ? [{ path: ['talk', 'url'], says }] : []),
    ...(secret !== undefined && secret.length < MIN_WEBHOOK_SECRET_CHARS ? [webhook] : []),
  ]
}
