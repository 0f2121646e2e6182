import type { Command } from '../commands.ts'
import { planCompaction } from '../compaction.ts'
import type { Road } from '../road.ts'

export function createCompact(road: Pick<Road, 'db' | 'clock'>): Command {
  return {
    name: 'compact',
    summary: 'put what was said here into a summary now',
    run(_args, { lane, route }) {
      planCompaction(road, lane, 'asked', { route })
      return 'I am summarising what was said here, and will tell you when it is done.'
    },
  }
}
