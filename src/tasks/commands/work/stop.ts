import { laneQueue } from '../../../domain/ids.ts'
import { commandMessages } from '../../../messages/command-messages.ts'
import { describeStop, type StopDeps, stopQueue } from '../../run/stop.ts'
import type { Command } from '../command.ts'

export function createStop(deps: StopDeps): Command {
  return {
    name: 'stop',
    usage: '[all]',
    summary: commandMessages.summaries.stop,
    run(args, { lane, now, after, prefix }) {
      const which = /^all\b/i.test(args) ? 'all' : 'first'
      return describeStop(stopQueue(deps, laneQueue(lane), which, now, after), prefix)
    },
  }
}
