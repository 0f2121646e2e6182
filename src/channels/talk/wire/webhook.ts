import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

/** What a call of the server says that we believe: something with this number happened. Not what, and not by whom. */
export interface Ring {
  random: string
  message: number
}

export interface WebhookTerms {
  secret: string
  /** Our own server; whoever speaks for another one is not listened to. */
  url: string
}

/** An answer to a call: a ring, or the status it is turned away with. */
export type Verdict = { ring: Ring } | { status: 400 | 401 }

const SHORTEST_RANDOM = 32
const LONGEST_RANDOM = 256
/** A new message has a number that nobody saw before; a reaction carries the number of an old one, and is left to the polls. */
const call = z.object({
  type: z.enum(['Create', 'Activity']),
  object: z.object({ id: z.coerce.number().int().positive() }),
})

/** Over the bytes as they came: written out again they would be others. */
export function judgeCall(headers: IncomingHttpHeaders, body: Buffer, { secret, url }: WebhookTerms): Verdict {
  const random = headers['x-nextcloud-talk-random']
  const signature = headers['x-nextcloud-talk-signature']
  if (typeof random !== 'string' || typeof signature !== 'string') return { status: 401 }
  if (random.length < SHORTEST_RANDOM || random.length > LONGEST_RANDOM) return { status: 401 }
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
