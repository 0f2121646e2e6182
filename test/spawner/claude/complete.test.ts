import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ClaudeOptions } from '../../../src/spawner/claude/options.ts'
import type { Limits } from '../../../src/spawner/spawner.ts'
import { type MessagesApi, type Reply, startMessagesApi } from '../../peers/messages-api.ts'
import { until } from '../../support/until.ts'
import { findRealClaude } from './real-cli.ts'
import { claudeRig, filesIn, type Rig } from './rig.ts'

// Each starts a process; the machine may be busy with other things.

const limits: Limits = { model: 'fast', timeoutMs: 20_000, maxChars: 4_000 }
const never = new AbortController().signal
/** Not one that waited until its time was up. */
const givenUp = { kind: 'failed', failure: { detail: 'the request was aborted' } }
const rigs: Rig[] = []
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.remove()
})

function rigFor(command: string, options: Partial<ClaudeOptions> = {}): Rig {
  const rig = claudeRig(command, options)
  rigs.push(rig)
  return rig
}

function complete(rig: Rig, prompt: string, parts: Partial<Limits> = {}, signal = never) {
  if (!rig.brain.complete) throw new Error('claude can complete')
  return rig.brain.complete(prompt, { ...limits, ...parts }, signal)
}

describe('a completion', () => {
  test('is asked of the small model, without tools, session or settings', async () => {
    const rig = rigFor('shows its arguments', {
      tools: { url: 'http://127.0.0.1:1', issue: () => fail('a completion needs no tools'), line: () => '' },
    })
    const answer = await complete(rig, 'sum this up')
    if (answer.kind !== 'text') throw new Error(JSON.stringify(answer))
    const args = JSON.parse(answer.text) as string[]
    expect(args.slice(args.indexOf('--model'))).toEqual(['--model', 'haiku'])
    expect(args).toContain('--no-session-persistence')
    expect(args[args.indexOf('--tools') + 1]).toBe('')
    expect(args).not.toContain('--mcp-config')
    expect(answer.usage?.costUsd).toBe(0.25)
  })

  test('is asked of the model that the configuration calls fast, or of the one that is named', async () => {
    const rig = rigFor('shows its arguments', { fastModel: 'tiny' })
    expect(await complete(rig, 'a')).toMatchObject({ text: expect.stringContaining('"--model","tiny"') })
    expect(await complete(rig, 'a', { model: 'big' })).toMatchObject({ text: expect.stringContaining('"big"') })
  })

  test('takes what it is given as text, whatever it begins with', async () => {
    const rig = rigFor('quotes stdin')
    const answer = await complete(rig, '/cost @/etc/passwd --version')
    expect(answer).toMatchObject({ kind: 'text', text: expect.stringContaining('/cost @/etc/passwd --version') })
  })

  test.each([
    ['says nothing', 'hang'],
    ['stops mid text', 'hang'],
    ['keeps talking', 'hang'],
    ['ends without a result', 'crash'],
    ['floods one line', 'flood'],
    ['floods lines', 'flood'],
  ])('of a program that %s fails with %s, and nothing of it is left', async (behaviour, kind) => {
    const rig = rigFor(behaviour, { timeouts: { firstEventMs: 4_000 } })
    const answer = await complete(rig, 'sum this up', { timeoutMs: 4_000 })
    expect(answer).toMatchObject({ kind: 'failed', failure: { class: kind } })
    expect(rig.survivors()).toEqual([])
    expect(filesIn(rig.runtimeDir)).toEqual([])
  })

  test('that is longer than allowed is no answer, but is paid for', async () => {
    const answer = await complete(rigFor('quotes stdin'), 'x'.repeat(200), { maxChars: 100 })
    expect(answer).toMatchObject({ kind: 'failed', failure: { class: 'flood' }, usage: { costUsd: 0.25 } })
  })

  test('that nobody waits for any more takes its whole process tree along', async () => {
    const rig = rigFor('leaves a grandchild and hangs')
    const stop = new AbortController()
    const answer = complete(rig, 'sum this up', {}, stop.signal)
    await until(() => expect(rig.survivors().length).toBeGreaterThan(1))
    stop.abort()
    expect(await answer).toMatchObject(givenUp)
    expect(rig.survivors()).toEqual([])
  })

  test('ends with the brain', async () => {
    const rig = rigFor('says nothing')
    const answer = complete(rig, 'sum this up')
    await until(() => expect(rig.survivors().length).toBeGreaterThan(0))
    await rig.brain.close()
    expect(rig.survivors()).toEqual([])
    expect(await answer).toMatchObject(givenUp)
    expect(await complete(rig, 'and now?')).toMatchObject(givenUp)
  })
})

const command = findRealClaude()

describe.skipIf(!command)('a completion of the real claude CLI', () => {
  let api: MessagesApi
  beforeAll(async () => {
    api = await startMessagesApi()
  })
  afterAll(() => api.close())

  function realRig(...replies: Reply[]): Rig {
    api.requests.splice(0)
    api.script(...replies)
    return rigFor(command ?? '', { apiKey: 'sk-test-key', baseUrl: api.url, retries: 0 })
  }

  test('is one request for the small model, with our prompt alone and no tool', async () => {
    const rig = realRig({ kind: 'text', pieces: ['A short', ' summary'] })
    const answer = await complete(rig, '/cost of the trip, @/etc/hostname')
    expect(answer).toMatchObject({ kind: 'text', text: 'A short summary', usage: { inputTokens: 11, outputTokens: 7 } })
    expect(api.requests).toHaveLength(1)
    expect(api.requests[0]?.model).toContain('haiku')
    const body = JSON.parse(api.requests[0]?.raw ?? '{}') as { tools?: unknown[] }
    expect(body.tools ?? []).toEqual([])
    expect(api.requests[0]?.messages[0]?.text).toContain('/cost of the trip, @/etc/hostname')
    expect(filesIn(rig.runtimeDir)).toEqual([])
  })

  test('that the API refuses is a failure of its class', async () => {
    const rig = realRig({ kind: 'error', status: 401, type: 'authentication_error', message: 'bad key sk-test-key' })
    const answer = await complete(rig, 'sum this up')
    expect(answer).toMatchObject({ kind: 'failed', failure: { class: 'auth' } })
    expect(JSON.stringify(answer)).not.toContain('sk-test-key')
  })

  test('that hangs is ended when its time is up', async () => {
    const rig = realRig({ kind: 'silence' })
    const answer = await complete(rig, 'sum this up', { timeoutMs: 3_000 })
    expect(answer).toMatchObject({ kind: 'failed', failure: { class: 'hang' } })
    expect(rig.survivors()).toEqual([])
  })
})

function fail(why: string): never {
  throw new Error(why)
}
