import { printable } from '../../../lib/text/visible.ts'
import type { MailAccount, MailServer } from '../account.ts'
import type { MailboxFailure } from './failure.ts'

/** One of the two servers, or the delivery from one to the other. */
export type MailStep = 'imap' | 'smtp' | 'back'

export interface MailTrouble {
  /** One or two sentences: what happened, and what to do next. */
  says: string
  /** It may work later without changes. */
  isPassing: boolean
}

/** How to name a server to the user: a form has a field for it, a command line a flag. */
export type FlagOf = (server: 'imap' | 'smtp') => string

/** Why a mailbox cannot be used, with the same sentences in setup, on the page and in doctor. */
export function mailTroubleText(
  step: MailStep,
  failure: MailboxFailure,
  account: MailAccount,
  flagOf: FlagOf,
): MailTrouble {
  const server = step === 'smtp' ? account.smtp : account.imap
  const hostAndPort = `${server.host}:${server.port}`
  if (step === 'back')
    return temporaryTrouble(
      `The mail to ${account.address} was taken, but it did not come back within a minute; look for it in the mailbox (also under Junk), then try again.`,
    )
  switch (failure.kind) {
    case 'refused':
      return permanentTrouble(
        `${hostAndPort} does not let "${account.login.user}" in (${printable(failure.reason)}); most providers want an app password for a program, not the one you sign in with.`,
      )
    case 'throttled':
      return temporaryTrouble(`${hostAndPort} asks for a pause; try again in a few minutes.`)
    case 'unencrypted':
      return permanentTrouble(
        `${hostAndPort} offers no encryption (${printable(failure.reason)}), so the password was not sent; give the address that speaks TLS: ${addressFor(server, step, 'tls', flagOf)}.`,
      )
    case 'no such folder':
      return permanentTrouble(`${hostAndPort} has no such folder (${printable(failure.reason)}).`)
    case 'lost':
      return (
        describeCertificate(failure.reason, server) ??
        describeMismatch(failure.reason, server, step, flagOf) ??
        describeSilence(failure.reason, server)
      )
  }
}

function describeCertificate(reason: string, { host }: MailServer): MailTrouble | undefined {
  if (/ALTNAME|altnames|does not match cert/i.test(reason)) {
    const names = [...reason.matchAll(/DNS:([\w.*-]{1,253})/g)].map(([, name]) => name)
    const nameHint = names.length > 0 ? ` It is for ${names.slice(0, 3).join(', ')}.` : ''
    return permanentTrouble(
      `The certificate of ${host} is not for that name.${nameHint} Give the name that the certificate has.`,
    )
  }
  if (/EXPIRED|has expired/i.test(reason))
    return permanentTrouble(`The certificate of ${host} has expired. Have it renewed, then try again.`)
  if (/SELF_SIGNED|self-signed|self signed/i.test(reason))
    return permanentTrouble(
      `The certificate of ${host} is self-signed, so it proves nothing (${printable(reason)}). Have it replaced by one that an authority signed, or save it to a file and name that file in NODE_EXTRA_CA_CERTS.`,
    )
  if (/CERT|SIGNATURE|ISSUER/i.test(reason))
    return permanentTrouble(
      `The certificate of ${host} cannot be trusted (${printable(reason)}); have it put right, or name the authority that signed it in a file with NODE_EXTRA_CA_CERTS.`,
    )
  return undefined
}

/** TLS is used on a port that starts without it, or the other way round. */
function describeMismatch(
  reason: string,
  server: MailServer,
  step: 'imap' | 'smtp',
  flagOf: FlagOf,
): MailTrouble | undefined {
  const hostAndPort = `${server.host}:${server.port}`
  if (server.security === 'tls' && /wrong version number|packet length too long|EPROTO|SSL routines/i.test(reason))
    return permanentTrouble(
      `${hostAndPort} does not speak TLS from the first byte; this port begins in the clear and then turns to TLS (STARTTLS). Give ${addressFor(server, step, 'starttls', flagOf)}, or ${addressFor(server, step, 'tls', flagOf)} for the port that speaks TLS at once.`,
    )
  const isTlsPort = server.port === usualPorts[step].tls
  if (server.security !== 'tls' && isTlsPort && !/ENOTFOUND|EAI_AGAIN|EDNS|ECONNREFUSED/.test(reason))
    return permanentTrouble(
      `${hostAndPort} says nothing until it is spoken to in TLS: this port speaks TLS from the first byte. Give ${addressFor(server, step, 'tls', flagOf)}.`,
    )
  return undefined
}

const usualPorts = { imap: { tls: 993, starttls: 143 }, smtp: { tls: 465, starttls: 587 } } as const

function addressFor(server: MailServer, step: 'imap' | 'smtp', security: 'tls' | 'starttls', flagOf: FlagOf): string {
  const { port, host } = server
  // A non-standard port stays if only the kind of encryption is wrong.
  const ports = usualPorts[step]
  const isCustomPort = port !== ports.tls && port !== ports.starttls
  const suggestedPort = security === 'starttls' && isCustomPort ? port : ports[security]
  const scheme = security === 'tls' ? `${step}s` : step
  return `${flagOf(step)}${scheme}://${host}:${suggestedPort}`
}

function describeSilence(reason: string, { host, port }: MailServer): MailTrouble {
  const code = /[A-Z][A-Z0-9_]{3,}/.exec(reason)?.[0] ?? 'unknown'
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(reason))
    return permanentTrouble(`Nobody knows a server called ${host}; check the address, and the network of this machine.`)
  if (/ECONNREFUSED/.test(reason))
    return permanentTrouble(`Nobody listens at ${host}:${port} (${code}); check the address and the port.`)
  return temporaryTrouble(
    `${host}:${port} gives no answer that can be used (${printable(reason)}); check the address and that the server runs, and try again.`,
  )
}

function permanentTrouble(says: string): MailTrouble {
  return { says, isPassing: false }
}

function temporaryTrouble(says: string): MailTrouble {
  return { says, isPassing: true }
}
