import { onTestFinished } from 'vitest'
import { createWebChannel } from '../../../src/channels/web/web.ts'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { channelContract } from '../contract.ts'

const chat = makeChatId('web', 'one')
const ana = { sender: { channel: 'web', id: 'owner' }, senderName: 'Ana' } as const

channelContract('web', async () => {
  const lines = new Map<number, string>()
  /** The page shows a stored line by its id, however often it is told of it. */
  const page = new Set<number>()
  return {
    async listen(inbox) {
      const channel = createWebChannel({ clock: systemClock })
      channel.subscribe((event) => event.kind === 'line' && lines.has(event.message) && page.add(event.message))
      const stopping = new AbortController()
      const listening = channel.listen(inbox, stopping.signal)
      const stop = async () => {
        stopping.abort()
        await listening
      }
      onTestFinished(stop)
      let repeat = () => {}
      const say = async (text: string, key: string) => {
        repeat = () => void channel.say({ chat, key, text, ...ana })
        sayUntilStored(repeat)
      }
      return { channel, stop, say, repeat: () => repeat() }
    },
    person: ana.sender,
    shown: () => [...page].map((id) => lines.get(id) ?? ''),
    delivery(_channel, text, key) {
      const message = 100 + lines.size
      lines.set(message, text)
      const place = { message, lane: rootLane(chat), route: { chat } }
      return {
        id: message,
        key,
        ...place,
        kind: 'reply',
        part: 0,
        body: text,
        buttons: [],
        files: [],
        attempt: 1,
        maybeRepeat: false,
        language: 'en',
        at: new Date(0),
      }
    },
  }
})

/** As the page does: the same words under the same key, until they are stored. */
function sayUntilStored(say: () => unknown): void {
  for (let tries = 1; ; tries++) {
    try {
      say()
      return
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}
