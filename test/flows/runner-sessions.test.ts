import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectDaemon } from '../../src/cli/daemon.ts'
import { calls } from '../../src/web/control/calls.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { says } from '../peers/providers/script.ts'
import { type RedisPeer, redisServers, startRedis } from '../peers/redis/redis.ts'
import { createRunner } from '../peers/runner.ts'
import { until } from '../support/until.ts'

describe.skipIf(redisServers.length === 0)('a session on one of three runners', { timeout: 120_000 }, () => {
  let build: Build
  let redis: RedisPeer
  beforeAll(async () => {
    build = createBuild()
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  test('is continued there after a restart of the daemon', async () => {
    const replies = ['It is 4711.', 'As I said, 4711.', 'Still 4711.']
    const api = await startAnthropic({ models: ['large-1'], key: 'k' }, ...replies.map((reply) => says(reply)))
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
    const names = ['attic', 'barn', 'cellar']
    const runners = names.map(() => createRunner({ build, config }))
    onTestFinished(async () => {
      await Promise.all(runners.map((runner) => runner.remove()))
      await daemon.remove()
      await api.close()
    })
    await daemon.start()
    const control = connectDaemon(daemon.data)
    for (const [at, name] of names.entries()) runners[at]?.join((await control.ask(calls.pairRunner, { name })).code)
    await Promise.all(runners.map((runner) => runner.start()))
    await until(async () => {
      const states = (await control.ask(calls.runners, {})).map(({ state }) => state)
      expect(states).toEqual(names.map(() => 'ready'))
    })
    const say = async (text: string) => {
      const { message } = await control.ask(calls.send, { chat: 'web:dogs', key: randomUUID(), text })
      for (;;) {
        const outcome = await control.ask(calls.outcome, { message: message ?? 0 })
        if (outcome) return outcome.replies.join('\n')
      }
    }
    expect(await say('the gate code?')).toBe(replies[0])
    for (const reply of replies.slice(1)) {
      await daemon.stop()
      await daemon.start()
      expect(await say('again?')).toBe(reply)
    }
    expect(daemon.query('SELECT reason FROM epoch')).toEqual([null])
    const systems = api.requests.map(({ body }) => body.system)
    expect(systems).toEqual(systems.map(() => systems[0]))
    expect(JSON.stringify(api.requests[2]?.body.messages)).toContain(replies[1])
    const sessions = runners.map(({ dir }) => readdirSync(join(dir, 'data', 'runner', 'sessions')).length)
    expect(sessions.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  })
})
