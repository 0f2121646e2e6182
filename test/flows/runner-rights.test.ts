import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRunnerCode } from '../../src/spawner/remote/pairing-exchange.ts'
import { redisCommands } from '../../src/spawner/remote/redis-acl.ts'
import { useRedisOnce } from '../../src/spawner/remote/redis-state.ts'
import { calls } from '../../src/web/control/calls.ts'
import { createTunedBuild } from '../peers/build.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { breaksOff, says } from '../peers/providers/script.ts'
import { redisServers, startRedis } from '../peers/redis/redis.ts'
import { createRunner } from '../peers/runner.ts'
import { until } from '../support/until.ts'
import { chat, openDaemonWithRunner, runnersTable } from './daemon-with-runner.ts'

// The user at Redis has the rights that `skein runners acl` prints: everything works, each of them is needed, and nothing
// else is allowed.

const never = new AbortController().signal

test('the rights at Redis are those in the documentation', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const listed = /these commands: ([^.]*)\. All of them are used\./.exec(page)?.[1] ?? ''
  expect(listed.split(', ').map((word) => word.replaceAll('`', ''))).toEqual(redisCommands)
})

describe.skipIf(redisServers.length === 0)('the rights at Redis', { timeout: 180_000 }, () => {
  test('are enough for everything that runners do, and each command is used', async () => {
    const redis = await startRedis()
    onTestFinished(redis.remove)
    const admin = redis.admin()
    await admin.config('RESETSTAT')
    const build = createTunedBuild({ daemonBeatMs: 500, runnerBeatMs: 500, runnerLockMs: 2000, joinAnswerMs: 1000 })
    const api = await startAnthropic({ models: ['large-1'], key: 'k' }, says('It is 4711.'))
    onTestFinished(api.close)
    const shared = `[providers.ant]
kind = "anthropic"
api_key = "k"
base_url = "${api.url}"
models = { general = "large-1" }
`
    const { control, runner, say, send, outcomeOf } = await openDaemonWithRunner({
      build,
      redis: redis.settings,
      brain: 'ant',
      shared,
    })
    expect(await say('the gate code?')).toBe('It is 4711.')
    expect(await say('again?')).toBe('It is 4711.')
    // A wrong code.
    const barn = createRunner({ build, config: `${runnersTable(redis.settings)}${shared}` })
    onTestFinished(barn.remove)
    expect(() => barn.join(createRunnerCode())).toThrow('No daemon answered')
    // A turn that is stopped.
    api.script(breaksOff({ how: 'pings', everyMs: 100 }, 'It is'))
    const stopped = await send('and the cellar?')
    await until(() => expect(api.requests).toHaveLength(3))
    await control.ask(calls.stop, { chat })
    expect(await outcomeOf(stopped)).toMatchObject({ state: 'cancelled' })
    // A turn whose runner dies with its job, which another runner finds stalled.
    const lost = await send('and the roof?')
    await until(() => expect(api.requests).toHaveLength(4))
    api.script(says('It is 0815.'))
    runner.signal('SIGKILL')
    await runner.exited()
    // A ticket that nobody takes is withdrawn.
    const waiting = (await control.ask(calls.send, { chat: 'web:cats', key: randomUUID(), text: 'wait' })).message ?? 0
    await sleep(500)
    await control.ask(calls.stop, { chat: 'web:cats' })
    expect(await outcomeOf(waiting)).toMatchObject({ state: 'cancelled' })
    await runner.start()
    await outcomeOf(lost)
    const jobs = ['skein:turns:active', 'skein:turns-attic:active', 'skein:turns:wait', 'skein:turns-attic:wait']
    await until(async () =>
      expect(await Promise.all(jobs.map((key) => admin.type(key)))).toEqual(Array(4).fill('none')),
    )
    // Redis forgets the scripts of BullMQ.
    await admin.script('FLUSH')
    await until(async () => expect((await control.ask(calls.runners, {}))[0]?.state).toBe('ready'))
    expect(await say('and now?')).toBe('It is 0815.')
    expect((await runner.run('--drain')).code).toBe(0)
    await control.ask(calls.removeRunner, { name: 'attic' })

    expect(await admin.call('ACL', 'LOG')).toEqual([])
    const statistics = await admin.info('commandstats')
    const used = new Set([...statistics.matchAll(/^cmdstat_([\w|-]+):/gm)].map(([, name = '']) => name.toLowerCase()))
    expect(redisCommands.filter((name) => !used.has(name))).toEqual([])
  })

  test.each([
    ['keys', '*'],
    ['scan', '0'],
    ['flushall'],
    ['flushdb'],
    ['config', 'get', 'requirepass'],
    ['acl', 'list'],
    ['monitor'],
    ['client', 'list'],
    ['script', 'flush'],
    ['function', 'list'],
    ['save'],
    ['shutdown'],
    ['replicaof', 'no', 'one'],
    ['subscribe', 'skein'],
    ['publish', 'skein', 'x'],
    ['rename', 'skein:a', 'skein:b'],
    ['get', 'another-program'],
    ['set', 'another-program', 'x'],
    ['xread', 'STREAMS', 'another-program', '0'],
    ['eval', 'return redis.call("get", "another-program")', '0'],
    ['eval', 'return redis.call("flushall")', '0'],
  ])('do not include %s %s', async (command, ...args) => {
    const redis = await startRedis()
    onTestFinished(redis.remove)
    const asked = useRedisOnce(redis.settings, async (client) => await client.call(command, ...args), never)
    await expect(asked).rejects.toThrow(/NOPERM|can't (run this command|access)/)
  })
})
