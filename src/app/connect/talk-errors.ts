import { describeFailure, type TalkFailure } from '../../channels/talk/wire/failure.ts'
import { nobodySignedIn } from '../../channels/talk/wire/login.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'

/** Says what went wrong while an account was set up, and what to do about it. Nothing was changed. */
export function talkError(failure: TalkFailure, url: string, user?: string): Error {
  switch (failure.kind) {
    case 'unauthorized':
      return new UsageError(
        `${url} does not let "${user}" in with this password; try once more with the right one, or make an app password (Settings > Security > Devices & sessions), which an account with two-factor login needs.`,
      )
    case 'throttled':
      return new TryLaterError(
        `${url} holds this machine back, usually after wrong passwords; wait half an hour before you try again, or let an administrator run "occ security:bruteforce:reset".`,
      )
    case 'refused':
      return refusal(failure, url)
    case 'unsent':
    case 'unknown':
      return silence(failure, url)
  }
}

function refusal(failure: Extract<TalkFailure, { kind: 'refused' }>, url: string): Error {
  const { status } = failure
  const reason = describeFailure(failure)
  if (/not installed/.test(reason))
    return new UsageError(
      `Talk is not installed at ${url}, or not open to this account; an administrator adds it under Apps > Talk.`,
    )
  const elsewhere = /the server is at (\S+);/.exec(reason)?.[1]
  if (elsewhere !== undefined && elsewhere !== url)
    return new UsageError(`${url} sends us on to ${printable(elsewhere)}; give that address if it is yours.`)
  if (status === 404 || (status >= 300 && status < 400))
    return new UsageError(
      `There is no Nextcloud at ${url}; give the address that stands in your browser when you are signed in there.`,
    )
  return new UsageError(`${url} refuses it (${status}): ${printable(reason)}; its administrator can tell why.`)
}

function silence(failure: Extract<TalkFailure, { kind: 'unsent' | 'unknown' }>, url: string): Error {
  const reason = describeFailure(failure)
  const { host } = new URL(url)
  if (failure.kind === 'unsent' && failure.maintenance)
    return new TryLaterError(`${url} is in maintenance mode; try again when its administrator has ended it.`)
  if (reason === nobodySignedIn)
    return new TryLaterError('Nobody signed in with the browser; begin again when you can.')
  if (/CERT|SIGNATURE|ISSUER/.test(reason))
    return new UsageError(
      `The certificate of ${host} cannot be trusted (${codeIn(reason)}); have it put right, or name the authority that signed it in a file with NODE_EXTRA_CA_CERTS.`,
    )
  if (/SSL|EPROTO/.test(reason))
    return new UsageError(
      `${host} does not speak TLS at this port (${codeIn(reason)}); check the address and its port.`,
    )
  if (/ENOTFOUND|EAI_AGAIN/.test(reason))
    return new UsageError(`Nobody knows a server called ${host}; check the address, and the network of this machine.`)
  return new TryLaterError(
    `${url} gives no answer that can be used (${printable(reason)}); check the address and that the server runs, and try again.`,
  )
}

function codeIn(reason: string): string {
  return /[A-Z][A-Z0-9_]{3,}/.exec(reason)?.[0] ?? 'unknown'
}
