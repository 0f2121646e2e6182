import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectDaemon } from '../../src/cli/daemon.ts'
import { sleep } from '../../src/lib/time/timers.ts'
import { createRunnerCode } from '../../src/spawner/remote/pairing-exchange.ts'
import { calls } from '../../src/web/control/calls.ts'
import { type Build, createTunedBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { breaksOff, type Scripted, says } from '../peers/providers/script.ts'
import { type RedisPeer, redisServers, startRedis } from '../peers/redis/redis.ts'
import { createRunner } from '../peers/runner.ts'
import { until } from '../support/until.ts'

const ANSWER_MS = 6000
const CODE_LIFE_MS = 15 * 1500
const refused = /No daemon answered to this code/

describe.skipIf(redisServers.length === 0)('a runner', { timeout: 120_000 }, () => {
  let build: Build
  let redis: RedisPeer
  beforeAll(async () => {
    build = createTunedBuild({
      joinAnswerMs: ANSWER_MS,
      codeMinuteMs: CODE_LIFE_MS / 15,
      daemonBeatMs: 1000,
      runnerBeatMs: 1000,
    })
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  async function open(...replies: Scripted[]) {
    const api = await startAnthropic({ models: ['large-1'], key: 'k' }, ...replies)
    const { url, username, password } = redis.settings
    const config = `[runners]
url = "${url}"
username = "${username}"
password = "${password}"
[providers.ant]
kind = "anthropic"
api_key = "k"
base_url = "${api.url}"
models = { general = "large-1" }
`
    const daemon = createDaemon({ build, brain: 'ant', config })
    const newRunner = () => {
      const runner = createRunner({ build, config })
      onTestFinished(runner.remove)
      return runner
    }
    onTestFinished(async () => {
      await daemon.remove()
      await api.close()
    })
    await daemon.start()
    const control = connectDaemon(daemon.data)
    const codeFor = async (name: string) => (await control.ask(calls.pairRunner, { name })).code
    return { api, daemon, control, codeFor, newRunner }
  }

  test('is refused with a wrong, a used and an old code, and told what to do', async () => {
    const { control, codeFor, newRunner } = await open(says('Hello.'))
    const [attic, other] = [newRunner(), newRunner()]
    expect(() => other.join(createRunnerCode())).toThrow(refused)
    expect(() => other.join('ABCD-EFGH')).toThrow(/not a complete code/)
    const code = await codeFor('attic')
    attic.join(code)
    expect(() => other.join(code)).toThrow(refused)
    const old = await codeFor('barn')
    await sleep(CODE_LIFE_MS + 1000, new AbortController().signal)
    expect(() => other.join(old)).toThrow(refused)
    expect((await control.ask(calls.runners, {})).map(({ name }) => name)).toEqual(['attic'])
  })

  test('that is removed ends its turns at once, stops, and gets nothing any more', async () => {
    const { api, control, codeFor, newRunner } = await open(breaksOff({ how: 'pings', everyMs: 100 }, 'I begin'))
    const [attic, barn] = [newRunner(), newRunner()]
    attic.join(await codeFor('attic'))
    await attic.start()
    await until(async () => expect((await control.ask(calls.runners, {}))[0]?.state).toBe('ready'))
    const { message } = await control.ask(calls.send, { chat: 'web:dogs', key: randomUUID(), text: 'the gate code?' })
    await until(() => expect(api.requests).toHaveLength(1))
    api.script(says('It is 4711.'))
    await control.ask(calls.removeRunner, { name: 'attic' })
    await attic.exited()
    expect(attic.words()).toContain('The daemon has removed this runner.')
    await expect(attic.start()).rejects.toThrow(/has not joined yet/)
    expect(api.requests).toHaveLength(1)

    barn.join(await codeFor('barn'))
    await barn.start()
    for (;;) {
      const outcome = await control.ask(calls.outcome, { message: message ?? 0 })
      if (outcome) return expect(outcome).toMatchObject({ state: 'answered', replies: ['It is 4711.'] })
    }
  })

  test('that was removed while it was away is told when it comes back, also after a restart of the daemon', async () => {
    const { control, daemon, codeFor, newRunner } = await open()
    const [attic, other] = [newRunner(), newRunner()]
    attic.join(await codeFor('attic'))
    await control.ask(calls.removeRunner, { name: 'attic' })
    await daemon.stop()
    await redis.admin().flushall()
    await daemon.start()
    await attic.start()
    await attic.exited()
    expect(attic.words()).toContain('The daemon has removed this runner.')
    await expect(attic.start()).rejects.toThrow(/has not joined yet/)
    other.join(await codeFor('attic'))
    await other.start()
    await until(async () => expect((await control.ask(calls.runners, {}))[0]?.state).toBe('ready'))
  })
})
