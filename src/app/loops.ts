import { setMaxListeners } from 'node:events'
import type { Channel, Inbox } from '../channels/channel.ts'
import { ConfigError } from '../domain/errors.ts'
import { crashPoint } from '../lib/crash-point.ts'
import { healthMessages } from '../messages/health-messages.ts'
import type { AnyText } from '../messages/localized.ts'

export interface LoopsDeps {
  channels: Iterable<Channel>
  inbox: Inbox
  worker: { run(signal: AbortSignal): Promise<void> }
  deliver: { run(signal: AbortSignal): Promise<void> }
  /** Other loops, which stop when listening stops. */
  others: { run(signal: AbortSignal): Promise<void> }[]
  /** Tells the owner. */
  reportTrouble(sentence: AnyText): void
}

/** Runs listening, working and delivering side by side until `stop`. */
export function startLoops({ channels, inbox, worker, deliver, others, reportTrouble }: LoopsDeps): {
  stop(): Promise<void>
} {
  const [listening, working, delivering] = [new AbortController(), new AbortController(), new AbortController()]
  // Every loop and every channel waits for the same stop.
  setMaxListeners(0, listening.signal)
  const otherLoops = others.map((loop) => loop.run(listening.signal))
  const loops = {
    listening: listenAll(channels, inbox, reportTrouble, listening.signal),
    working: worker.run(working.signal),
    delivering: deliver.run(delivering.signal),
  }
  return {
    /** Stops in the order of the pipeline, so that received messages are stored and finished answers are still sent. */
    async stop() {
      listening.abort()
      await Promise.all([loops.listening, ...otherLoops])
      working.abort()
      await loops.working
      crashPoint('shutdown.after-workers')
      delivering.abort()
      await loops.delivering
    },
  }
}

/** Listens on every channel until the signal aborts. A channel with wrong settings stops; the others continue. */
async function listenAll(
  channels: Iterable<Channel>,
  inbox: Inbox,
  reportTrouble: (sentence: AnyText) => void,
  signal: AbortSignal,
): Promise<void> {
  const listening = [...channels].map(async (channel) => {
    try {
      await channel.listen(inbox, signal)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      reportTrouble(healthMessages.channelStopped(channel.name, error.text))
    }
  })
  await Promise.all(listening)
}
