import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { type MessagesApi, startMessagesApi } from '../peers/messages-api.ts'
import { findRealClaude } from '../spawner/claude/real-cli.ts'

const claude = findRealClaude()
const KEY = 'sk-canary-5f2c91d0a7'

describe.skipIf(!claude)('the whole road with the real claude CLI', { timeout: 90_000 }, () => {
  let build: Build
  let api: MessagesApi
  let daemon: DaemonPeer

  beforeAll(() => {
    build = createBuild()
  })

  beforeEach(async () => {
    api = await startMessagesApi({ kind: 'text', pieces: ['It is ', 'Rex.'] })
    daemon = createDaemon({
      build,
      config: `[brain.claude]\ncommand = ${JSON.stringify(claude)}\napi_key = "${KEY}"\nbase_url = "${api.url}"\n`,
      brain: 'claude',
    })
    await daemon.start()
  })
  afterEach(async () => {
    await daemon.remove()
    await api.close()
  })

  async function say(text: string): Promise<Outcome> {
    const { message } = (await call('POST', '/send', { chat: 'web:dogs', key: text, text })) as { message: number }
    return await outcomeOf(message)
  }

  /** However long it takes: one request waits for a while only. */
  async function outcomeOf(message: number): Promise<Outcome> {
    for (;;) {
      const found = (await call('GET', `/outcome/${message}`)) as Outcome | null
      if (found) return found
    }
  }

  function call(method: string, path: string, body?: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const headers = body ? { 'content-type': 'application/json' } : {}
      const outgoing = request({ socketPath: daemon.socket, method, path, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += String(chunk)))
        response.on('end', () => resolve(JSON.parse(text)))
      })
      outgoing.once('error', reject)
      outgoing.end(body && JSON.stringify(body))
    })
  }

  test('a second message carries the first and its answer, and the answer comes back', async () => {
    expect(await say('my dog is called Rex')).toMatchObject({ state: 'answered', replies: ['It is Rex.'] })
    expect(await say('what is my dog called?')).toMatchObject({ state: 'answered' })
    const [first, second] = api.requests
    const said = second?.messages.map((message) => message.text).join('\n') ?? ''
    expect(said).toContain('my dog is called Rex')
    expect(said).toContain('It is Rex.')
    expect(said).toContain('what is my dog called?')
    expect(second?.system).toBe(first?.system)
    expect(first?.messages.find(({ role }) => role === 'user')?.text).toContain('Nothing was said here before.')
  })

  test('after a restart the conversation goes on in the same session', async () => {
    await say('my dog is called Rex')
    await daemon.stop()
    await daemon.start()
    await say('what is my dog called?')
    const [first, second] = api.requests
    expect(second?.messages.map((message) => message.text).join()).toContain('my dog is called Rex')
    expect(second?.system).toBe(first?.system)
  })

  test('a session that was lost is rebuilt from the store, and the person notices nothing', async () => {
    await say('my dog is called Rex')
    await daemon.stop()
    rmSync(join(daemon.data, 'claude/projects'), { recursive: true })
    await daemon.start()
    expect(await say('what is my dog called?')).toMatchObject({ state: 'answered', replies: ['It is Rex.'] })
    expect(api.requests.at(-1)?.system).toMatch(/\[\S+ \d\d:\d\d\] my dog is called Rex/)
  })

  test('the model searches what was said, in the name of the task and through the door of the daemon', async () => {
    await say('my dog is called Rex')
    await call('POST', '/send', { chat: 'web:dogs', key: 'new', text: '/new' })
    api.script(
      { kind: 'tool', name: 'mcp__skein__search_messages', input: { query: 'dog' }, said: 'I look it up.' },
      { kind: 'text', pieces: ['Rex, ', 'as you said.'] },
    )
    const replies = ['I look it up.\n\nRex, as you said.']
    expect(await say('who was it?')).toMatchObject({ state: 'answered', replies })
    expect(await call('GET', '/lines?chat=web:dogs')).toContainEqual(
      expect.objectContaining({
        text: replies[0],
        actions: [{ line: expect.stringContaining('dog'), failed: false, said: 'I look it up.' }],
      }),
    )
    const [asked, told] = api.requests.slice(-2)
    expect(asked?.raw).toContain('"name":"mcp__skein__search_messages"')
    expect(asked?.raw).not.toContain('"name":"WebFetch"')
    expect(asked?.system).toContain('search with search_messages')
    expect(told?.raw).toMatch(/tool_result.*my dog is called Rex/)
    expect(await call('GET', '/lines?chat=web:notices')).toEqual([])
  })

  test('a refused key ends in a sentence, and the key itself is in no file and no word', async () => {
    api.script({ kind: 'error', status: 401, type: 'authentication_error', message: `invalid x-api-key ${KEY}` })
    const outcome = await say('hello')
    expect(outcome.state).toBe('failed')
    expect(outcome.replies.join()).toContain('/retry')
    expect(JSON.stringify(outcome) + daemon.words()).not.toContain(KEY)
    // Whoever asks how it is hears it too, with the time of the next try.
    const [status, json, doctor] = [skein('status'), skein('status', '--json'), skein('doctor')]
    expect(status).toMatch(
      /It is not available right now.*Claude did not accept the API key or sign-in.*try again at \d\d:\d\d/,
    )
    expect(JSON.parse(json)).toMatchObject({ brain: { trouble: { sentence: expect.any(String) as string } } })
    expect(doctor).toMatch(/bad +model: Claude did not accept the API key or sign-in.*try again at \d\d:\d\d/)
    expect(status + json + doctor).not.toContain(KEY)
    await daemon.stop()
    expect(holdersOf(KEY)).toEqual([])
  })

  /** What a command says beside the daemon. */
  function skein(...args: string[]): string {
    const line = [build.main, '--data', daemon.data, '--config', daemon.config, ...args]
    const { stdout } = spawnSync(process.execPath, line, {
      env: { PATH: process.env.PATH, HOME: daemon.data },
      encoding: 'utf8',
    })
    return stdout
  }

  test('a model that repeats a secret we know does not get it past us', async () => {
    api.script({ kind: 'text', pieces: [`your key is ${KEY}, guard it`] })
    expect((await say('what is the key?')).replies).toEqual(['your key is [secret], guard it'])
    // Nor does it stay in the session that the CLI keeps on disk.
    await expect.poll(() => holdersOf(KEY)).toEqual([])
    await say('and now?')
    expect(api.requests.at(-1)?.raw).not.toContain(`your key is ${KEY}`)
    expect(api.requests.at(-1)?.raw).toContain('your key is [secret]')
  })

  /** The files of the daemon that hold a text. */
  function holdersOf(text: string): string[] {
    return readdirSync(daemon.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && readFileSync(`${entry.parentPath}/${entry.name}`).includes(text))
      .map((entry) => entry.name)
  }

  test('killed in the middle of an answer: answered once after the restart, nothing left running', async () => {
    api.script({ kind: 'stall', pieces: ['It is'] })
    const sent = (await call('POST', '/send', { chat: 'web:dogs', key: 'k', text: 'who?' })) as { message: number }
    await api.received(1)
    await daemon.kill()
    api.script({ kind: 'text', pieces: ['It is Rex.'] })
    await daemon.start()
    expect(await outcomeOf(sent.message)).toMatchObject({ state: 'answered', replies: ['It is Rex.'] })
    // The one that waits for the next message of this conversation, and nothing of the one that was killed.
    await expect.poll(() => childrenOf(daemon.pid())).toHaveLength(1)
    await daemon.stop()
    expect(processesUnder(daemon.data)).toEqual([])
  })

  test('stop ends the process within two seconds and keeps what was said', async () => {
    api.script({ kind: 'stall', pieces: ['It is'] })
    const sent = (await call('POST', '/send', { chat: 'web:dogs', key: 'k', text: 'who?' })) as { message: number }
    await new Promise<void>((resolve, reject) => {
      const events = request({ socketPath: daemon.socket, path: '/events?chat=web:dogs' }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += String(chunk)).includes('"text":"It is"') && resolve())
      })
      events.once('error', reject).end()
    })
    expect(await call('POST', '/stop', { chat: 'web:dogs' })).toEqual({ status: 'stopped', tasks: 1 })
    await expect.poll(() => childrenOf(daemon.pid())).toEqual([])
    expect(await outcomeOf(sent.message)).toMatchObject({ state: 'cancelled', replies: ['It is'] })
  })
})

interface Outcome {
  state: string
  replies: string[]
}

/** Whatever runs with a folder of this daemon's in its environment. */
function processesUnder(data: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`).includes(data)
    } catch {
      return false
    }
  })
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}
