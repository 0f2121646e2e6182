import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { backoffMs, createOutageWatch } from '../../shared/backoff.ts'
import { describeFailure, type TalkFailure } from './failure.ts'

export interface PatienceDeps {
  log: Log
  clock: Pick<Clock, 'mono'>
  /** As whom we log in, for the sentence about the password. */
  user: string
  /** Tells the owner what only they can put right. */
  trouble(sentence: string): void
  /** How long a second takes; shorter in tests. */
  second: number
}

/** Knows how long to wait after what went wrong, and when to tell somebody. */
export interface Patience {
  succeeded(): void
  /** Answers how long to wait, in ms. Nothing here is a reason to stop for good. */
  failed(failure: TalkFailure): number
}

/** An outage shorter than this is nobody's business; maintenance is somebody's plan, and may take longer. */
const OUTAGE_SECONDS = 120
const MAINTENANCE_SECONDS = 600
/** Whatever pause is asked for: for so long at most nobody is heard. */
const DEAF_SECONDS = 300
/** One refusal may be a hiccup; the second is an answer, and the next try is far away. */
const REFUSALS = 2
const UNAUTHORIZED_SECONDS = 900

export function createPatience({ log, clock, user, trouble, second }: PatienceDeps): Patience {
  let streak = 0
  let kind = ''
  const watch = (seconds: number, sentence: string) =>
    createOutageWatch({ clock, afterMs: seconds * second, tell: () => trouble(sentence) })
  const outage = watch(OUTAGE_SECONDS, sentences.unreachable)
  const maintenance = watch(MAINTENANCE_SECONDS, sentences.maintenance)
  const throttling = watch(OUTAGE_SECONDS, sentences.throttled)
  const watches = [outage, maintenance, throttling]

  function pauseFor(failure: TalkFailure): number {
    // Together they would come back together.
    const jitter = Math.random() * second
    if (failure.kind === 'throttled') return Math.min(DEAF_SECONDS, failure.afterMs / 1000) * second + jitter
    if (failure.kind === 'unauthorized') return (streak < REFUSALS ? 10 : UNAUTHORIZED_SECONDS) * second
    if (failure.kind === 'unsent' && failure.maintenance) return backoffMs(streak + 4, { second, mostSeconds: 120 })
    return backoffMs(streak, { second })
  }

  function watchFor(failure: TalkFailure) {
    if (failure.kind === 'throttled') return throttling
    return failure.kind === 'unsent' && failure.maintenance ? maintenance : outage
  }

  return {
    succeeded() {
      if (streak > 0) log.info({ failures: streak }, 'talk answers again')
      streak = 0
      kind = ''
      for (const one of watches) one.answered()
    },
    failed(failure) {
      if (failure.kind !== kind) [streak, kind] = [0, failure.kind]
      streak++
      const afterMs = pauseFor(failure)
      const says = describeFailure(failure)
      log.warn({ kind, says, streak, afterMs: Math.round(afterMs) }, 'talk was not heard')
      if (failure.kind !== 'unauthorized') watchFor(failure).failed()
      else if (streak === REFUSALS) trouble(sentences.unauthorized(user))
      return afterMs
    },
  }
}

const sentences = {
  unreachable:
    'I have not reached Nextcloud for more than two minutes. I keep trying, and read everything said meanwhile once it answers. If this lasts, look at the network of this machine and at talk.url, or run "skein doctor".',
  maintenance:
    'Nextcloud has been in maintenance mode for more than ten minutes. I wait for its end and read everything then; if nobody is working on it, an administrator ends it with "occ maintenance:mode --off".',
  throttled:
    'Nextcloud holds this machine back, usually because somebody at the same address has tried wrong passwords. It ends by itself within half an hour; an administrator ends it with "occ security:bruteforce:reset" and the address of this machine.',
  unauthorized: (user: string) =>
    `Nextcloud refuses the app password of "${user}": it was revoked or mistyped, or the account is disabled. Sign in there as that account, make a new one under Settings > Security > Devices & sessions, put it into talk.password and restart. Until then I try again every 15 minutes, no sooner, because more wrong passwords would lock this whole address out.`,
}
