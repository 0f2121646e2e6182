import { describeFailure, reasonOf, type TalkFailure } from '../../channels/talk/wire/failure.ts'
import { nobodySignedIn } from '../../channels/talk/wire/login.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import { connectMessages } from './connect-messages.ts'

/** Says what went wrong while an account was set up, and what to do about it. */
export function talkError(failure: TalkFailure, url: string, user = ''): Error {
  switch (failure.kind) {
    case 'unauthorized':
      return new UsageError(connectMessages.passwordRefused(url, user))
    case 'throttled':
      return new TryLaterError(connectMessages.throttled(url))
    case 'refused':
      return refusalError(failure, url)
    case 'unsent':
    case 'unknown':
      return silenceError(failure, url)
  }
}

export function printableReason(failure: TalkFailure): AnyText {
  return mapText(reasonOf(failure), printable)
}

function refusalError(failure: Extract<TalkFailure, { kind: 'refused' }>, url: string): Error {
  const { status } = failure
  const reason = describeFailure(failure)
  if (/not installed/.test(reason)) return new UsageError(connectMessages.talkNotInstalled(url))
  const target = /the server is at (\S+);/.exec(reason)?.[1]
  if (target !== undefined && target !== url) return new UsageError(connectMessages.redirected(url, printable(target)))
  const isOtherSite = status === 404 || (status >= 300 && status < 400)
  if (isOtherSite) return new UsageError(connectMessages.noNextcloud(url))
  return new UsageError(connectMessages.refused(url, status, printableReason(failure)))
}

function silenceError(failure: Extract<TalkFailure, { kind: 'unsent' | 'unknown' }>, url: string): Error {
  const reason = describeFailure(failure)
  const { host } = new URL(url)
  const code = /[A-Z][A-Z0-9_]{3,}/.exec(reason)?.[0] ?? 'unknown'
  if (failure.kind === 'unsent' && failure.maintenance) return new TryLaterError(connectMessages.maintenance(url))
  if (reason === nobodySignedIn) return new TryLaterError(connectMessages.nobodySignedIn)
  if (/CERT|SIGNATURE|ISSUER/.test(reason)) return new UsageError(connectMessages.untrustedCertificate(host, code))
  if (/SSL|EPROTO/.test(reason)) return new UsageError(connectMessages.noTls(host, code))
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return new UsageError(connectMessages.unknownHost(host))
  return new TryLaterError(connectMessages.noUsableAnswer(url, printableReason(failure)))
}
