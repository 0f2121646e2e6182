import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'

/** Measures how long a server has not answered, and reports the outage once. */
export interface OutageWatch {
  /** The server did not answer. The cause may change during one outage. */
  failed(): void
  answered(): void
}

export interface OutageWatchDeps {
  clock: Pick<Clock, 'mono'>
  /** Shorter outages are not reported. */
  afterMs: number
  report(): void
}

export function createOutageWatch({ clock, afterMs, report }: OutageWatchDeps): OutageWatch {
  let outage: { since: number; isReported: boolean } | undefined
  return {
    failed() {
      outage ??= { since: clock.mono(), isReported: false }
      if (outage.isReported || clock.mono() - outage.since < afterMs) return
      outage.isReported = true
      report()
    },
    answered() {
      outage = undefined
    },
  }
}

/** What a receiving loop does about each of its failures: how long it waits, and when the owner is told. */
export interface OutagePolicy<Failure extends { kind: string }> {
  /** What is being received, for the log: "telegram". */
  source: string
  describe(failure: Failure): string
  /** `streak` counts the failures of this kind in a row, this one included. */
  pauseSeconds(failure: Failure, streak: number): number
  /** When to tell the owner about this failure; undefined when the channel tells them in its own way. */
  notice(failure: Failure): OutageNotice | undefined
}

/** Failures with the same sentence are one outage. `afterSeconds` counts from its first failure. */
export type OutageNotice = { sentence: AnyText } & ({ afterSeconds: number } | { afterFailures: number })

export interface BackoffDeps {
  log: Log
  clock: Pick<Clock, 'mono'>
  /** Tells the owner about problems only they can fix. */
  trouble(sentence: AnyText): void
  /** How long a second takes; shorter in tests. */
  second: number
}

/** Decides how long to wait after each failure of a receiving loop, and when the owner is told. */
export interface Backoff<Failure> {
  succeeded(): void
  /** Returns how long to wait, in ms. No failure ends the loop for good. */
  failed(failure: Failure): number
}

export function createBackoff<Failure extends { kind: string }>(
  { log, clock, trouble, second }: BackoffDeps,
  policy: OutagePolicy<Failure>,
): Backoff<Failure> {
  let streak = 0
  let kind = ''
  const watches = new Map<string, OutageWatch>()

  function watchFor(sentence: AnyText, afterSeconds: number): OutageWatch {
    const key = textIn(sentence, 'en')
    const watch =
      watches.get(key) ?? createOutageWatch({ clock, afterMs: afterSeconds * second, report: () => trouble(sentence) })
    watches.set(key, watch)
    return watch
  }

  function tellOwner(notice: OutageNotice): void {
    if ('afterSeconds' in notice) watchFor(notice.sentence, notice.afterSeconds).failed()
    else if (streak === notice.afterFailures) trouble(notice.sentence)
  }

  return {
    succeeded() {
      if (streak > 0) log.info({ source: policy.source, failures: streak }, 'messages are received again')
      streak = 0
      kind = ''
      for (const watch of watches.values()) watch.answered()
    },
    failed(failure) {
      if (failure.kind !== kind) [streak, kind] = [0, failure.kind]
      streak++
      const afterMs = policy.pauseSeconds(failure, streak) * second
      const reason = policy.describe(failure)
      log.warn(
        { source: policy.source, kind, says: reason, streak, afterMs: Math.round(afterMs) },
        'receiving messages failed',
      )
      const notice = policy.notice(failure)
      if (notice) tellOwner(notice)
      return afterMs
    },
  }
}
