import { type Border, createBorder } from './border.ts'
import { type Correspondent, createCorrespondent } from './correspondent.ts'
import { createDovecot, type Dovecot } from './dovecot.ts'
import { type DovecotManner, passwordOf } from './dovecot-config.ts'
import { type Envelope, hand } from './hatch.ts'
import type { Mailbox } from './mailbox.ts'
import { createPostfix, type Postfix } from './postfix.ts'
import { createSmtpPeer, type SmtpPeer } from './smtp-peer.ts'
import { createZone, type Zone } from './zone.ts'

/** Everything between a person's mail client and a mailbox. */
export interface PostOffice {
  dovecot: Dovecot
  border: Border
  zone: Zone
  /** The submission server that does as the test says. */
  submission: SmtpPeer
  /** The real one, where it was asked for. */
  postfix: Postfix | undefined
  /** Where everything goes that is for none of our domains: keeps it, or refuses whom it is told to. */
  elsewhere: SmtpPeer
  refused: Set<string>
  person(address: string, name?: string): Correspondent
  mailbox(address: string): Mailbox
  close(): Promise<void>
}

export interface PostOfficeOptions extends DovecotManner {
  /** With a real Postfix between submission and mailbox. */
  postfix?: boolean
  /** Of what these send the server keeps a copy among their sent mails. */
  savesSentOf?: string[]
  /** Signs what is submitted here in the name of its domain, as a provider does. */
  signs?: boolean
  /** What a server on the way makes of a mail before it is signed. */
  changes?(bytes: Buffer): Buffer
}

/** Ours. Whatever else there is lies elsewhere. */
export const domains = ['house.test', 'home.test', 'work.test']

export async function createPostOffice(options: PostOfficeOptions = {}): Promise<PostOffice> {
  const { postfix: withPostfix = false, savesSentOf = [], signs = false, changes, ...manner } = options
  const zone = createZone(domains)
  const dovecot = await createDovecot(manner)
  const { host, lmtp, sasl } = dovecot.ports
  const border = await createBorder({ host, port: lmtp, protocol: 'lmtp' }, zone)
  const refused = new Set<string>()
  const refuses = (address: string) => (refused.has(address) ? '550 no such person' : undefined)
  const elsewhere = await createSmtpPeer({ refuses })

  /** Each recipient for itself, as between servers. */
  async function carry({ from, to }: Envelope, bytes: Buffer): Promise<void> {
    for (const one of to) await border.take({ from, to: [one] }, bytes)
  }

  function post(port: number, user: string, envelope: Envelope, bytes: Buffer): Promise<void> {
    const login = { user, password: passwordOf(user) }
    return hand({ host: '127.0.0.1', port, protocol: 'smtp', login }, envelope, bytes)
  }

  async function pass(envelope: Envelope, bytes: Buffer, user = ''): Promise<void> {
    const changed = changes?.(bytes) ?? bytes
    const signed = signs ? await zone.sign(user.slice(user.indexOf('@') + 1), changed) : changed
    if (savesSentOf.includes(user)) await dovecot.deliver(user.replace('@', '+Sent@'), signed, envelope.from)
    const ours = envelope.to.filter((address) => domains.some((domain) => address.endsWith(`@${domain}`)))
    await carry({ from: envelope.from, to: ours }, signed)
    const others = envelope.to.filter((address) => !ours.includes(address))
    if (others.length > 0) elsewhere.got.push({ from: envelope.from, to: others, bytes: signed, user, answered: true })
  }

  const submission = await createSmtpPeer({
    isLogin: (user, password) => password === passwordOf(user),
    refuses,
    pass,
    ...(manner.security && { security: manner.security }),
    ...(dovecot.certificate && { certificate: dovecot.certificate }),
  })
  const postfix = withPostfix
    ? await createPostfix({ inward: border.port, domains, outward: elsewhere.port, sasl, savesSentOf })
    : undefined

  return {
    dovecot,
    border,
    zone,
    submission,
    postfix,
    elsewhere,
    refused,
    mailbox: dovecot.mailbox,
    person: (address, name) =>
      createCorrespondent({
        address,
        ...(name !== undefined && { name }),
        mailbox: dovecot.mailbox(address),
        zone,
        submit: (envelope, bytes) => (postfix ? post(postfix.port, address, envelope, bytes) : carry(envelope, bytes)),
      }),
    async close() {
      await postfix?.close()
      await submission.close()
      await elsewhere.close()
      await border.close()
      await dovecot.close()
    },
  }
}
