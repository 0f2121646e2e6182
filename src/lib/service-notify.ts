import { write } from 'node:fs'
import { promisify } from 'node:util'
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
  const connection = inheritedConnection(env)
  const notify = async (state: string, signal = new AbortController().signal) => {
    if (!env.NOTIFY_SOCKET) return
    if (connection !== undefined) return writeTo(connection, state, log)
    // Node has no unix datagram sockets. A unit without the connection (NotifyAccess=all) lets systemd's tool speak.
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

/** The connection that systemd/notify-socket.pl opened. The number 0 to 2 would be a standard stream. */
function inheritedConnection({ SKEIN_NOTIFY_FD }: NodeJS.ProcessEnv): number | undefined {
  return SKEIN_NOTIFY_FD !== undefined && /^([3-9]|\d{2,4})$/.test(SKEIN_NOTIFY_FD)
    ? Number(SKEIN_NOTIFY_FD)
    : undefined
}

/** In a thread of its own, because it waits while systemd is too busy to receive. */
async function writeTo(connection: number, state: string, log: Log): Promise<void> {
  try {
    await promisify(write)(connection, state)
  } catch (err) {
    log.warn({ state, err }, 'could not notify systemd')
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
