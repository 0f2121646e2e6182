import type { Command } from '../commands.ts'
import { describeUsage, type UsageReport } from '../usage-report.ts'

export function createUsage(usage: () => UsageReport): Command {
  return {
    name: 'usage',
    summary: 'what the model was asked and what it cost',
    ownerOnly: true,
    run: () => describeUsage(usage()),
  }
}
