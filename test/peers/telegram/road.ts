import { onTestFinished } from 'vitest'
import { createTelegram as createChannel, type TelegramDeps } from '../../../src/channels/telegram/telegram.ts'
import { type Clock, systemClock } from '../../../src/lib/time/clock.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'
import { createTelegram, type TelegramOptions } from './telegram.ts'

export interface RoadOptions {
  telegram?: TelegramOptions
  channel?: Partial<TelegramDeps>
  world?: Omit<WorldOptions, 'brain' | 'telegram'>
}

/**
 * The whole road in this process, between a scripted brain and the emulated platform. Ana is the owner, under the
 * number 1; what day it is, everybody asks the clock of the world, and waiting takes real time.
 */
export async function startRoad(script: (world: () => RoadWorld) => Script, options: RoadOptions = {}) {
  const clock: Clock = { now: () => world?.clock.now() ?? systemClock.now(), mono: systemClock.mono }
  let world: RoadWorld | undefined
  const inWorld = () => {
    if (!world) throw new Error('the world is not there yet')
    return world
  }
  const telegram = await createTelegram({ secondMs: 20, clock, ...options.telegram })
  const ana = telegram.user({ id: 1, name: 'Ana' })
  const brain = createScriptedBrain(script(inWorld))
  world = createRoadWorld({
    ...options.world,
    brain,
    telegram({ db, clock: { steady } }, { fileStore }) {
      const channel = createChannel({
        token: telegram.token(),
        apiRoot: telegram.url(),
        groupMode: () => 'mention',
        menus: () => [],
        owners: () => [],
        isCommand: (name) => world?.commands.find(name) !== undefined,
        transcribe: async () => ({ status: 'unheard', reason: 'nobody listens' }),
        clock,
        log: silentLog,
        trouble() {},
        secondMs: 20,
        ...options.channel,
        fileStore: {
          async put(content, name) {
            const stored = await storeFile(db, fileStore, content, steady)
            return 'tooLarge' in stored ? stored : { hash: stored.hash, name }
          },
          path: fileStore.pathOf,
        },
      })
      onTestFinished(() => channel.close())
      return channel
    },
  })
  const stop = new AbortController()
  const { signal } = stop
  const { channels, inbox, worker, deliver } = world
  const channel = channels.get('telegram')
  if (!channel) throw new Error('there is no channel to listen on')
  const running = [channel.listen(inbox, signal), worker.run(signal), deliver.run(signal)]
  onTestFinished(async () => {
    stop.abort()
    await Promise.all(running)
    await telegram.close()
  })
  await telegram.listening()
  return { telegram, ana, chat: telegram.privateChat(ana), world, brain, channel }
}
