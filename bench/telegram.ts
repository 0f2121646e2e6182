import type { Inbox } from '../src/channels/channel.ts'
import { createTelegram as createChannel } from '../src/channels/telegram/telegram.ts'
import { linkAddress } from '../src/store/people/people.ts'
import { createTelegram } from '../test/peers/telegram/telegram.ts'
import { describeMs, print } from './figures.ts'
import { openRoad } from './road.ts'
import { withScratch } from './scratch.ts'

const ROUNDS = 200

/** From the commit of a message that was polled to the sendMessage that answers it, with a brain that takes no time. */
export async function benchTelegram(): Promise<void> {
  await withScratch(async (dir) => {
    const stop = new AbortController()
    const telegram = await createTelegram({ secondMs: 20 })
    const road = openRoad(dir)
    const channel = createChannel({
      token: telegram.token(),
      apiRoot: telegram.url(),
      groupMode: () => 'mention',
      menus: () => [],
      owners: () => [],
      isCommand: () => false,
      fileStore: { put: () => Promise.reject(new Error('no files here')), path: () => '' },
      transcribe: async () => ({ status: 'unheard', reason: 'nobody listens' }),
      clock: road.clock,
      log: road.log,
      trouble() {},
    })
    road.channels.set('telegram', channel)
    const ana = telegram.user({ id: 1, name: 'Ana' })
    linkAddress(road.db, { channel: 'telegram', id: '1' }, road.owner.id, 'Ana', road.clock.now())

    let committed = 0
    const inbox: Inbox = {
      cursor: road.inbox.cursor,
      keep: road.inbox.keep,
      memory: road.inbox.memory,
      knows: road.inbox.knows,
      isWorkedOn: road.inbox.isWorkedOn,
      wasErased: road.inbox.wasErased,
      languageIn: road.inbox.languageIn,
      accept(events, cursor) {
        const accepted = road.inbox.accept(events, cursor)
        if (events.length > 0) committed = road.clock.mono()
        return accepted
      },
    }
    const running = Promise.all([road.run(stop.signal), channel.listen(inbox, stop.signal)])
    const chat = telegram.privateChat(ana)
    const took: number[] = []
    for (let n = 1; n <= ROUNDS; n++) {
      await telegram.listening()
      chat.say(ana, 'Is it raining?')
      const { mono } = await telegram.called('sendMessage', n)
      took.push(mono - committed)
    }
    print('committed message to sendMessage', describeMs(took))

    stop.abort()
    await running
    await channel.close()
    await telegram.close()
    road.close()
  })
}
