import { printable } from '../../../lib/text/visible.ts'
import type { LocalizedText } from '../../../messages/localized.ts'
import type { MailAccount, MailServer } from '../account.ts'
import { emailMessages } from '../email-messages.ts'
import type { MailboxFailure } from './failure.ts'

/** One of the two servers, or the delivery from one to the other. */
export type MailStep = 'imap' | 'smtp' | 'delivery'

export interface MailTrouble {
  /** One or two sentences: what happened, and what to do next. */
  says: LocalizedText
  /** It may work later without changes. */
  isPassing: boolean
}

const texts = emailMessages.trouble

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
  if (step === 'delivery') return temporaryTrouble(texts.notDelivered(account.address))
  switch (failure.kind) {
    case 'refused':
      return permanentTrouble(texts.refused(hostAndPort, account.login.user, printable(failure.reason)))
    case 'throttled':
      return temporaryTrouble(texts.throttled(hostAndPort))
    case 'unencrypted':
      return permanentTrouble(
        texts.unencrypted(hostAndPort, printable(failure.reason), addressFor(server, step, 'tls', flagOf)),
      )
    case 'no such folder':
      return permanentTrouble(texts.noFolder(hostAndPort, printable(failure.reason)))
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
    return permanentTrouble(
      names.length > 0 ? texts.wrongNameOf(host, names.slice(0, 3).join(', ')) : texts.wrongName(host),
    )
  }
  if (/EXPIRED|has expired/i.test(reason)) return permanentTrouble(texts.expired(host))
  if (/SELF_SIGNED|self-signed|self signed/i.test(reason))
    return permanentTrouble(texts.selfSigned(host, printable(reason)))
  if (/CERT|SIGNATURE|ISSUER/i.test(reason)) return permanentTrouble(texts.untrusted(host, printable(reason)))
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
  const suggested = (security: 'tls' | 'starttls') => addressFor(server, step, security, flagOf)
  if (server.security === 'tls' && /wrong version number|packet length too long|EPROTO|SSL routines/i.test(reason))
    return permanentTrouble(texts.startsInClear(hostAndPort, suggested('starttls'), suggested('tls')))
  const isTlsPort = server.port === usualPorts[step].tls
  if (server.security !== 'tls' && isTlsPort && !/ENOTFOUND|EAI_AGAIN|EDNS|ECONNREFUSED/.test(reason))
    return permanentTrouble(texts.startsInTls(hostAndPort, suggested('tls')))
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
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(reason)) return permanentTrouble(texts.unknownHost(host))
  if (/ECONNREFUSED/.test(reason)) return permanentTrouble(texts.nobodyListens(`${host}:${port}`, code))
  return temporaryTrouble(texts.noAnswer(`${host}:${port}`, printable(reason)))
}

function permanentTrouble(says: LocalizedText): MailTrouble {
  return { says, isPassing: false }
}

function temporaryTrouble(says: LocalizedText): MailTrouble {
  return { says, isPassing: true }
}
