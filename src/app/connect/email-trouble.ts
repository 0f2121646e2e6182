import type { MailAccount } from '../../channels/email/account.ts'
import type { Tried } from '../../channels/email/wire/mailbox-trial.ts'
import { type FlagOf, mailTroubleText } from '../../channels/email/wire/trouble-words.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'

type Failed = Extract<Tried<unknown>, { ok: false }>

/** What went wrong while a mailbox was set up, in one sentence with what to do about it. Nothing was changed then. */
export function mailTrouble(
  { step, failure }: Failed,
  account: MailAccount,
  flagOf: FlagOf = (server) => `--${server} `,
): Error {
  const { says, isPassing } = mailTroubleText(step, failure, account, flagOf)
  return isPassing ? new TryLaterError(says) : new UsageError(says)
}
