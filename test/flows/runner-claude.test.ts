import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '../../src/web/control/calls.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { type Reply, startMessagesApi } from '../peers/messages-api.ts'
import { makePng } from '../peers/picture.ts'
import { type RedisPeer, redisServers, startRedis } from '../peers/redis/redis.ts'
import { findRealClaude, hasBwrap } from '../spawner/claude/real-cli.ts'
import { until } from '../support/until.ts'
import { chat, openDaemonWithRunner } from './daemon-with-runner.ts'

const claude = findRealClaude()
const KEY = 'sk-canary-of-the-runner'

/** The real CLI on a real runner, with a scripted model behind it. The daemon has no key and starts no model. */
describe.skipIf(!claude || redisServers.length === 0)('the claude CLI on a runner', { timeout: 120_000 }, () => {
  let build: Build
  let redis: RedisPeer
  beforeAll(async () => {
    build = createBuild()
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  async function open(...replies: Reply[]) {
    const api = await startMessagesApi(...replies)
    const opened = await openDaemonWithRunner({
      build,
      redis: redis.settings,
      brain: 'claude',
      shared: '[brain.claude]\nallow = { owner = ["Bash(sleep*)"] }\n',
      ofRunner: `command = ${JSON.stringify(claude)}\napi_key = "${KEY}"\nbase_url = "${api.url}"\nkeep_count = 0\n`,
    })
    onTestFinished(api.close)
    const workspace = () => {
      const workspaces = join(opened.runner.dir, 'data', 'runner', 'workspaces')
      return join(workspaces, readdirSync(workspaces).find((name) => /^[0-9a-f]{32}$/.test(name)) ?? '')
    }
    return { api, workspace, ...opened }
  }

  test('answers, and continues its session there although its process has ended', async () => {
    const { api, daemon, runner, say } = await open(text('Nice ', 'to meet Rex.'), text('It is Rex.'))
    expect(await say('my dog is called Rex')).toBe('Nice to meet Rex.')
    await until(() => expect(childrenOf(runner.pid())).toEqual([]))
    expect(await say('what is my dog called?')).toBe('It is Rex.')
    const [first, second] = api.requests
    expect(second?.messages.map((message) => message.text).join('\n')).toMatch(/called Rex[^]*to meet Rex[^]*called\?/)
    expect(second?.system).toBe(first?.system)
    expect(first?.headers['x-api-key']).toBe(KEY)
    expect(childrenOf(daemon.pid())).toEqual([])
    expect(filesWith(KEY, daemon.data)).toEqual([])
  })

  test("searches the daemon's messages", async () => {
    const search: Reply = { kind: 'tool', name: 'mcp__skein__search_messages', input: { query: 'gate' } }
    const { api, control, say } = await open(text('Noted.'), search, text('4711, ', 'as you said.'))
    await say('the gate code is 4711')
    await say('/new')
    expect(await say('which code was it?')).toBe('4711, as you said.')
    expect(api.requests.at(-1)?.raw).toMatch(/tool_result.*the gate code is 4711/)
    const [line] = (await control.ask(calls.lines, { chat, limit: 1 })).slice(-1)
    expect(line?.actions).toMatchObject([{ line: expect.stringContaining('gate') as string, failed: false }])
  })

  test("has its delegates there too, which search the daemon's messages", async () => {
    const prompt = { description: 'look', prompt: 'Find the gate code.', subagent_type: 'delegate' }
    const { api, control, say } = await open(
      text('Noted.'),
      { kind: 'tool', name: 'Agent', input: prompt },
      { kind: 'tool', name: 'mcp__skein__search_messages', input: { query: 'gate' } },
      text('It is 4711.'),
      text('4711, I am told.'),
    )
    await say('/config brain.delegates true')
    await say('the gate code is 4711')
    await say('/new')
    expect(await say('have it found')).toBe('4711, I am told.')
    const asked = api.requests.at(-3)
    expect(asked?.system).toContain('Your last reply is your report.')
    expect(asked?.raw).not.toContain('have it found')
    expect(api.requests.at(-2)?.raw).toMatch(/tool_result.*the gate code is 4711/)
    const [line] = (await control.ask(calls.lines, { chat, limit: 1 })).slice(-1)
    expect(line?.actions?.map((action) => action.line)).toEqual([
      expect.stringMatching(/^delegate 1: .*gate/) as string,
      'delegate 1: "Find the gate code."',
    ])
  })

  test.skipIf(!hasBwrap)('asks a person before a command, and sends back the file that it made', async () => {
    const make: Reply = { kind: 'tool', name: 'Bash', input: { command: 'printf "milk and eggs" > list.txt' } }
    const { api, control, workspace, say, send, outcomeOf } = await open(make, text('I may not.'))
    const refused = await send('write my list')
    expect((await outcomeOf(refused)).question?.text).toContain('list.txt')
    await send('no')
    await until(async () => expect(await outcomeOf(refused)).toMatchObject({ replies: ['I may not.'] }))
    expect(readdirSync(workspace())).not.toContain('list.txt')

    // The CLI knows its files by whole paths.
    const path = join(workspace(), 'list.txt')
    api.script(make, { kind: 'tool', name: 'mcp__skein__send_file', input: { path } }, text('Here it is.'))
    const allowed = await send('write it now')
    await until(async () => expect((await outcomeOf(allowed)).question?.text).toContain('list.txt'))
    await send('yes')
    const outcome = await until(async () => {
      const found = await outcomeOf(allowed)
      expect(found).toMatchObject({ state: 'answered', replies: ['Here it is.'] })
      return found
    })
    expect(outcome.files).toMatchObject([{ name: 'list.txt', bytes: 13 }])
    const [{ message, seq } = { message: 0, seq: 0 }] = outcome.files
    const sent = await control.download(calls.download, { message, seq })
    expect((await sent.toArray()).join('')).toBe('milk and eggs')
    expect(readFileSync(path, 'utf8')).toBe('milk and eggs')
    expect(await say('thank you')).toBe('Here it is.')
  })

  test.skipIf(!hasBwrap)('hears what the person adds while it works', async () => {
    const wait: Reply = { kind: 'tool', name: 'Bash', input: { command: 'sleep 3' } }
    const { api, send, outcomeOf } = await open(wait, text('For three of you.'))
    const first = await send('book a table')
    await api.received(1)
    const second = await send('for three people')
    expect(await outcomeOf(first)).toMatchObject({ state: 'answered', replies: ['For three of you.'] })
    expect(await outcomeOf(second)).toMatchObject({ state: 'answered' })
    expect(api.requests).toHaveLength(2)
    expect(api.requests.at(-1)?.raw).toContain('for three people')
  })

  test('ends when the person stops it, with what was said so far', async () => {
    const { api, daemon, runner, control, send, outcomeOf } = await open({ kind: 'stall', pieces: ['It is'] })
    const message = await send('who?')
    await api.received(1)
    await new Promise<void>((resolve, reject) => {
      const events = request({ socketPath: daemon.socket, path: `/events?chat=${chat}` }, (response) => {
        let seen = ''
        response.on('error', () => {})
        response.on('data', (chunk) => (seen += String(chunk)).includes('"text":"It is"') && resolve())
      })
      events.once('error', reject).end()
    })
    expect(await control.ask(calls.stop, { chat })).toMatchObject({ status: 'stopped' })
    expect(await outcomeOf(message)).toMatchObject({ state: 'cancelled', replies: ['It is'] })
    await until(() => expect(childrenOf(runner.pid())).toEqual([]))
  })

  test('sees an attached picture of several pieces, which travels once', async () => {
    let seed = 1
    const noise = () => (seed = (seed * 48_271) % 2_147_483_647) & 255
    const picture = makePng(400, noise)
    const { api, runner, say, upload } = await open(text('A grey dog.'))
    const file = await upload('dog.png', picture)
    expect(await say('what is this?', [file])).toBe('A grey dog.')
    expect(api.requests.at(-1)?.raw).toContain(picture.toString('base64'))
    const cache = join(runner.dir, 'data', 'runner', 'files')
    expect(readdirSync(cache)).toEqual([file.hash])
    expect(readFileSync(join(cache, file.hash)).equals(picture)).toBe(true)
  })
})

function text(...pieces: string[]): Reply {
  return { kind: 'text', pieces }
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}

/** The files in a folder that contain a text. */
function filesWith(text: string, dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map((entry) => entry.name)
}
