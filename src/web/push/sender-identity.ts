import { createECDH, createPrivateKey, sign } from 'node:crypto'

/** How a push service recognizes who sends: VAPID, RFC 8292. */
export interface SenderIdentity {
  /** What a browser subscribes to, in base64url. */
  publicKey: string
  /** The header for a request to this endpoint. */
  authorization(endpoint: string, now: Date): string
}

/** Push services accept at most a day. */
const VALID_SECONDS = 12 * 3600

/** `privateKey` in hex. `contact` is where the operator of a push service can reach the sender. */
export function createSenderIdentity(privateKey: string, contact: string): SenderIdentity {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(privateKey, 'hex')
  const point = keys.getPublicKey()
  const publicKey = point.toString('base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const secret = Buffer.from(privateKey, 'hex').toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: secret }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const header = encode({ typ: 'JWT', alg: 'ES256' })
  return {
    publicKey,
    authorization(endpoint, now) {
      const expires = Math.floor(now.getTime() / 1000) + VALID_SECONDS
      const claims = encode({ aud: new URL(endpoint).origin, exp: expires, sub: contact })
      const signature = sign('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${header}.${claims}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
