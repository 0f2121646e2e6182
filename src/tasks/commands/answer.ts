import type { Approvals, Said } from '../permissions/approvals.ts'
import type { Command } from './command.ts'

const summaries: Record<Said, string> = {
  yes: 'allow what I asked about, once',
  no: 'do not allow it',
  always: 'allow it, now and from now on',
}

/** The three words that answer a question of ours, also when a button says them. */
export function createAnswer(said: Said, approvals: Approvals): Command {
  return {
    name: said,
    usage: '[number]',
    summary: summaries[said],
    run(args, context) {
      const number = args === '' ? undefined : Number(args.replace(/^#/, ''))
      if (number !== undefined && !Number.isSafeInteger(number)) return 'Say it with the number of the question.'
      return approvals.answer(number, said, context)
    },
  }
}
