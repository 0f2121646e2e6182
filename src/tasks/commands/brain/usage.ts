import { describeUsage, type UsageReport } from '../../reports/usage-report.ts'
import type { Command } from '../command.ts'

export function createUsage(usage: () => UsageReport): Command {
  return {
    name: 'usage',
    summary: 'what the model was asked and what it cost',
    german: 'was das Modell gefragt wurde und was es kostete',
    ownerOnly: true,
    run: () => describeUsage(usage()),
  }
}
