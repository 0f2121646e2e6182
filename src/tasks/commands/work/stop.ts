import { laneQueue } from '../../../domain/ids.ts'
import { describeStop, type StopDeps, stopQueue } from '../../run/stop.ts'
import type { Command } from '../command.ts'

export function createStop(deps: StopDeps): Command {
  return {
    name: 'stop',
    usage: '[all]',
    summary: 'stop the answer I am at; with "all" also drop the messages that wait',
    german: 'die laufende Antwort anhalten; mit „all“ auch fallen lassen, was wartet',
    run(args, { lane, now, after, prefix }) {
      const which = /^all\b/i.test(args) ? 'all' : 'first'
      return describeStop(stopQueue(deps, laneQueue(lane), which, now, after), prefix)
    },
  }
}
