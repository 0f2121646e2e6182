// How a runner and the daemon agree on a secret over a Redis that neither of them trusts.
//   1. The daemon makes a code of 160 random bits, which a person carries to the runner's host.
//   2. The runner sends a fresh X25519 key, encrypted with a key that is derived from the code.
//   3. The daemon answers with a fresh key of its own and the runner's name, encrypted in the same way.
//   4. Both derive the shared secret from the two keys and the code, and forget the rest.
// Without the code nobody can read or replace a key. Somebody who learns it later still cannot compute the secret.
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { z } from 'zod'

const CODE_BYTES = 20
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** What both ends know after the exchange. */
export interface SharedSecret {
  runner: string
  root: Buffer
}

/** A code that people can read out: eight groups of four characters. */
export function createRunnerCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const characters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)])
  return (characters.join('').match(/.{4}/g) ?? []).join('-')
}

/** Undefined if it is not a complete code. People may type it in small letters and without hyphens. */
export function parseRunnerCode(text: string): string | undefined {
  const characters = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const isComplete = /^[A-HJKMNP-TV-Z0-9]{32}$/.test(characters)
  return isComplete ? (characters.match(/.{4}/g) ?? []).join('-') : undefined
}

/** The name of the place in Redis where the two meet. It reveals nothing about the code. */
export function meetingPlace(code: string): string {
  return derive(code, 'place').subarray(0, 16).toString('hex')
}

/** The runner's side. */
export interface JoinRequest {
  frame: Buffer
  /** Reads the daemon's answer; undefined if it is not the answer to this request. */
  finish(answer: Buffer): SharedSecret | undefined
}

export function beginJoin(code: string): JoinRequest {
  const own = generateKeyPairSync('x25519')
  const ownKey = exportKey(own.publicKey)
  const frame = encrypt(derive(code, 'request'), { key: ownKey.toString('base64') }, Buffer.alloc(0))
  return {
    frame,
    finish(answer) {
      const parsed = answerShape.safeParse(decrypt(derive(code, 'answer'), answer, frame))
      if (!parsed.success) return undefined
      const { runner, key } = parsed.data
      const root = rootOf(code, own.privateKey, key, [ownKey, key], runner)
      return root && { runner, root }
    },
  }
}

/** The daemon's side: the answer and the secret; undefined if the request was not made with this code. */
export function answerJoin(
  code: string,
  runner: string,
  request: Buffer,
): { frame: Buffer; secret: SharedSecret } | undefined {
  const parsed = requestShape.safeParse(decrypt(derive(code, 'request'), request, Buffer.alloc(0)))
  if (!parsed.success) return undefined
  const own = generateKeyPairSync('x25519')
  const ownKey = exportKey(own.publicKey)
  const root = rootOf(code, own.privateKey, parsed.data.key, [parsed.data.key, ownKey], runner)
  if (!root) return undefined
  // Bound to this request, so that the answer to another one is refused.
  const frame = encrypt(derive(code, 'answer'), { runner, key: ownKey.toString('base64') }, request)
  return { frame, secret: { runner, root } }
}

const keyShape = z
  .string()
  .max(100)
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === KEY_BYTES)
const requestShape = z.object({ key: keyShape })
const answerShape = z.object({ key: keyShape, runner: z.string().min(1).max(60) })

/** Undefined for a key that X25519 refuses because it leads to the same secret with everybody. */
function rootOf(
  code: string,
  own: KeyObject,
  other: Buffer,
  keys: readonly [runner: Buffer, daemon: Buffer],
  runner: string,
): Buffer | undefined {
  try {
    const shared = diffieHellman({ privateKey: own, publicKey: importKey(other) })
    const info = Buffer.concat([Buffer.from('skein runner'), ...keys, Buffer.from(runner)])
    return Buffer.from(hkdfSync('sha256', shared, Buffer.from(code), info, KEY_BYTES))
  } catch {
    return undefined
  }
}

function derive(code: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', code, '', `skein runner code: ${purpose}`, KEY_BYTES))
}

function encrypt(key: Buffer, message: object, context: Buffer): Buffer {
  // The same code may encrypt several requests, so the nonce is random.
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context)
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()])
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()])
}

function decrypt(key: Buffer, frame: Buffer, context: Buffer): unknown {
  if (frame.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, frame.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(context)
    .setAuthTag(frame.subarray(-TAG_BYTES))
  try {
    const text = Buffer.concat([decipher.update(frame.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch {
    return undefined
  }
}

function exportKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}

function importKey(bytes: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: bytes.toString('base64url') }, format: 'jwk' })
}
