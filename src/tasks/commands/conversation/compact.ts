import { commandMessages } from '../../../messages/command-messages.ts'
import { planCompaction } from '../../compaction/plan.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

export function createCompact(road: Pick<Road, 'db' | 'clock'>): Command {
  return {
    name: 'compact',
    summary: commandMessages.summaries.compact,
    run(_args, { lane, route }) {
      planCompaction(road, lane, 'asked', { route })
      return commandMessages.compacting
    },
  }
}
