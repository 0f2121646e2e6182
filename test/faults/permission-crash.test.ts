import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { type MessagesApi, type Reply, startMessagesApi } from '../peers/messages-api.ts'
import { createSpeaker, type Speaker } from '../peers/speaker.ts'
import { findRealClaude, hasBwrap } from '../spawner/claude/real-cli.ts'
import { until } from '../support/until.ts'

// Around a tool that changes something: the person gets one answer or one clear notice, and it never runs twice.

const claude = findRealClaude()
const chat = 'web:home'
const done: Reply = { kind: 'text', pieces: ['It is done.'] }
const bash = (command: string): Reply => ({ kind: 'tool', name: 'Bash', input: { command } })
// The CLI of the daemon that was killed may ask once more before it is gone: it must not take an answer that is not its own.
const once: Reply = { kind: 'deed', tool: bash('echo ran >> ran.txt'), after: done }

describe.skipIf(!claude || !hasBwrap)('killed around a tool', () => {
  let build: Build
  let api: MessagesApi
  let daemon: DaemonPeer
  let speaker: Speaker
  beforeAll(() => {
    build = createBuild()
  })
  beforeEach(async () => {
    api = await startMessagesApi(once)
    const settings = `command = ${JSON.stringify(claude)}\napi_key = "k"\nbase_url = "${api.url}"\n`
    const config = `[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n[brain.claude]\n${settings}`
    daemon = createDaemon({ build, config, brain: 'claude' })
    speaker = createSpeaker(daemon.socket)
  })
  afterEach(async () => {
    speaker.close()
    await daemon.remove()
    await api.close()
  })

  async function lines(): Promise<string[]> {
    const { body } = await speaker.call('GET', `/lines?chat=${chat}&limit=100`)
    return (body as { text: string }[]).map(({ text }) => text)
  }
  const seen = (words: string, count = 1) =>
    until(async () => expect((await lines()).filter((text) => text.includes(words))).toHaveLength(count))
  const runs = () => {
    const folder = join(daemon.data, 'workspaces')
    const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'ran.txt')) : []
    return files.filter((file) => existsSync(file)).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
      .length
  }

  /** The interrupted one waits for the person and is in nobody's way. */
  async function goesOn(): Promise<void> {
    api.script(done)
    expect(await speaker.outcome(await speaker.say(chat, 'and now?'))).toMatchObject({ state: 'answered' })
  }

  test('before the question: it is asked after the restart, and runs once', async () => {
    await daemon.start({ SKEIN_CRASH_AT: 'permission.before-question' })
    const line = await speaker.say(chat, 'do it')
    expect(await daemon.exited()).toMatchObject({ signal: 'SIGKILL' })
    api.script(once)
    await daemon.start()
    await seen('may I run this command')
    await speaker.say(chat, '/yes 1')
    expect(await speaker.outcome(line)).toMatchObject({ state: 'answered' })
    expect(runs()).toBe(1)
  })

  test('after the answer and before the deed: the answer still counts, nothing is asked again, and it runs once', async () => {
    await daemon.start({ SKEIN_CRASH_AT: 'permission.before-effect' })
    const line = await speaker.say(chat, 'do it')
    await seen('may I run this command')
    void speaker.say(chat, '/yes 1', AbortSignal.timeout(5_000))
    expect(await daemon.exited()).toMatchObject({ signal: 'SIGKILL' })
    api.script(once)
    await daemon.start()
    expect(await speaker.outcome(line)).toMatchObject({ state: 'answered' })
    await seen('may I run this command')
    expect(runs()).toBe(1)
  })

  test('once it is on record that something is being changed: the person is told, and it is not tried again', async () => {
    await daemon.start({ SKEIN_CRASH_AT: 'permission.after-effect' })
    await speaker.say(chat, 'do it')
    await seen('may I run this command')
    void speaker.say(chat, '/yes 1', AbortSignal.timeout(5_000))
    expect(await daemon.exited()).toMatchObject({ signal: 'SIGKILL' })
    api.script(once)
    await daemon.start()
    await seen('I was interrupted after I had started to make changes')
    await goesOn()
    expect(runs()).toBe(0)
  })

  test('in the middle of the deed: the same, and nothing of it is left running', async () => {
    api.script({ ...once, tool: bash('echo ran >> ran.txt; setsid sleep 86395.5 & sleep 86394.5') })
    await daemon.start()
    await speaker.say(chat, 'do it')
    await seen('may I run this command')
    await speaker.say(chat, '/yes 1')
    await until(() => expect(runs()).toBe(1))
    await daemon.kill()
    await until(() => expect(sleepers()).toEqual([]))
    api.script(once)
    await daemon.start()
    await seen('I was interrupted after I had started to make changes')
    await goesOn()
    expect(runs()).toBe(1)
  })

  test('after the effect of a delegate: the person is told, and it never runs twice', async () => {
    const input = { description: 'work', prompt: 'Do it.', subagent_type: 'delegate' }
    api.script({ kind: 'tool', name: 'Agent', input }, bash('echo ran >> ran.txt'), done)
    await daemon.start({ SKEIN_CRASH_AT: 'permission.after-effect' })
    await speaker.outcome(await speaker.say(chat, '/config brain.delegates true'))
    await speaker.say(chat, 'do it')
    await seen('may I run this command')
    void speaker.say(chat, '/yes 1', AbortSignal.timeout(5_000))
    expect(await daemon.exited()).toMatchObject({ signal: 'SIGKILL' })
    await daemon.start()
    await seen('I was interrupted after I had started to make changes')
    expect(runs()).toBeLessThan(2)
    await goesOn()
    expect(runs()).toBeLessThan(2)
  })
})

function sleepers(): string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  return all.split('\n').filter((line) => /^sleep 8639[45]\.5/.test(line.trim()))
}
