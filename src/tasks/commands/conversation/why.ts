import { commandMessages } from '../../../messages/command-messages.ts'
import { describeReasons, lastAssembly } from '../../reports/context-report.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

export function createWhy({ db }: Pick<Road, 'db'>): Command {
  return {
    name: 'why',
    summary: commandMessages.summaries.why,
    run: (_args, { lane, timezone, now }) => describeReasons(db, lastAssembly(db, lane), { timezone, now }),
  }
}
