import { authenticate } from 'mailauth'
import { type Envelope, type Hatch, hand } from './hatch.ts'
import { createSmtpPeer, type SmtpPeer } from './smtp-peer.ts'
import type { Zone } from './zone.ts'

/** As whom the border signs what it found out. */
export const AUTHSERV_ID = 'mx.house.test'

/**
 * The last server before the mailboxes: checks who wrote, takes away what others say in its name, says on top what it found
 * itself, and hands the mail on.
 */
export interface Border {
  /** Hears LMTP there, as Postfix speaks it. */
  port: number
  take(envelope: Envelope, bytes: Buffer): Promise<void>
  close(): Promise<void>
}

export async function createBorder(inside: Hatch, zone: Zone): Promise<Border> {
  async function take(envelope: Envelope, bytes: Buffer): Promise<void> {
    const honest = withoutForged(bytes)
    const { headers } = await authenticate(honest, {
      ip: '127.0.0.1',
      helo: 'relay.test',
      sender: envelope.from,
      mta: AUTHSERV_ID,
      resolver: zone.resolve,
      disableArc: true,
      disableBimi: true,
    })
    const said = headers.slice(headers.indexOf('Authentication-Results:'))
    await hand(inside, envelope, Buffer.concat([Buffer.from(said), honest]))
  }
  const door: SmtpPeer = await createSmtpPeer({ protocol: 'lmtp', pass: take })
  return { port: door.port, take, close: door.close }
}

/** Without every Authentication-Results that claims to be ours, wherever it stands; all other bytes stay. */
function withoutForged(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.toString('latin1', 0, end + 2)
  const ours = new RegExp(`^Authentication-Results:\\s*${AUTHSERV_ID.replaceAll('.', '\\.')}\\s*(?:;|$)`, 'i')
  const fields = head.split(/(?<=\r\n)(?![ \t])/).filter((field) => !ours.test(field.replace(/\r\n[ \t]+/g, ' ')))
  return Buffer.concat([Buffer.from(fields.join(''), 'latin1'), bytes.subarray(end + 2)])
}
