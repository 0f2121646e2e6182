import { isIP } from 'node:net'
import type { z } from 'zod'
import { isLoopbackUrl, isPublic } from '../../lib/http/web-address.ts'
import type { AnyText } from '../../messages/localized.ts'
import { configMessages } from '../config-messages.ts'
import type { schema } from '../schema/schema.ts'
import type { KeyProblem } from './problems.ts'

type Checked = z.output<typeof schema>

/** Browsers on other machines need one exact address, and TLS if the connection crosses the internet. */
export function webProblems({ bind, public_url: publicUrl }: Checked['web']): KeyProblem[] {
  const at = (says: AnyText): KeyProblem[] => [{ path: ['web', publicUrl === undefined ? 'bind' : 'public_url'], says }]
  if (publicUrl === undefined) {
    if (bind === '0.0.0.0' || bind === '::') return at(configMessages.bindNeedsUrl(bind))
    return bind !== undefined && isPublic(bind) ? at(configMessages.bindIsPublic) : []
  }
  const url = new URL(publicUrl)
  if (publicUrl.replace(/\/$/, '') !== url.origin) return at(configMessages.urlHasPath(url.origin))
  return url.protocol === 'http:' && !isHomeNetwork(url.hostname) ? at(configMessages.urlNeedsHttps) : []
}

/** Private addresses, and names that exist only in a home network. */
function isHomeNetwork(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '')
  if (isIP(address) > 0) return !isPublic(address)
  return !name.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(name)
}

export function telegramProblems({ local_server, api_root }: Checked['telegram']): KeyProblem[] {
  if (!local_server || isLoopbackUrl(api_root)) return []
  return [{ path: ['telegram', 'local_server'], says: configMessages.localServer }]
}

/** A shorter secret could be guessed by anybody who reaches the port. */
const MIN_WEBHOOK_SECRET_CHARS = 40

/** The address and the credentials are needed together, and the connection must not reveal the password. */
export function talkProblems(talk: Checked['talk']): KeyProblem[] {
  const { secret } = talk.webhook
  const together = ['url', 'user', 'password'] as const
  const missing = together.filter((key) => talk[key] === undefined)
  const isPartial = missing.length > 0 && missing.length < together.length
  const isPlain = talk.url !== undefined && new URL(talk.url).protocol === 'http:' && !isLoopbackUrl(talk.url)
  const isSecretShort = secret !== undefined && secret.length < MIN_WEBHOOK_SECRET_CHARS
  const shortSecret = configMessages.shortWebhookSecret(MIN_WEBHOOK_SECRET_CHARS)
  return [
    ...(isPartial ? missing.map((key) => ({ path: ['talk', key], says: configMessages.talkKeyMissing(key) })) : []),
    ...(isPlain ? [{ path: ['talk', 'url'], says: configMessages.talkNeedsHttps }] : []),
    ...(isSecretShort ? [{ path: ['talk', 'webhook', 'secret'], says: shortSecret }] : []),
  ]
}
