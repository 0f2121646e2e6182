import { expect, test } from 'vitest'
import { createTalkServer } from '../../../peers/talk/talk.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { type Rig, type RigOptions, saidIn, startRig } from '../rig.ts'

async function started(options: RigOptions = {}) {
  const rig = await startRig(options)
  const ana = rig.server.user('ana', 'Ana')
  const room = rig.server.oneToOne(ana, rig.bot)
  room.say(ana, 'first')
  await heard(rig, 'first')
  return { ...rig, ana, room }
}

function heard({ inbox }: Pick<Rig, 'inbox'>, text: string): Promise<boolean> {
  return inbox.until((events) => events.some((event) => event.kind === 'message' && event.text.includes(text)))
}

test('a server that is gone for a while, answers in every wrong way and comes back: everything is heard once', async () => {
  const rig = await started()
  const { server, ana, room } = rig
  const faults = [
    'gateway-before',
    'gateway-after',
    'timeout-after',
    'unavailable-before',
    'reset-after',
    'error-after',
    'cut-after',
    'malformed-after',
    'portal-before',
    'maintenance-before',
  ] as const
  for (const fault of faults) server.fail('*', fault, 3)
  for (let at = 0; at < 20; at++) room.say(ana, `line ${at}`)
  await heard(rig, 'line 19')
  expect(saidIn(rig.inbox)).toEqual(
    ['first', ...Array.from({ length: 20 }, (_, at) => `line ${at}`)].map((text) => `Ana to us: ${text}`),
  )
})

test('after two minutes the owner is told that nobody answers, once, and hears nothing more of it', async () => {
  const rig = await started()
  await rig.server.down()
  await expect.poll(() => rig.troubles, { timeout: 60_000 }).toEqual([expect.stringContaining('not reached Nextcloud')])
  await rig.server.up()
  rig.room.say(rig.ana, 'back')
  await heard(rig, 'back')
  expect(rig.troubles).toHaveLength(1)
})

test('maintenance is waited for; only a long one is told, with what ends it', async () => {
  const rig = await started()
  rig.server.state.isUnderMaintenance = true
  await expect
    .poll(() => rig.troubles, { timeout: 60_000 })
    .toEqual([expect.stringContaining('occ maintenance:mode --off')])
  rig.room.say(rig.ana, 'meanwhile')
  rig.server.state.isUnderMaintenance = false
  await heard(rig, 'meanwhile')
})

test('a revoked password is tried twice, told once, and tried again after a quarter of an hour', async () => {
  const clock = createTestClock()
  const rig = await started({ channel: { clock } })
  const { server, bot } = rig
  server.traffic.reset()
  server.revoke(bot)
  server.forgetSessions()
  await expect
    .poll(() => rig.troubles, { timeout: 60_000 })
    .toEqual([expect.stringMatching(/app password of "skein".*talk\.password/)])
  const refused = () => server.traffic.calls.filter(({ status }) => status === 401).length
  // Those that were under way when it was revoked count too: two polls and a sweep.
  expect(refused()).toBeLessThanOrEqual(4)
  const before = refused()
  await expect.poll(() => server.traffic.inFlight(), { timeout: 60_000 }).toBe(0)
  expect(refused()).toBe(before)
})

test('polls that answer at once with nothing are asked at a decent pace', async () => {
  const rig = await started()
  rig.server.state.isStorming = true
  rig.server.traffic.reset()
  const polls = () => rig.server.traffic.calls.filter(({ query }) => query.timeout === '30').length
  await expect
    .poll(() => rig.server.traffic.calls.filter(({ route }) => route === 'rooms').length, { timeout: 60_000 })
    .toBeGreaterThan(20)
  // Twenty sweeps are a minute; two polls that wait three seconds each are forty.
  expect(polls()).toBeLessThan(60)
  rig.room.say(rig.ana, 'through the storm')
  await heard(rig, 'through the storm')
})

test('a proxy that cuts long waits off is no outage, and shorter ones are asked for', async () => {
  const rig = await started()
  rig.server.state.cutMs = 300
  const waits = () =>
    rig.server.traffic.calls.flatMap(({ query }) => (query.timeout === undefined ? [] : [Number(query.timeout)]))
  await expect.poll(() => waits().some((seconds) => seconds > 0 && seconds < 16), { timeout: 60_000 }).toBe(true)
  rig.room.say(rig.ana, 'still here')
  await heard(rig, 'still here')
  expect(rig.troubles).toEqual([])
})

test('a server whose clock is a day off is heard all the same', async () => {
  const server = await createTalkServer({ secondMs: 20 })
  server.state.skewMs = -20 * 3_600_000
  const rig = await startRig({ server })
  const ana = server.user('ana', 'Ana')
  const room = server.oneToOne(ana, rig.bot)
  room.say(ana, 'yesterday')
  await heard(rig, 'yesterday')
  server.state.skewMs = 20 * 3_600_000
  room.say(ana, 'tomorrow')
  await heard(rig, 'tomorrow')
  expect(saidIn(rig.inbox)).toEqual(['Ana to us: yesterday', 'Ana to us: tomorrow'])
  await rig.stop()
  await server.close()
})

test('in two hundred rooms no more than three requests are ever under way, and one list at a time', async () => {
  const server = await createTalkServer({ secondMs: 20 })
  const [ana, bot] = [server.user('ana', 'Ana'), server.user('skein', 'Skein')]
  const rooms = Array.from({ length: 200 }, (_, at) => server.group(`Room ${at}`, [ana, bot]))
  const rig = await startRig({ server })
  for (const room of rooms) room.say(ana, '@skein hi')
  await rig.inbox.until((events) => events.filter(({ kind }) => kind === 'message').length >= 200)
  expect(new Set(rig.inbox.events.map((event) => 'chat' in event && event.chat)).size).toBe(200)
  expect([server.traffic.most(), server.traffic.most('rooms')]).toEqual([expect.any(Number), 1])
  expect(server.traffic.most()).toBeLessThanOrEqual(3)
  await rig.stop()
  await server.close()
})
