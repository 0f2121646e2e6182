import { expect, onTestFinished, test } from 'vitest'
import { makeChatId, noticesChat } from '../../../src/domain/ids.ts'
import { noteFirstStart, writeSnapshotMark } from '../../../src/store/file/snapshot-mark.ts'
import { createSafeModeNotices } from '../../../src/tasks/health/safe-mode-notices.ts'
import { createSafeMode, type SafeMode } from '../../../src/tasks/health/safeguards.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { until } from '../../support/until.ts'

const MINUTE = 60_000

test('crashes in a backup do not put the daemon that was restored from it into safe mode', () => {
  const world = createRoadWorld()
  const enter = () => createSafeMode({ ...world, instance: 99, after: () => 1, forMs: MINUTE }).isOn()
  expect(enter()).toBe(true)
  writeSnapshotMark(world.db.raw, world.clock.now())
  expect(enter()).toBe(false)
  noteFirstStart(world.db, { takenAt: world.clock.now() }, world.clock.now())
  expect(enter()).toBe(true)
})

/** Lives of a daemon that entered safe mode for ten minutes, all on the same store. */
function createLives() {
  let mode: SafeMode | undefined
  let end = async () => {}
  const world = createRoadWorld({ mayBegin: () => !mode?.isOn() })
  const from = (id: number, chat = id) =>
    ({
      channel: 'telegram',
      account: 'bot',
      chat: makeChatId('telegram', String(chat)),
      sender: { channel: 'telegram', id: String(id) },
    }) as const
  onTestFinished(() => end())
  return {
    world,
    say: (text: string, id: number, chat?: number) => world.say(text, from(id, chat)),
    /** Messages that were sent in parts are joined again. */
    sentTo: (chat: number) => {
      const sent = world.telegram.sent.filter(({ route }) => route.chat === `telegram:${chat}`)
      const ids = [...new Set(sent.map(({ message }) => message))]
      return ids.map((id) =>
        sent
          .filter(({ message }) => message === id)
          .map(({ body }) => body)
          .join(''),
      )
    },
    async begin() {
      await end()
      const safeMode = createSafeMode({ ...world, instance: 99, after: () => 1, forMs: 10 * MINUTE })
      mode = safeMode
      const notices = createSafeModeNotices({ ...world, safeMode, minutes: 10, wakeDelivery: world.deliver.wake })
      const stop = new AbortController()
      const running = [notices.run(stop.signal), world.deliver.run(stop.signal)]
      end = async () => {
        stop.abort()
        await Promise.all(running)
      }
      return notices
    },
    end: () => end(),
  }
}

test('in safe mode the owner is told once and each waiting chat when it ends, however often it is entered; then all are answered', async () => {
  const { world, say, sentTo, begin, end } = createLives()
  world.member(43)
  say('before', 1)
  await world.settle()

  const notices = await begin()
  await until(() => expect(sentTo(1).at(-1)).toContain('I am in safe mode'))
  say('owner waits', 1)
  say('hello', 43)
  notices.wake()
  await until(() => expect(sentTo(43)).toEqual([expect.stringContaining('I will answer at about 10:10')]))
  say('anybody?', 43)

  world.clock.advance(MINUTE)
  const again = await begin()
  say('in the group', 43, -5)
  again.wake()
  await until(() => expect(sentTo(-5)).toEqual([expect.stringContaining('I will answer at about 10:11')]))
  await end()
  expect(sentTo(43)).toHaveLength(1)
  expect(sentTo(1)).toEqual(['echo: before', expect.stringContaining('I am in safe mode')])
  expect(world.web.sent.filter(({ route }) => route.chat === noticesChat)).toHaveLength(1)

  world.clock.advance(11 * MINUTE)
  await world.settle()
  expect(sentTo(1).at(-1)).toBe('echo: owner waits')
  expect(sentTo(43).at(-1)).toContain('echo: hello')
  expect(sentTo(-5).at(-1)).toBe('echo: in the group')
})

test('without safe mode nobody is told anything', async () => {
  const { world, sentTo, say } = createLives()
  const safeMode = createSafeMode({ ...world, instance: 99, after: () => 0, forMs: 10 * MINUTE })
  say('hello', 1)
  await createSafeModeNotices({ ...world, safeMode, minutes: 10, wakeDelivery() {} }).run(new AbortController().signal)
  await world.settle()
  expect(sentTo(1)).toEqual(['echo: hello'])
  expect(world.web.sent).toEqual([])
})
