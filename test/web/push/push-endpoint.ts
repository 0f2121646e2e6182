import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A browser as a push service sees it: it has keys, and reads what was encrypted for it. */
export function createReceiver(privateKey?: string, secret = randomBytes(16)) {
  const keys = createECDH('prime256v1')
  if (privateKey === undefined) keys.generateKeys()
  else keys.setPrivateKey(privateKey, 'base64url')
  return {
    p256dh: keys.getPublicKey('base64url'),
    auth: secret.toString('base64url'),
    /** RFC 8291, written down from the side of the reader. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const length = body[20] ?? 0
      const sender = body.subarray(21, 21 + length)
      const sealed = body.subarray(21 + length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
      const shared = hkdfSync('sha256', keys.computeSecret(sender), secret, info, 32)
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', new Uint8Array(shared), salt, `Content-Encoding: ${name}\0`, bytes))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      const end = plain.lastIndexOf(2)
      return plain.subarray(0, end).toString()
    },
  }
}

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service or a server of ntfy on loopback. It answers with the next status, and with the last one from then on. */
export async function startPushEndpoint(...statuses: [number, ...number[]]) {
  const received: ReceivedPush[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) })
      response.statusCode = statuses[Math.min(received.length, statuses.length) - 1] ?? 201
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}`, received }
}
