import { commandMessages } from '../../../messages/command-messages.ts'
import { permissionMessages } from '../../../messages/permission-messages.ts'
import type { Database } from '../../../store/database.ts'
import { readApproval } from '../../../store/work/approvals.ts'
import type { Approvals, Said } from '../../permissions/approvals.ts'
import type { Command } from '../command.ts'

/** The three words that answer a question of ours, also when a button says them. */
export function createAnswer(said: Said, { db, approvals }: { db: Database; approvals: Approvals }): Command {
  return {
    name: said,
    usage: commandMessages.usages.number,
    summary: commandMessages.summaries[said],
    run(args, context) {
      const number = args === '' ? undefined : Number(args.replace(/^#/, ''))
      if (number !== undefined && !Number.isSafeInteger(number)) return permissionMessages.numberNeeded
      return approvals.answer(number, said, context)
    },
    isSettled(args, steady) {
      const approval = readApproval(db, Number(args))
      return approval !== undefined && (approval.state !== 'open' || approval.expiresAt <= steady)
    },
  }
}
