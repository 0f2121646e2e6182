import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectDaemon } from '../../src/cli/daemon.ts'
import { calls } from '../../src/web/control/calls.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { type Scripted, says, calls as toolCalls } from '../peers/providers/script.ts'
import { type RedisPeer, redisServers, startRedis } from '../peers/redis/redis.ts'
import { createRunner } from '../peers/runner.ts'

if (redisServers.length === 0)
  console.error('test: neither redis-server nor valkey-server is installed: tests of runners are left out')

describe.skipIf(redisServers.length === 0)('a daemon whose models run on a runner', { timeout: 120_000 }, () => {
  let build: Build
  let redis: RedisPeer
  beforeAll(async () => {
    build = createBuild()
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  async function open(...replies: Scripted[]) {
    const api = await startAnthropic({ models: ['large-1'], key: 'sk-of-the-runner' }, ...replies)
    const { url, username, password } = redis.settings
    const shared = `[runners]
url = "${url}"
username = "${username}"
password = "${password}"
[providers.ant]
kind = "anthropic"
base_url = "${api.url}"
models = { general = "large-1" }
`
    const daemon = createDaemon({ build, brain: 'ant', config: shared })
    const runner = createRunner({ build, config: `${shared}api_key = "sk-of-the-runner"\n` })
    onTestFinished(async () => {
      await runner.remove()
      await daemon.remove()
      await api.close()
    })
    await daemon.start()
    const control = connectDaemon(daemon.data)
    const { code } = await control.ask(calls.pairRunner, { name: 'attic' })
    runner.join(code)
    await runner.start()
    await expect.poll(async () => (await control.ask(calls.runners, {}))[0]?.state).toBe('ready')
    const say = async (text: string) => {
      const { message } = await control.ask(calls.send, { chat: 'web:dogs', key: randomUUID(), text })
      for (;;) {
        const outcome = await control.ask(calls.outcome, { message: message ?? 0 })
        if (outcome) return outcome.replies.join('\n')
      }
    }
    return { api, daemon, runner, control, say }
  }

  test('answers, continues its session there, and knows no key of the model', async () => {
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

  test("uses the daemon's tools with the rights of the task, and its own in its workspace", async () => {
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
  })
})
