import type { Channel, Inbox } from '../channels/channel.ts'
import { ConfigError } from '../domain/errors.ts'

/** Listens on every channel until the signal aborts. One whose settings are wrong falls silent and the others go on. */
export async function listenAll(
  channels: Iterable<Channel>,
  inbox: Inbox,
  trouble: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const listening = [...channels].map(async (channel) => {
    try {
      await channel.listen(inbox, signal)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      trouble(`I do not hear you on ${channel.name} any more. ${error.message}`)
    }
  })
  await Promise.all(listening)
}
