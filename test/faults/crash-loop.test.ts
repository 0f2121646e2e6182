import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit } from '../peers/ledger.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { until } from '../support/until.ts'

let build: Build
let daemon: DaemonPeer
let speaker: Speaker

beforeAll(() => {
  build = createBuild()
})
beforeEach(() => {
  daemon = createDaemon({ build, config: '' })
  speaker = createSpeaker(daemon.socket)
})
afterEach(async () => {
  speaker.close()
  await daemon.remove()
})

test('after three deaths in a row it holds still, says so, and goes on when the owner tells it to', async () => {
  await dieThreeTimes()
  await daemon.start()
  const line = await speaker.say('web:home', 'is anybody there?')
  await until(async () => expect(await notices()).toEqual([expect.stringContaining('in safe mode')]))
  expect((await notices())[0]).toContain('I left no error behind, so I was stopped from outside')
  const { body } = await speaker.call('GET', '/status')
  expect(body).toMatchObject({ safeMode: true, crashes: { en: expect.stringContaining('out of memory') } })
  expect(daemon.words()).toMatch(/"count":3,.*several crashes in a row/)
  expect(await stateOf(line.acked)).toBe('queued')
  await daemon.kill()
  await daemon.start()
  await until(async () => expect(await stateOf(line.acked)).toBe('queued'))
  expect(await notices()).toHaveLength(1)

  const healed = await speaker.say('web:home', '/config workers.safe_mode_after 0')
  expect(await speaker.outcome(healed)).toMatchObject({ state: 'command' })
  expect(await speaker.outcome(line)).toMatchObject({ state: 'answered' })
  await speaker.quiet(AbortSignal.timeout(QUIET_MS))
  expect(await daemon.stop()).toMatchObject({ code: 0 })
  expect(audit(daemon.database, speaker.said).problems).toEqual([])
})

test('the command line can lift it as well', async () => {
  await dieThreeTimes()
  await daemon.start()
  const line = await speaker.say('web:home', 'is anybody there?')
  await speaker.call('POST', '/config', { key: 'workers.safe_mode_after', value: '0' })
  expect(await speaker.outcome(line)).toMatchObject({ state: 'answered' })
})

test('two deaths, or three with a clean stop between them, change nothing', async () => {
  await daemon.start()
  await daemon.kill()
  await daemon.start()
  await daemon.stop()
  for (let death = 1; death <= 2; death++) {
    await daemon.start()
    await daemon.kill()
  }
  await daemon.start()
  expect(await speaker.outcome(await speaker.say('web:home', 'hello'))).toMatchObject({ state: 'answered' })
  expect(await notices()).toEqual([])
})

async function dieThreeTimes(): Promise<void> {
  for (let death = 1; death <= 3; death++) {
    await daemon.start()
    await daemon.kill()
  }
}

async function notices(): Promise<string[]> {
  const { body } = await speaker.call('GET', '/lines?chat=web:notices')
  return (body as { text: string }[]).map((line) => line.text)
}

async function stateOf(message: number | undefined): Promise<string | undefined> {
  const { body } = await speaker.call('GET', '/lines?chat=web:home')
  return (body as { id: number; receipt?: { state: string } }[]).find((line) => line.id === message)?.receipt?.state
}
