import { commandMessages } from '../../messages/command-messages.ts'
import { describeOverview, type Overview } from '../reports/overview.ts'
import type { Command } from './command.ts'

export function createStatus(overview: () => Overview): Command {
  return {
    name: 'status',
    summary: commandMessages.summaries.status,
    run(_args, { person, now, timezone, prefix }) {
      const owner = person.role === 'owner'
      return describeOverview(overview(), { owner, paying: owner, now, timezone, prefix })
    },
  }
}
