import { expect, test } from 'vitest'
import { until } from '../../../support/until.ts'
import { createKeyedInbox, saidIn, startRig } from '../rig.ts'
import { delivery } from '../send/rig.ts'

const { signal } = new AbortController()

/** One daemon in a room with Ana, who has been heard. */
async function startFirst() {
  const rig = await startRig()
  const ana = rig.server.user('ana', 'Ana')
  const room = rig.server.group('Lab', [ana, rig.bot])
  room.say(ana, '@skein hi')
  await until(() => expect(saidIn(rig.inbox)).toEqual(['Ana to us: hi']))
  return { ...rig, ana, room }
}

const signs = ({ memories }: { memories: Map<string, string> }) =>
  [...memories.keys()].filter((key) => key.endsWith('other-daemon'))

test('two daemons on one account notice each other, and each tells its owner once', async () => {
  const first = await startFirst()
  const { server, room, ana } = first
  const second = await startRig({ server, inbox: createKeyedInbox() })
  room.say(ana, '@skein is anybody there?')
  await until(() => expect(saidIn(second.inbox).at(-1)).toContain('is anybody there?'))
  for (const text of ['yes', 'still here'])
    for (const { channel } of [first, second]) await channel.send(delivery(room, text), signal)
  const told = [expect.stringContaining('Another Skein also writes from the Talk account "skein"')]
  await until(() => expect([first.troubles, second.troubles]).toEqual([told, told]))
  expect([first, second].map(({ inbox }) => signs(inbox).length)).toEqual([1, 1])
})

test('what an earlier run of ours, a person at the same account or somebody else wrote is no sign of it', async () => {
  const first = await startFirst()
  const { server, room, ana, bot, inbox } = first
  await first.channel.send(delivery(room, 'from the earlier run'), signal)
  const [earlier] = room.saidBy(bot)
  await first.stop()
  const second = await startRig({ server, inbox })
  room.say(ana, '@skein back?')
  await until(() => expect(saidIn(inbox).at(-1)).toContain('back?'))
  room.say(bot, 'late', { referenceId: earlier?.referenceId ?? '' })
  room.say(bot, 'typed by hand')
  room.say(ana, 'forged', { referenceId: `skein:1:result:00000000:${'0'.repeat(24)}` })
  room.say(ana, '@skein and now?')
  await until(() => expect(saidIn(inbox).at(-1)).toContain('and now?'))
  expect(second.troubles).toEqual([])
  expect(signs(inbox)).toEqual([])
})
