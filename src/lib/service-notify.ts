import type { runChild } from './child.ts'
import type { Log } from './log.ts'
import { sleep } from './time/timers.ts'

/** Reports our state to systemd. Without NOTIFY_SOCKET every call does nothing. */
export interface Notifier {
  ready(): Promise<void>
  stopping(): Promise<void>
  /**
   * Feeds the watchdog until the signal aborts, but only while `isAlive` returns true; otherwise systemd restarts us.
   */
  watchdog(isAlive: () => boolean, signal: AbortSignal): Promise<void>
}

export function createNotifier(env: NodeJS.ProcessEnv, run: typeof runChild, log: Log): Notifier {
  const intervalMs = watchdogIntervalMs(env)
  const notify = async (state: string, signal = new AbortController().signal) => {
    if (!env.NOTIFY_SOCKET) return
    // Node has no unix datagram sockets. systemd's own tool also waits until the message was received.
    const command = {
      file: 'systemd-notify',
      args: [state],
      env: { NOTIFY_SOCKET: env.NOTIFY_SOCKET, PATH: env.PATH ?? '' },
    }
    const outcome = await run(command, { timeoutMs: 10_000, maxBytes: 4096 }, signal)
    if (outcome.status === 'exited' && outcome.code === 0) return
    if (!signal.aborted) log.warn({ state, outcome }, 'could not notify systemd')
  }
  return {
    ready: () => notify('READY=1'),
    stopping: () => notify('STOPPING=1'),
    async watchdog(isAlive, signal) {
      if (intervalMs === undefined) return
      while (!signal.aborted) {
        if (isAlive()) await notify('WATCHDOG=1', signal)
        else log.error('watchdog not fed: a part of the daemon is stuck')
        await sleep(intervalMs, signal)
      }
    },
  }
}

// A third of the interval, so that one message may be lost or late. WATCHDOG_PID guards against an inherited
// environment.
function watchdogIntervalMs(env: NodeJS.ProcessEnv): number | undefined {
  const usec = Number(env.WATCHDOG_USEC)
  if (!env.NOTIFY_SOCKET || !(usec > 0)) return undefined
  if (env.WATCHDOG_PID && env.WATCHDOG_PID !== String(process.pid)) return undefined
  return usec / 3000
}
