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
  /** Other loops that run beside the pipeline. */
  beside: { run(signal: AbortSignal): Promise<void> }[]
  trouble(sentence: AnyText): void
}

/** Runs listening, working and delivering side by side until `stop`. */
export function startLoops({ channels, inbox, worker, deliver, beside, trouble }: LoopsDeps): {
  stop(): Promise<void>
} {
  const [listening, working, delivering] = [new AbortController(), new AbortController(), new AbortController()]
  const alongside = beside.map((part) => part.run(listening.signal))
  const loops = {
    listening: listenAll(channels, inbox, trouble, listening.signal),
    working: worker.run(working.signal),
    delivering: deliver.run(delivering.signal),
  }
  return {
    /** Stops in the order of the pipeline, so that received messages are stored and finished answers are still sent. */
    async stop() {
      listening.abort()
      await Promise.all([loops.listening, ...alongside])
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
  trouble: (sentence: AnyText) => void,
  signal: AbortSignal,
): Promise<void> {
  const listening = [...channels].map(async (channel) => {
    try {
      await channel.listen(inbox, signal)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      trouble(healthMessages.channelStopped(channel.name, error.message))
    }
  })
  await Promise.all(listening)
}
