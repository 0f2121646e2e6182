import type { Command } from '../commands.ts'
import { sentences } from '../notices.ts'
import { type StopDeps, stopLane } from '../stop.ts'

export function createStop(deps: StopDeps): Command {
  return {
    name: 'stop',
    summary: 'stop what I am doing here, at once',
    run(_args, { lane, now, after }) {
      return stopLane(deps, lane, now, after).length > 0 ? sentences.stopped : sentences.nothingToStop
    },
  }
}
