import { backoffMs } from '../../../lib/time/timers.ts'
import { createPatience, type Patience, type PatienceDeps } from '../../shared/outage.ts'
import { describeFailure, type TalkFailure } from './failure.ts'

/** A shorter outage is not worth telling. Somebody planned a maintenance, and it may take longer. */
const OUTAGE_SECONDS = 120
const MAINTENANCE_SECONDS = 600
/** We never stop listening for longer than this, whatever pause the server asks for. */
const MAX_PAUSE_SECONDS = 300
/** One refusal may be a hiccup; the second is an answer, and then we wait long before the next try. */
const MAX_REFUSALS = 2
const UNAUTHORIZED_SECONDS = 900

/** `user` is the account we log in as. */
export function createTalkPatience(deps: PatienceDeps & { user: string }): Patience<TalkFailure> {
  return createPatience(deps, {
    source: 'talk',
    describe: describeFailure,
    pauseSeconds(failure, streak) {
      // Random, so that many clients do not come back at the same moment.
      if (failure.kind === 'throttled') return Math.min(MAX_PAUSE_SECONDS, failure.afterMs / 1000) + Math.random()
      if (failure.kind === 'unauthorized') return streak < MAX_REFUSALS ? 10 : UNAUTHORIZED_SECONDS
      const jitter = { second: 1, random: Math.random() }
      return isMaintenance(failure)
        ? backoffMs(streak + 4, { maxSeconds: 120, ...jitter })
        : backoffMs(streak, { maxSeconds: 30, ...jitter })
    },
    notice(failure) {
      if (failure.kind === 'unauthorized')
        return { afterFailures: MAX_REFUSALS, sentence: sentences.unauthorized(deps.user) }
      if (failure.kind === 'throttled') return { afterSeconds: OUTAGE_SECONDS, sentence: sentences.throttled }
      return isMaintenance(failure)
        ? { afterSeconds: MAINTENANCE_SECONDS, sentence: sentences.maintenance }
        : { afterSeconds: OUTAGE_SECONDS, sentence: sentences.unreachable }
    },
  })
}

function isMaintenance(failure: TalkFailure): boolean {
  return failure.kind === 'unsent' && failure.maintenance === true
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
