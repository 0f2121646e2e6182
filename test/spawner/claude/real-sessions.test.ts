import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClaudeOptions } from '../../../src/spawner/claude/options.ts'
import type { BrainEvent, Turn, Usage } from '../../../src/spawner/spawner.ts'
import { type MessagesApi, type Reply, startMessagesApi } from '../../peers/messages-api.ts'
import { until } from '../../support/until.ts'
import { findOldClaude, findRealClaude } from './real-cli.ts'
import { claudeRig, endOf, filesIn, inSession, type Rig, read } from './rig.ts'

// Each takes a few seconds; the machine may be busy with other things.

const old = findOldClaude()
const clis = [
  ['claude CLI', findRealClaude()],
  ['old claude CLI', old],
] as const

describe.each(clis)('a session of the real %s', (_, command) => {
  const here = test.skipIf(!command)
  let api: MessagesApi
  let session = ''
  const rigs: Rig[] = []
  beforeAll(async () => {
    api = await startMessagesApi()
  })
  afterAll(() => api.close())
  beforeEach(() => {
    session = randomUUID()
    api.script(text('Fine.'))
    api.requests.splice(0)
  })
  afterEach(async () => {
    for (const rig of rigs.splice(0)) await rig.remove()
  })

  function aRig(options: Partial<ClaudeOptions> = {}): Rig {
    const rig = claudeRig(command ?? '', { apiKey: 'sk-test-key', baseUrl: api.url, retries: 0, ...options })
    rigs.push(rig)
    return rig
  }

  const ask = async (rig: Rig, turn: Turn) => endOf(await read(rig.brain, turn))
  const spoken = (index: number) =>
    api.requests
      .at(index)
      ?.messages.filter(({ role }) => role !== 'system')
      .map((message) => message.text.split('\n').at(-1))

  const system = (index: number) => api.requests.at(index)?.system

  function transcript(rig: Rig): string {
    const projects = join(rig.configDir, 'projects')
    const files = readdirSync(projects, { recursive: true, encoding: 'utf8' })
    return join(projects, files.find((name) => name.endsWith(`${session}.jsonl`)) ?? 'none')
  }

  here('asks its second turn over the same process and connection, and shows it the first', async () => {
    const rig = aRig()
    const before = api.connections()
    expect(await ask(rig, inSession(session, 'one', true))).toEqual({ kind: 'done', text: 'Fine.' })
    const [folder] = filesIn(rig.runtimeDir)
    expect(await ask(rig, inSession(session, 'two'))).toEqual({ kind: 'done', text: 'Fine.' })
    expect(filesIn(rig.runtimeDir)).toEqual([folder])
    expect(api.connections() - before).toBe(1)
    expect(spoken(-1)).toEqual(['one', 'Fine.', 'two'])
    expect(system(1)).toBe(system(0))
    await rig.brain.close()
    expect(rig.survivors()).toEqual([])
    expect(filesIn(rig.runtimeDir)).toEqual([])
  })

  here('is resumed after its process was sent away, under the same prompt', async () => {
    const rig = aRig({ idleLimits: { maxProcesses: 0 } })
    const prompt = { system: `You are Skein. ${'记忆😀'.repeat(20_000)} end` }
    await ask(rig, inSession(session, 'one', true, prompt))
    expect(await ask(rig, inSession(session, 'two', false, prompt))).toMatchObject({ kind: 'done' })
    expect(spoken(-1)).toEqual(['one', 'Fine.', 'two'])
    expect(system(1)).toContain(prompt.system)
    // The old one names its model in other words once it resumes.
    if (command !== old) expect(system(1)).toBe(system(0))
  })

  here('goes on after its process was killed between two turns, or is stale, but never forgets a turn', async () => {
    const rig = aRig()
    await ask(rig, inSession(session, 'one', true))
    await ask(rig, inSession(session, 'two'))
    for (const pid of rig.survivors()) sendTo(pid, 'SIGKILL')
    const end = await ask(rig, inSession(session, 'three'))
    if (end.kind === 'failed') expect(end.failure.class).toBe('stale')
    else expect(spoken(-1)).toEqual(['one', 'Fine.', 'two', 'Fine.', 'three'])
    if (command !== old) expect(end.kind).toBe('done')
  })

  here('goes on after a turn of it was stopped', async () => {
    const rig = aRig()
    await ask(rig, inSession(session, 'one', true))
    api.script({ kind: 'stall', pieces: ['half'] })
    const stop = new AbortController()
    const events: BrainEvent[] = []
    for await (const event of rig.brain.run(inSession(session, 'two'), stop.signal)) {
      events.push(event)
      stop.abort()
    }
    expect(events).toMatchObject([{ kind: 'text', text: 'half' }, { kind: 'usage' }])
    expect(rig.survivors()).toEqual([])
    api.script(text('Again.'))
    expect(await ask(rig, inSession(session, 'three'))).toEqual({ kind: 'done', text: 'Again.' })
    expect(spoken(-1)).toEqual(['one', 'Fine.', 'two', 'No response requested.', 'three'])
  })

  here.each<[string, (rig: Rig) => void]>([
    ['was never opened', (rig) => rmSync(transcript(rig))],
    ['lost the end of its transcript', (rig) => truncateSync(transcript(rig), size(transcript(rig)) - 40)],
    ['lost its last turn', (rig) => writeFileSync(transcript(rig), firstExchange(transcript(rig)))],
    ['has an empty transcript', (rig) => truncateSync(transcript(rig))],
    ['has a transcript of garbage', (rig) => writeFileSync(transcript(rig), 'garbage\n'.repeat(50))],
  ])('is stale before anything is said when it %s', async (_, damage) => {
    const rig = aRig({ idleLimits: { maxProcesses: 0 } })
    await ask(rig, inSession(session, 'one', true))
    await ask(rig, inSession(session, 'two'))
    await until(() => expect(rig.survivors()).toEqual([]))
    damage(rig)
    const events = await read(rig.brain, inSession(session, 'three'))
    expect(events).toMatchObject([{ kind: 'failed', failure: { class: 'stale', retry: true } }])
    expect(api.requests).toHaveLength(2)
  })

  here('cannot be opened twice, not even by another daemon', async () => {
    const rig = aRig({ idleLimits: { maxProcesses: 0 } })
    await ask(rig, inSession(session, 'one', true))
    await rig.brain.close()
    const { configDir, workDir } = rig
    const other = aRig({ configDir, workDir })
    const events = await read(other.brain, inSession(session, 'two', true))
    expect(events).toMatchObject([{ kind: 'failed', failure: { class: 'stale', retry: true } }])
    expect(api.requests).toHaveLength(1)
  })

  here('is forgotten with its process and its transcript', async () => {
    const rig = aRig()
    await ask(rig, inSession(session, 'one', true))
    // The old one writes after it has answered.
    const file = await until(() => transcript(rig))
    await until(() => expect(readFileSync(file, 'utf8')).toContain('Fine.'))
    rig.brain.forget(session)
    await rig.brain.close()
    expect(readdirSync(join(file, '..'))).toEqual([])
  })

  here('runs beside others, each in its own process', async () => {
    const rig = aRig()
    const sessions = [1, 2, 3, 4].map(() => randomUUID())
    for (const [opens, said] of [
      [true, 'one'],
      [false, 'two'],
    ] as const) {
      const all = await Promise.all(sessions.map((id) => ask(rig, inSession(id, `${said} ${id}`, opens))))
      expect(all.map(({ kind }) => kind)).toEqual(['done', 'done', 'done', 'done'])
    }
    expect(filesIn(rig.runtimeDir)).toHaveLength(4)
    const second = api.requests.slice(4).map(({ messages }) => messages.at(-1)?.text.split(' ').at(-1))
    expect(new Set(second)).toEqual(new Set(sessions))
    for (const request of api.requests.slice(4)) {
      expect(sessions.filter((id) => request.raw.includes(`one ${id}`))).toHaveLength(1)
    }
  })

  here('costs each turn once, in a live process, resumed, and resumed after a kill', async () => {
    // A TERM to bwrap would be a KILL for the CLI inside.
    const rig = aRig({ containment: 'marker' })
    const usages: Usage[] = []
    const book = async (text: string, opens = false) => {
      for (const event of await read(rig.brain, inSession(session, text, opens))) {
        if (event.kind === 'usage') usages.push(event.usage)
      }
    }
    const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
      for (const pid of rig.survivors()) sendTo(pid, signal)
      await until(() => expect(filesIn(rig.runtimeDir)).toEqual([]))
    }
    await book('one', true)
    await book('two')
    await end('SIGTERM')
    await book('three')
    await book('four')
    if (command !== old) {
      await end('SIGKILL')
      await book('five')
    }
    const [first] = usages
    expect(usages).toHaveLength(command === old ? 4 : 5)
    expect(first?.costUsd).toBeGreaterThan(0)
    for (const usage of usages) {
      expect(usage.costUsd).toBeCloseTo(first?.costUsd ?? 0, 9)
      expect(usage).toMatchObject({ inputTokens: 11, contextTokens: 19, windowTokens: expect.any(Number) })
    }
  })

  here('says what its last request made the model read, not the sum of all', async () => {
    const cut: Reply = { kind: 'text', pieces: ['On and '], stopReason: 'max_tokens', inputTokens: 100 }
    api.script(cut, { kind: 'text', pieces: ['on.'], inputTokens: 200 })
    const events = await read(aRig().brain, inSession(session, 'one', true))
    const usage = events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : []))
    expect(usage).toMatchObject([{ inputTokens: 300, contextTokens: 208 }])
  })

  here('keeps its name when the API is at fault', async () => {
    const rig = aRig()
    await ask(rig, inSession(session, 'one', true))
    api.script({ kind: 'error', status: 500, type: 'api_error', message: 'no' })
    expect(await ask(rig, inSession(session, 'two'))).toMatchObject({ failure: { class: 'server', retry: true } })
    api.script(text('Fine.'))
    expect(await ask(rig, inSession(session, 'three'))).toEqual({ kind: 'done', text: 'Fine.' })
  })
})

function text(...pieces: string[]): Reply {
  return { kind: 'text', pieces }
}

function size(file: string): number {
  return readFileSync(file).length
}

/** The transcript as it would be had the second turn never been written. */
function firstExchange(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const until = lines.findIndex((line) => line.includes('"assistant"') && line.includes('Fine.'))
  return `${lines.slice(0, until + 1).join('\n')}\n`
}

/** One of its children may be gone by the time its turn comes. */
function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
