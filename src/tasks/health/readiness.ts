import type { Channel } from '../../channels/channel.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { TaskDeps } from '../task-deps.ts'
import { isDiskTrouble } from './persist.ts'
import type { Safeguards } from './safeguards.ts'

/** Why the daemon does not answer messages now. */
export type Unready = 'starting' | 'stuck' | 'safe mode' | 'disk full'

/** For the watchdog and for probes from outside. They may be called often. */
export interface Readiness {
  /**
   * Whether a restart is not needed: every channel keeps trying to receive, every loop comes round and ends its attempts,
   * and the store answers. Without a network, with a server that never answers, or on a full disk, that is the case.
   */
  isAlive(): boolean
  /** Undefined if messages are received and answered. */
  obstacle(): Unready | undefined
  /** Call it when the loops run. */
  started(): void
}

/** A loop that comes round every few seconds, whatever happens. */
export interface WatchedLoop {
  name: string
  /** When it last came round, or since when an attempt of it is overdue. */
  lastPass(): number
}

export interface ReadinessDeps extends Pick<Safeguards, 'disk' | 'safeMode'> {
  channels: TaskDeps['channels']
  loops: WatchedLoop[]
  /** Tries to read and to write. */
  probeStore(): { error?: unknown }
  clock: Clock
  log: Pick<Log, 'error' | 'info'>
}

/** A channel that has made no attempt for this long counts as dead. Every request of a channel ends sooner. */
const MAX_ATTEMPT_GAP_MS = 45_000
const MAX_PASS_GAP_MS = 60_000
const PROBE_INTERVAL_MS = 10_000
/** One failure may be chance. */
const MAX_PROBE_FAILURES = 3

export function createReadiness(deps: ReadinessDeps): Readiness {
  const { channels, loops, clock, disk, safeMode, log } = deps
  const store = createStoreProbes(deps)
  let isStarted = false
  let reported: string | undefined
  const since = (at: number) => clock.mono() - at

  function stuckPart(): string | undefined {
    const keepsTrying = (channel: Channel) => since(channel.lastAttempt()) < MAX_ATTEMPT_GAP_MS
    const channel = [...channels.values()].find((each) => !keepsTrying(each))
    if (channel) return `channel ${channel.name}`
    const probe = store.look()
    if (probe === 'broken') return 'store'
    // While nothing can be stored, an attempt waits with its result.
    if (probe === 'unwritable' || disk.level() === 'full') return undefined
    return loops.find(({ lastPass }) => since(lastPass()) > MAX_PASS_GAP_MS)?.name
  }

  function isAlive(): boolean {
    // Before the loops run nobody has tried yet, and a start may take long.
    const part = isStarted ? stuckPart() : undefined
    if (part !== reported) {
      if (part !== undefined) log.error({ part }, 'a part of the daemon is stuck')
      else log.info({ part: reported }, 'the stuck part works again')
    }
    reported = part
    return part === undefined
  }

  return {
    isAlive,
    obstacle() {
      if (!isStarted) return 'starting'
      if (!isAlive()) return 'stuck'
      if (safeMode.isOn()) return 'safe mode'
      return disk.level() === 'full' ? 'disk full' : undefined
    },
    started() {
      isStarted = true
    },
  }
}

type StoreState = 'ok' | 'unwritable' | 'broken'

/**
 * `unwritable`: the disk is full or fails, or another program holds the store. A restart would not help. Nor would it help
 * against damage, which the store watch reports; the next start would refuse the store. Any other lasting error is `broken`.
 */
function createStoreProbes({ probeStore, clock, log }: Pick<ReadinessDeps, 'probeStore' | 'clock' | 'log'>): {
  look(): StoreState
} {
  let probedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let state: StoreState = 'ok'
  return {
    look() {
      if (clock.mono() - probedAt < PROBE_INTERVAL_MS) return state
      probedAt = clock.mono()
      const { error } = probeStore()
      const isOutside = isDiskTrouble(error) || isDamage(error)
      failures = error === undefined || isOutside ? 0 : failures + 1
      if (error !== undefined && !isOutside) log.error({ err: error }, 'the store failed its self-check')
      state = isOutside ? 'unwritable' : failures >= MAX_PROBE_FAILURES ? 'broken' : 'ok'
      return state
    },
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code))
}
