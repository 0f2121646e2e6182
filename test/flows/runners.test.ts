import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '../../src/web/control/calls.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { breaksOff, type Scripted, says, calls as toolCalls } from '../peers/providers/script.ts'
import { type RedisPeer, redisServers, startRedis } from '../peers/redis/redis.ts'
import { until } from '../support/until.ts'
import { chat, openDaemonWithRunner } from './daemon-with-runner.ts'

const servers = ['redis-server', 'valkey-server']
for (const program of servers.filter((name) => !redisServers.includes(name)))
  console.error(`LEFT OUT: the tests of runners with ${program}, which is not installed.`)

describe.each(servers)('a daemon whose models run on a runner, over %s', { timeout: 120_000 }, (program) => {
  const isMissing = !redisServers.includes(program)
  let build: Build
  let redis: RedisPeer | undefined
  beforeAll(async () => {
    build = createBuild()
    if (!isMissing) redis = await startRedis({ program })
  })
  afterAll(async () => await redis?.remove())

  async function open(...replies: Scripted[]) {
    const api = await startAnthropic({ models: ['large-1'], key: 'sk-of-the-runner' }, ...replies)
    onTestFinished(api.close)
    const shared = `[providers.ant]
kind = "anthropic"
base_url = "${api.url}"
models = { general = "large-1" }
`
    const ofRunner = 'api_key = "sk-of-the-runner"\n'
    const opened = await openDaemonWithRunner({
      build,
      redis: (redis as RedisPeer).settings,
      brain: 'ant',
      shared,
      ofRunner,
    })
    return { api, ...opened }
  }

  test.skipIf(isMissing)('answers, continues its session there, and knows no key of the model', async () => {
    const { api, control, say } = await open(says('It is 4711.'), says('As I said, 4711.'))
    expect(await say('the gate code?')).toBe('It is 4711.')
    expect(await say('again?')).toBe('As I said, 4711.')
    const [first, second] = api.requests
    expect(JSON.stringify(second?.body)).toContain('It is 4711.')
    expect(first?.body.system).toEqual(second?.body.system)
    const beat = { brains: ['ant'], places: 4, sessions: 1 }
    await expect.poll(async () => (await control.ask(calls.runners, {}))[0]?.beat).toMatchObject(beat)
    expect((await control.ask(calls.status, {})).runners).toMatchObject([{ name: 'attic', state: 'ready', beat }])
  })

  test.skipIf(isMissing)(
    "uses the daemon's tools with the rights of the task, and its own in its workspace",
    async () => {
      const { api, runner, daemon, say } = await open(
        toolCalls({ name: 'search_messages', input: { query: 'gate' } }),
        toolCalls({ name: 'write_file', input: { path: 'note.md', content: 'the gate is open' } }),
        says('Done.'),
      )
      expect(await say('write down that the gate is open')).toBe('Done.')
      expect(JSON.stringify(api.requests[1]?.body)).toContain('tool_result')
      const workspaces = join(runner.dir, 'data', 'runner', 'workspaces')
      const [chat = ''] = readdirSync(workspaces)
      expect(readFileSync(join(workspaces, chat, 'note.md'), 'utf8')).toBe('the gate is open')
      expect(daemon.query('SELECT effects FROM task ORDER BY id LIMIT 1')).toEqual([1])
    },
  )

  test.skipIf(isMissing)('has its delegates there too, with the rights and the questions of the task', async () => {
    const { api, control, say, send, outcomeOf } = await open(
      toolCalls({ name: 'delegate', input: { brief: 'Say hello on the machine.' } }),
      toolCalls({ name: 'search_messages', input: { query: 'gate' } }),
      toolCalls({ name: 'run_command', input: { command: 'echo hello > hello.txt' } }),
      says('I may not.'),
      says('It was not allowed.'),
    )
    await say('/config brain.delegates true')
    const message = await send('the gate is open, say hello')
    await until(async () => expect((await outcomeOf(message)).question?.text).toContain('echo hello'))
    await send('no')
    await until(async () => expect(await outcomeOf(message)).toMatchObject({ replies: ['It was not allowed.'] }))
    expect(api.requests[1]?.messages.map(({ text }) => text)).toEqual(['Say hello on the machine.'])
    expect(api.requests.at(-1)?.messages.at(-1)?.results[0]?.text).toBe('I may not.')
    const [line] = (await control.ask(calls.lines, { chat, limit: 1 })).slice(-1)
    expect(line?.actions?.map(({ line: shown }) => shown)).toEqual([
      'delegate 1: searching for "gate"',
      'delegate 1: not allowed: running "echo hello > hello.txt"',
      'delegate 1: "Say hello on the machine."',
    ])
  })

  test.skipIf(isMissing)(
    'is drained by a command that waits until its turns are finished, and is alone in its folder',
    async () => {
      const { api, runner, control, send, outcomeOf } = await open(breaksOff({ how: 'pings', everyMs: 100 }, 'It is'))
      const message = await send('the gate code?')
      await until(() => expect(api.requests).toHaveLength(1))
      const second = await runner.run()
      expect(second.code).toBe(75)
      expect(second.err).toMatch(/Another Skein \(process \d+\) already uses/)

      const draining = runner.run('--drain')
      await until(async () => expect((await control.ask(calls.runners, {}))[0]?.state).toBe('draining'))
      await control.ask(calls.stop, { chat })
      expect(await outcomeOf(message)).toMatchObject({ state: 'cancelled' })
      expect((await draining).code).toBe(0)
      await runner.exited()
      const nothing = await runner.run('--drain')
      expect(nothing.code).toBe(64)
      expect(nothing.err).toContain('No runner is running here.')
    },
  )
})
