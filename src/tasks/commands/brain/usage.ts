import { commandMessages } from '../../../messages/command-messages.ts'
import { describeUsage, type UsageReport } from '../../reports/usage-report.ts'
import type { Command } from '../command.ts'

export function createUsage(usage: () => UsageReport): Command {
  return {
    name: 'usage',
    summary: commandMessages.summaries.usage,
    ownerOnly: true,
    run: () => describeUsage(usage()),
  }
}
