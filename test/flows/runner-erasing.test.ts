import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import { calls } from '../../src/web/control/calls.ts'
import { type Build, createTunedBuild } from '../peers/build.ts'
import { createDaemonTools } from '../peers/daemon-tools.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { breaksOff, type Scripted, says, calls as toolCalls } from '../peers/providers/script.ts'
import { type RedisPeer, redisServers, startRedis } from '../peers/redis/redis.ts'
import { findBytes, plantedWords } from '../support/byte-search.ts'
import { until } from '../support/until.ts'
import { chat, openDaemonWithRunner } from './daemon-with-runner.ts'

/** In a text, in a file, and in a file that the model writes. */
const words = plantedWords(3)
const [inText = '', inFile = '', written = ''] = words
const BEAT_MS = 1000

describe.skipIf(redisServers.length === 0)('erasing reaches the disk of a runner', { timeout: 120_000 }, () => {
  let build: Build
  let redis: RedisPeer
  beforeAll(async () => {
    build = createTunedBuild({ daemonBeatMs: BEAT_MS, runnerBeatMs: BEAT_MS })
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  /** A runner whose disk holds the words: in sessions, in the cache of files, and in the workspace. */
  async function open(...more: Scripted[]) {
    const note = { path: 'note.md', content: `about the ${written}` }
    const script = [toolCalls({ name: 'write_file', input: note }), says(`The ${inText} is noted.`), says('Thanks.')]
    const api = await startAnthropic({ models: ['large-1'], key: 'k' }, ...script, ...more, () => says('Noted.'))
    const shared = `[native.allow]
owner = ["write_file"]
[providers.ant]
kind = "anthropic"
base_url = "${api.url}"
models = { general = "large-1" }
`
    const ofRunner = 'api_key = "k"\n'
    const opened = await openDaemonWithRunner({ build, redis: redis.settings, brain: 'ant', shared, ofRunner })
    onTestFinished(api.close)
    const { daemon, runner, control, say, upload } = opened
    const { skein } = createDaemonTools(build, () => daemon)
    expect(await say(`The ${inText} is in the cellar.`)).toBe(`The ${inText} is noted.`)
    expect(await say('a list', [await upload('list.txt', Buffer.from(`about the ${inFile}`))])).toBe('Thanks.')
    const data = join(runner.dir, 'data')
    const left = () => findBytes(data, words)
    const places = left().map((place) => place.split('/')[1])
    for (const place of ['sessions', 'files', 'workspaces']) expect(places).toContain(place)
    return {
      ...opened,
      left,
      erase: async (...args: string[]) => {
        const { code, out, err } = await skein('erase', '--yes', ...args)
        expect([code, err]).toEqual([0, ''])
        return out
      },
      pending: () => daemon.query("SELECT 'erasure ' || runner FROM runner_erasure"),
      stateOf: async () => (await control.ask(calls.runners, {}))[0]?.state,
    }
  }

  const stillHas = 'These runners still have to erase it from their disks: attic.'

  test('at once if it is connected, and the chat goes on', async () => {
    const { runner, left, erase, pending, say, daemon } = await open(says('It is 12.'), says('As I said, 12.'))
    expect(await say('how many apples?')).toBe('It is 12.')
    const messages = daemon.query("SELECT id FROM message WHERE author = 'human' ORDER BY id LIMIT 2")
    for (const message of messages) expect(await erase('--message', String(message))).not.toContain('runners')
    expect(pending()).toEqual([])
    // The model's own file belongs to the chat, which stays. Nothing says that it repeats an erased message.
    expect(left()).toEqual([expect.stringMatching(/\/workspaces\/.*note\.md/)])
    expect(await say('how many?')).toBe('As I said, 12.')
    expect(await erase('--chat', chat)).not.toContain('runners')
    expect(left()).toEqual([])
    runner.signal('SIGTERM')
    await runner.exited()
    expect(left()).toEqual([])
  })

  test('as soon as it is back, if it was away, although the daemon was killed meanwhile', async () => {
    const { runner, daemon, left, erase, pending } = await open()
    runner.signal('SIGKILL')
    await runner.exited()
    expect(await erase('--chat', chat)).toContain(stillHas)
    expect(left()).not.toEqual([])
    expect(pending()).toEqual(['erasure attic'])
    expect(findBytes(daemon.data, words)).toEqual([])
    await daemon.kill()
    await daemon.start()
    await runner.start()
    await until(() => expect(pending()).toEqual([]))
    expect(left()).toEqual([])
  })

  test('once more, if it was killed before it had confirmed', async () => {
    const { runner, left, erase, pending } = await open()
    // It still counts as connected, so it is told at once.
    runner.signal('SIGSTOP')
    expect(await erase('--chat', chat)).toContain(stillHas)
    runner.signal('SIGKILL')
    await runner.exited()
    expect(left()).not.toEqual([])
    await runner.start()
    await until(() => expect(pending()).toEqual([]))
    expect(left()).toEqual([])
  })

  test('although the daemon was killed before all turns had ended that may have read it', async () => {
    const slow = breaksOff({ how: 'pings', everyMs: 100 }, 'Once')
    const { daemon, control, outcomeOf, left, pending } = await open(slow)
    const { message = 0 } = await control.ask(calls.send, { chat: 'web:cats', key: 'a', text: 'a long story' })
    await until(async () => expect((await control.ask(calls.runners, {}))[0]?.beat).toMatchObject({ free: 3 }))
    await control.ask(calls.erase, { chat: makeChatId('web', 'dogs') })
    // The sessions of this chat do not wait for that turn.
    await until(() => expect(left().filter((place) => place.includes('/sessions/'))).toEqual([]))
    expect(pending()).toEqual([])
    expect(daemon.query('SELECT state FROM erasure')).toEqual(['hiding'])
    await daemon.kill()
    await daemon.start()
    expect((await outcomeOf(message)).replies).toEqual(['Noted.'])
    await until(() => expect(daemon.query('SELECT state FROM erasure')).toEqual(['done']))
    await until(() => expect(pending()).toEqual([]))
    expect(left()).toEqual([])
  })

  test('completely, if it was removed while it was away', async () => {
    const { runner, daemon, control, left, erase, pending } = await open()
    runner.signal('SIGKILL')
    await runner.exited()
    await control.ask(calls.removeRunner, { name: 'attic' })
    expect(await erase('--chat', chat)).toContain(stillHas)
    runner.start().catch(() => {})
    await runner.exited()
    expect(runner.words()).toContain('The daemon has removed this runner.')
    expect(left()).toEqual([])
    await until(() => expect(pending()).toEqual([]))
    expect(daemon.query('SELECT count(*) FROM removed_runner')).toEqual([0])
    await until(async () => expect(await redis.admin().keys('*attic*')).toEqual([]))
  })

  test('no more, if nobody waits for it any longer', async () => {
    const { runner, control, erase, pending } = await open()
    runner.signal('SIGKILL')
    await runner.exited()
    for (const name of ['attic', 'attic']) await control.ask(calls.removeRunner, { name })
    expect(await erase('--chat', chat)).not.toContain('runners')
    expect(pending()).toEqual([])
    await expect(control.ask(calls.removeRunner, { name: 'attic' })).rejects.toThrow('no runner called')
  })
})
