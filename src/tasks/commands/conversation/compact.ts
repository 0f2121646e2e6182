import { planCompaction } from '../../compaction/plan.ts'
import type { Road } from '../../road.ts'
import type { Command } from '../command.ts'

export function createCompact(road: Pick<Road, 'db' | 'clock'>): Command {
  return {
    name: 'compact',
    summary: 'put what was said here into a summary now',
    german: 'das hier Gesagte jetzt zusammenfassen',
    run(_args, { lane, route }) {
      planCompaction(road, lane, 'asked', { route })
      return 'I am summarising what was said here, and will tell you when it is done.'
    },
  }
}
