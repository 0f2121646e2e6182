import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gives us to encrypt for it: its public key and a shared secret, both in base64url. */
export interface PushKeys {
  p256dh: string
  auth: string
}

/** All that fits into one record of 4096 bytes, which is what every push service takes. */
export const MAX_PAYLOAD_BYTES = 3800

const CURVE = 'prime256v1'
const PUBLIC_KEY_BYTES = 65
const AUTH_BYTES = 16
const SALT_BYTES = 16
const RECORD_BYTES = 4096
/** Ends the last record (RFC 8188, section 2). */
const LAST_RECORD = Buffer.of(2)

/** Whether something can be encrypted with these keys: they may be invented. */
export function areUsable({ p256dh, auth }: PushKeys): boolean {
  const receiver = Buffer.from(p256dh, 'base64url')
  if (receiver.length !== PUBLIC_KEY_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    newKeys().computeSecret(receiver)
    return true
  } catch {
    return false
  }
}

/** Encrypts a notification so that only this browser can read it (RFC 8291), in the form of RFC 8188. */
export function encryptFor({ p256dh, auth }: PushKeys, payload: Uint8Array): Buffer {
  if (payload.byteLength > MAX_PAYLOAD_BYTES) throw new Error('the payload of a notification is too large')
  const receiver = Buffer.from(p256dh, 'base64url')
  const own = newKeys()
  const sender = own.getPublicKey()
  const salt = randomBytes(SALT_BYTES)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const shared = hkdf(own.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32)
  const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(payload), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]
  const record = Buffer.alloc(4)
  record.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, record, Buffer.of(sender.length), sender, ...sealed])
}

function newKeys(): ECDH {
  const keys = createECDH(CURVE)
  keys.generateKeys()
  return keys
}

function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
