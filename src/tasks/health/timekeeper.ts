import type { Log } from '../../lib/log.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import {
  ANCHOR_EVERY_MS,
  bootId,
  type Clock,
  continueFrom,
  createSteadyClock,
  type SteadyClock,
  steadyMs,
} from '../../lib/time/clock.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { statusMessages } from '../../messages/status-messages.ts'
import type { Database } from '../../store/database.ts'
import { readAnchor, writeAnchor } from '../../store/work/instances.ts'

/** Continues the steady clock across restarts, and watches the wall clock for jumps. */
export interface Timekeeper {
  clock: SteadyClock
  /** The last jump of the wall clock since the start. */
  lastJump(): { clockJump?: ClockJump }
  /** Compares the clocks now. This also happens automatically every few seconds. */
  check(): void
  /** Stores the current time at a clean stop. */
  close(): void
}

export interface ClockJump {
  /** The time on the wall clock when the jump was noticed. */
  at: Date
  /** Positive if the clock jumped forward. */
  byMs: number
}

export interface TimekeeperDeps {
  db: Database
  clock: Clock
  /** Identifies the current boot of the machine. */
  boot?: string | undefined
  log: Pick<Log, 'warn' | 'error'>
}

/** Does not say why: a machine that was suspended looks the same as a clock that was set. */
export function describeJump({ at, byMs }: ClockJump, timezone: string): LocalizedText {
  const [unit, ms] = units.find(([, size]) => Math.abs(byMs) >= size) ?? (['seconds', 1000] as const)
  const amount = statusMessages[unit](Math.round(Math.abs(byMs) / ms))
  const jumped = byMs > 0 ? statusMessages.clockForward : statusMessages.clockBack
  return jumped(amount, dateAndTime(at, timezone))
}

const units = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const

const CHECK_INTERVAL_MS = 10_000
/** Smaller differences are normal drift and corrections. */
const MIN_JUMP_MS = 3000

export function openTimekeeper({ db, clock: baseClock, boot = bootId(), log }: TimekeeperDeps): Timekeeper {
  const reading = { wall: baseClock.now().getTime(), mono: baseClock.mono(), boot }
  const anchor = readAnchor(db)
  const start = anchor && continueFrom(anchor, reading)
  const clock = createSteadyClock(baseClock, start?.steady)
  let jump: ClockJump | undefined
  let offset = 0
  let anchoredAt = 0

  function storeAnchor(): void {
    const [wall, mono] = [clock.now().getTime(), clock.mono()]
    writeAnchor(db, { steady: steadyMs(clock.steady()), wall, mono, ...(boot !== undefined && { boot }) })
    anchoredAt = mono
  }

  /** Waiting tasks do not depend on the wall clock. A jump is logged because the times in logs and chats do. */
  function noteJump(byMs: number): void {
    offset = clock.now().getTime() - steadyMs(clock.steady())
    if (Math.abs(byMs) < MIN_JUMP_MS) return
    jump = { at: clock.now(), byMs: Math.round(byMs) }
    log.warn({ byMs: jump.byMs, seconds: Math.round(byMs / 1000) }, 'the clock jumped; waiting tasks are not affected')
  }

  function check(): void {
    const before = jump
    noteJump(clock.now().getTime() - steadyMs(clock.steady()) - offset)
    if (jump !== before || clock.mono() - anchoredAt >= ANCHOR_EVERY_MS - CHECK_INTERVAL_MS) storeAnchor()
  }

  /** If the disk is full, the older anchor is good enough until it can be written again. */
  function logErrors(work: () => void): void {
    try {
      work()
    } catch (err) {
      log.error({ err }, 'the time could not be stored')
    }
  }

  noteJump(start?.jumpMs ?? 0)
  logErrors(storeAnchor)
  const watch = setInterval(() => logErrors(check), CHECK_INTERVAL_MS)
  watch.unref()
  return {
    clock,
    lastJump: () => (jump ? { clockJump: jump } : {}),
    check,
    close() {
      clearInterval(watch)
      logErrors(storeAnchor)
    },
  }
}
