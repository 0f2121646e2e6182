import { channel } from 'node:diagnostics_channel'
import type { Clock } from './time/clock.ts'

const begun = channel('skein:work:begun')
const ended = channel('skein:work:ended')

/**
 * Runs a piece of work under a name, so that the event loop monitor can report it. Only the part before the first
 * `await` counts, because that blocks everything else. Costs nothing while nobody listens.
 */
export function runNamed<T>(name: string, work: () => T): T {
  if (!begun.hasSubscribers) return work()
  begun.publish(name)
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
  const open: { name: string; began: number; insideMs: number }[] = []
  let longest: Stretch | undefined
  const begin = (name: unknown) => void open.push({ name: String(name), began: mono(), insideMs: 0 })
  const end = () => {
    const last = open.pop()
    if (!last) return
    const ms = mono() - last.began
    const around = open.at(-1)
    if (around) around.insideMs += ms
    const ownMs = ms - last.insideMs
    if (ownMs > (longest?.ownMs ?? 0)) longest = { name: last.name, ownMs }
  }
  begun.subscribe(begin)
  ended.subscribe(end)
  return {
    takeLongest() {
      const taken = longest
      longest = undefined
      return taken
    },
    close() {
      begun.unsubscribe(begin)
      ended.unsubscribe(end)
    },
  }
}
