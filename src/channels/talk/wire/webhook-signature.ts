import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

/**
 * The only things we trust in a webhook call: that something with this message id happened. Not what, and not by whom.
 */
export interface WebhookCall {
  random: string
  message: number
}

export interface SignatureOptions {
  secret: string
  /** The URL of our own server. Calls for other servers are rejected. */
  url: string
}

/** Either an accepted call, or the status to reject it with. */
export type WebhookVerdict = { ring: WebhookCall } | { status: 400 | 401 }

const MIN_RANDOM_CHARS = 32
const MAX_RANDOM_CHARS = 256
/** A new message has a new id. A reaction carries the id of an old message, so we leave reactions to the polls. */
const call = z.object({
  type: z.enum(['Create', 'Activity']),
  object: z.object({ id: z.coerce.number().int().positive() }),
})

/** Computes the signature over the raw bytes, because serializing the JSON again could change them. */
export function verifyWebhook(
  headers: IncomingHttpHeaders,
  body: Buffer,
  { secret, url }: SignatureOptions,
): WebhookVerdict {
  const random = headers['x-nextcloud-talk-random']
  const signature = headers['x-nextcloud-talk-signature']
  if (typeof random !== 'string' || typeof signature !== 'string') return { status: 401 }
  if (random.length < MIN_RANDOM_CHARS || random.length > MAX_RANDOM_CHARS) return { status: 401 }
  const wanted = createHmac('sha256', secret).update(random).update(body).digest()
  const given = Buffer.from(signature, 'hex')
  if (signature.length !== wanted.length * 2 || given.length !== wanted.length) return { status: 401 }
  if (!timingSafeEqual(given, wanted)) return { status: 401 }
  const backend = headers['x-nextcloud-talk-backend']
  if (typeof backend !== 'string' || bare(backend) !== bare(url)) return { status: 401 }
  const parsed = call.safeParse(read(body))
  return parsed.success ? { ring: { random, message: parsed.data.object.id } } : { status: 400 }
}

function bare(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '').toLowerCase()
}

function read(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
