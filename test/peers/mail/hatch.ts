import { createTransport } from 'nodemailer'

export interface Envelope {
  /** Empty for what comes back. */
  from: string
  to: string[]
}

/** Where a mail server takes mail in. */
export interface Hatch {
  host: string
  port: number
  protocol: 'smtp' | 'lmtp'
  login?: { user: string; password: string }
}

/** Hands bytes to a server as a mail server would: resolves when it has them, rejects when it wants them not. */
export async function hand(to: Hatch, envelope: Envelope, bytes: Buffer): Promise<void> {
  const transport = createTransport({
    host: to.host,
    port: to.port,
    lmtp: to.protocol === 'lmtp',
    ignoreTLS: true,
    name: 'relay.test',
    ...(to.login && { auth: { user: to.login.user, pass: to.login.password } }),
  })
  try {
    const { rejected } = await transport.sendMail({ envelope: { ...envelope }, raw: bytes })
    if (rejected.length > 0) throw new Error(`nobody by the name of ${String(rejected[0])}`)
  } finally {
    transport.close()
  }
}
