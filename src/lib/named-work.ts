import { channel } from 'node:diagnostics_channel'
import type { Clock } from './time/clock.ts'

const started = channel('skein:work:begun')
const ended = channel('skein:work:ended')

/**
 * Runs a piece of work under a name, so that the event loop monitor can report it. Only the part before the first
 * `await` counts, because that blocks everything else. Costs nothing while nobody listens.
 */
export function runNamed<T>(name: string, work: () => T): T {
  if (!started.hasSubscribers) return work()
  started.publish(name)
  try {
    return work()
  } finally {
    ended.publish(name)
  }
}

/** A piece of work that blocked the event loop. */
export interface Stretch {
  name: string
  /** Without the named work inside it, which is counted separately. */
  ownMs: number
}

/** Follows named work until it is closed. */
export function followNamedWork({ mono }: Pick<Clock, 'mono'>): {
  /** The longest stretch since the last call. */
  takeLongest(): Stretch | undefined
  close(): void
} {
  const running: { name: string; began: number; insideMs: number }[] = []
  let longest: Stretch | undefined
  const begin = (name: unknown) => void running.push({ name: String(name), began: mono(), insideMs: 0 })
  const end = () => {
    const last = running.pop()
    if (!last) return
    const ms = mono() - last.began
    const outer = running.at(-1)
    if (outer) outer.insideMs += ms
    const ownMs = ms - last.insideMs
    if (ownMs > (longest?.ownMs ?? 0)) longest = { name: last.name, ownMs }
  }
  started.subscribe(begin)
  ended.subscribe(end)
  return {
    takeLongest() {
      const result = longest
      longest = undefined
      return result
    },
    close() {
      started.unsubscribe(begin)
      ended.unsubscribe(end)
    },
  }
}
