import type { MailAccount, MailServer } from '../../channels/email/account.ts'
import type { Tried } from '../../channels/email/wire/trial.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/printable.ts'

type Failed = Extract<Tried<unknown>, { ok: false }>

/** What went wrong while a mailbox was set up, in one sentence with what to do about it. Nothing was changed then. */
export function mailTrouble(
  { step, failure }: Failed,
  account: MailAccount,
  flagOf: FlagOf = (server) => `--${server} `,
): Error {
  const server = step === 'smtp' ? account.smtp : account.imap
  const where = `${server.host}:${server.port}`
  if (step === 'back')
    return new TryLaterError(
      `The mail to ${account.address} was taken, but it did not come back within a minute; look for it in the mailbox (also under Junk), then try again.`,
    )
  switch (failure.kind) {
    case 'refused':
      return new UsageError(
        `${where} does not let "${account.login.user}" in (${printable(failure.reason)}); most providers want an app password for a program, not the one you sign in with.`,
      )
    case 'throttled':
      return new TryLaterError(`${where} asks for a pause; try again in a few minutes.`)
    case 'unencrypted':
      return new UsageError(
        `${where} offers no encryption (${printable(failure.reason)}), so the password was not sent; give the address that speaks TLS: ${tlsAddress(server, step, flagOf)}.`,
      )
    case 'no such folder':
      return new UsageError(`${where} has no such folder (${printable(failure.reason)}).`)
    case 'lost':
      return silence(failure.reason, server)
  }
}

/** How a server is named where it was asked for: a form has a field for it, a command line a flag. */
type FlagOf = (server: 'imap' | 'smtp') => string

function tlsAddress({ host }: MailServer, step: Failed['step'], flagOf: FlagOf): string {
  return step === 'smtp' ? `${flagOf('smtp')}smtps://${host}` : `${flagOf('imap')}imaps://${host}`
}

function silence(reason: string, { host, port }: MailServer): Error {
  const code = /[A-Z][A-Z0-9_]{3,}/.exec(reason)?.[0] ?? 'unknown'
  if (/CERT|SIGNATURE|ISSUER|self-signed|self signed/i.test(reason))
    return new UsageError(
      `The certificate of ${host} cannot be trusted (${printable(reason)}); have it put right, or name the authority that signed it in a file with NODE_EXTRA_CA_CERTS.`,
    )
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(reason))
    return new UsageError(`Nobody knows a server called ${host}; check the address, and the network of this machine.`)
  if (/ECONNREFUSED/.test(reason))
    return new UsageError(`Nobody listens at ${host}:${port} (${code}); check the address and the port.`)
  return new TryLaterError(
    `${host}:${port} gives no answer that can be used (${printable(reason)}); check the address and that the server runs, and try again.`,
  )
}
