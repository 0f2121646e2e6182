import type { Database } from '../../../store/database.ts'
import { readApproval } from '../../../store/work/approvals.ts'
import type { Approvals, Said } from '../../permissions/approvals.ts'
import type { Command } from '../command.ts'

const words: Record<Said, Pick<Command, 'summary' | 'german'>> = {
  yes: { summary: 'allow what I asked about, once', german: 'erlauben, wonach ich gefragt habe, einmal' },
  no: { summary: 'do not allow it', german: 'es nicht erlauben' },
  always: { summary: 'allow it, now and from now on', german: 'es erlauben, jetzt und künftig' },
}

/** The three words that answer a question of ours, also when a button says them. */
export function createAnswer(said: Said, { db, approvals }: { db: Database; approvals: Approvals }): Command {
  return {
    name: said,
    usage: '[number]',
    ...words[said],
    run(args, context) {
      const number = args === '' ? undefined : Number(args.replace(/^#/, ''))
      if (number !== undefined && !Number.isSafeInteger(number)) return 'Say it with the number of the question.'
      return approvals.answer(number, said, context)
    },
    isSettled(args, steady) {
      const approval = readApproval(db, Number(args))
      return approval !== undefined && (approval.state !== 'open' || approval.expiresAt <= steady)
    },
  }
}
