import { printable } from '../../lib/text/visible.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { runnerMessages as messages } from '../../messages/runner-messages.ts'
import type { RunnerStatus } from '../../spawner/remote/runner-pool.ts'
import type { RunnerBeat } from '../../spawner/remote/turn-messages.ts'

/** What `skein runners`, /status, the doctor and the page say about a runner. */
export interface ReportedRunner extends Pick<RunnerStatus, 'name' | 'pairedAt' | 'state'> {
  seenMs?: number | undefined
  mustErase?: boolean
  beat?: Pick<RunnerBeat, 'host' | 'version' | 'places' | 'free' | 'memoryMb' | 'sessions' | 'brains'> | undefined
}

/** The same for the page. */
export function reportRunner(
  runner: ReportedRunner,
  daemonVersion: string,
): { name: string; says: LocalizedText; problem?: LocalizedText } {
  const problem = runnerProblem(runner, daemonVersion)
  return { name: runner.name, says: describeRunner(runner), ...(problem && { problem }) }
}

/** Its state and, if it was ever seen, where it is, what it runs and when it was last seen. */
export function describeRunner({ state, beat, seenMs, mustErase }: ReportedRunner): LocalizedText {
  const erasing = mustErase === true ? [messages.mustErase] : []
  if (!beat || seenMs === undefined) return joinTexts([messages.states[state], ...erasing], ', ')
  const { host, version, places, free, sessions, memoryMb } = beat
  return joinTexts(
    [
      messages.states[state],
      messages.place(printable(host), printable(version)),
      beat.brains.length === 0 ? messages.noModel : beat.brains.map(printable).join(', '),
      messages.load(places - free, places, sessions),
      messages.freeMemory(memoryMb),
      messages.seen(describeAge(seenMs)),
      ...erasing,
    ],
    ', ',
  )
}

/** Why it takes no turns, or should be updated; undefined if it is well. */
export function runnerProblem({ name, state, beat }: ReportedRunner, daemonVersion: string): LocalizedText | undefined {
  switch (state) {
    case 'gone':
    case 'never-seen':
      return messages.isAway(name)
    case 'resting':
      return messages.rests(name)
    case 'other-version':
      return messages.cannotUnderstand(name, printable(beat?.version ?? ''), daemonVersion)
    case 'ready':
    case 'full':
    case 'draining':
      if (beat === undefined || beat.version === daemonVersion) return undefined
      return messages.otherVersion(name, printable(beat.version), daemonVersion)
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

function describeAge(ms: number): LocalizedText {
  if (ms < 2 * MINUTE_MS) return messages.seconds(Math.round(ms / 1000))
  if (ms < 2 * HOUR_MS) return messages.minutes(Math.round(ms / MINUTE_MS))
  return ms < 2 * DAY_MS ? messages.hours(Math.round(ms / HOUR_MS)) : messages.days(Math.round(ms / DAY_MS))
}
