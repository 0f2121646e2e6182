import type { Channel, Inbox } from '../channels/channel.ts'
import { ConfigError } from '../domain/errors.ts'
import { healthMessages } from '../messages/health-messages.ts'
import type { AnyText } from '../messages/localized.ts'

/** Listens on every channel until the signal aborts. One whose settings are wrong falls silent and the others go on. */
export async function listenAll(
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
