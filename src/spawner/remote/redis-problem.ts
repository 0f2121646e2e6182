import { reasonOf } from '../../domain/errors.ts'
import type { AnyText } from '../../messages/localized.ts'
import { runnerMessages } from '../../messages/runner-messages.ts'

/** Why Redis cannot be used, in a plain sentence; the words of the error if we know no better ones. */
export function describeRedisProblem(error: unknown): AnyText {
  const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  const known = problems.find(([pattern]) => pattern.test(code) || pattern.test(message))
  return known ? known[1] : reasonOf(error)
}

const texts = runnerMessages.redis
const problems: [RegExp, AnyText][] = [
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, texts.otherName],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, texts.expired],
  [/SELF_SIGNED_CERT|^UNABLE_TO_|^CERT_/, texts.untrusted],
  [/^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/, texts.notEncrypted],
  [/^(WRONGPASS|NOAUTH) /, texts.refused],
  [/^(ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, texts.away],
  [/^EACCES$/, texts.forbidden],
]
