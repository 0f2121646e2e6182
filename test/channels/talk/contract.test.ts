import { onTestFinished } from 'vitest'
import type { Inbox } from '../../../src/channels/channel.ts'
import { createTalkServer } from '../../peers/talk/talk.ts'
import { channelContract } from '../contract.ts'
import { startRig } from './rig.ts'
import { delivery } from './send/rig.ts'

channelContract('talk', async () => {
  const server = await createTalkServer({ secondMs: 20 })
  const [alice, bot] = [server.user('alice', 'Alice'), server.user('skein', 'Skein')]
  const chat = server.oneToOne(alice, bot)
  onTestFinished(() => server.close())
  return {
    async listen(inbox) {
      let last = 0
      let rewound: string | undefined
      const rewindable: Inbox = { ...inbox, cursor: (...stream) => rewound ?? inbox.cursor(...stream) }
      let running = await startRig({ server, into: rewindable })
      let ready: Promise<unknown> = server.traffic.until('a poll', () =>
        server.traffic.calls.some(({ query }) => query.timeout === '30'),
      )
      await ready
      return {
        channel: running.channel,
        stop: async () => await running.stop(),
        async say(text) {
          await ready
          last = chat.say(alice, text)
        },
        // The server tells what it is asked for: whoever forgot how far they were is told again.
        repeat() {
          rewound = `${last - 1}:0`
          ready = running.stop().then(async () => {
            running = await startRig({ server, into: rewindable })
          })
        },
      }
    },
    person: { channel: 'talk', id: 'users/alice' },
    shown: () => chat.saidBy(bot).map(({ message }) => message),
    delivery: (_channel, text, key) => ({ ...delivery(chat, text), key }),
    loseAnswer: () => server.fail('send', 'reset-after'),
    loseSend: () => server.fail('send', 'reset-before'),
  }
})
