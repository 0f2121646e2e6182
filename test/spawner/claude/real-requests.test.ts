import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClaudeOptions } from '../../../src/spawner/claude/options.ts'
import { type MessagesApi, type Reply, startMessagesApi } from '../../peers/messages-api.ts'
import { findRealClaude } from './real-cli.ts'
import { claudeRig, endOf, inSession, type Rig, read } from './rig.ts'

// Some 25 s in all: each starts the CLI once or twice, and the longest asks it a dozen times.

const command = findRealClaude()
/** A model that never comes to an end: whatever a tool returned, it wants the next one. */
const endless: Reply = { kind: 'tool', name: 'Nothing', input: {}, said: 'One moment.' }
const fine: Reply = { kind: 'text', pieces: ['Fine.'] }

describe.skipIf(!command)('what the real CLI asks of the service', () => {
  let api: MessagesApi
  const rigs: Rig[] = []
  beforeAll(async () => {
    api = await startMessagesApi()
  })
  afterAll(() => api.close())
  beforeEach(() => {
    api.script(fine)
    api.requests.splice(0)
  })
  afterEach(async () => {
    for (const rig of rigs.splice(0)) await rig.remove()
  })

  function aRig(options: Partial<ClaudeOptions>): Rig {
    const rig = claudeRig(command ?? '', { apiKey: 'sk-test-key', baseUrl: api.url, retries: 0, ...options })
    rigs.push(rig)
    return rig
  }

  test('ends at the most requests of a turn, in a new process, a live one and the one after', async () => {
    const rig = aRig({ maxRequests: 8 })
    const session = randomUUID()
    api.script(endless)
    const first = await read(rig.brain, inSession(randomUUID(), 'one', true))
    expect(api.requests).toHaveLength(8)
    expect(first).toContainEqual({ kind: 'text', text: expect.stringContaining('One moment.') })
    const what = { en: expect.stringContaining('the limit of steps for one answer') }
    expect(endOf(first)).toMatchObject({ failure: { class: 'max_turns', retry: false, what } })

    api.script(fine)
    await read(rig.brain, inSession(session, 'one', true))
    api.script(...Array.from({ length: 7 }, () => endless), fine)
    expect(endOf(await read(rig.brain, inSession(session, 'two')))).toMatchObject({ kind: 'done' })
    expect(api.requests).toHaveLength(8 + 1 + 8)
    api.script(endless)
    expect(endOf(await read(rig.brain, inSession(session, 'three')))).toMatchObject({ failure: { class: 'max_turns' } })
    expect(api.requests).toHaveLength(8 + 1 + 8 + 8)

    api.script(fine)
    expect(endOf(await read(rig.brain, inSession(session, 'four')))).toMatchObject({ kind: 'done' })
  })

  test.each([
    ['that the CLI chose, so that we count', undefined, false],
    ['whose price we know, so that we count', 'opus', false],
    ['whose price only the CLI may know', 'claude-of-tomorrow', true],
  ])(
    'ends when a turn has cost what it may, and not because the turns before it did: a model %s',
    async (_, model, isTold) => {
      const rig = aRig({ maxUsd: 0.002, ...(model && { model }) })
      const session = randomUUID()
      let spent = 0
      for (let n = 0; spent < 0.0025; n += 1) {
        const events = await read(rig.brain, inSession(session, `turn ${n}`, n === 0))
        expect(endOf(events)).toMatchObject({ kind: 'done' })
        spent += events.reduce((sum, event) => sum + (event.kind === 'usage' ? event.usage.costUsd : 0), 0)
      }
      expect(api.requests.some(({ raw }) => raw.includes('USD budget'))).toBe(isTold)
      const before = api.requests.length
      api.script(endless)
      const what = { en: expect.stringContaining('the cost limit for one answer') as string }
      const last = await read(rig.brain, inSession(session, 'on and on'))
      expect(endOf(last)).toMatchObject({ failure: { class: 'budget', retry: false, what } })
      const booked = last.flatMap((event) => (event.kind === 'usage' ? [event.usage.costUsd] : []))
      expect(booked).toHaveLength(1)
      expect(booked[0]).toBeGreaterThan(0.002)
      expect(booked[0]).toBeLessThan(0.003)
      expect(api.requests.length - before).toBeLessThan(15)
    },
  )

  test.each([
    ['an hour', {}, '1h'],
    ['five minutes', { cache: '5m' }, undefined],
  ] as const)('is to be kept for %s', async (_, options, ttl) => {
    await read(aRig(options).brain)
    const marks = marksIn(api.requests[0]?.raw)
    expect(marks.length).toBeGreaterThan(1)
    expect(new Set(marks)).toEqual(new Set([ttl]))
  })

  test('is not cached if it is a single question', async () => {
    const limits = { model: 'fast', timeoutMs: 60_000, maxChars: 1_000 }
    await aRig({}).brain.complete?.('One?', limits, new AbortController().signal)
    expect(api.requests[0]?.raw).toContain('One?')
    expect(marksIn(api.requests[0]?.raw)).toEqual([])
  })

  test('begins with nothing that differs from session to session', async () => {
    await read(aRig({}).brain)
    expect(api.requests[0]?.raw).not.toContain('x-anthropic-billing-header')
  })

  test('holds the own prompt of the CLI before ours, or one sentence, also when it is resumed', async () => {
    await read(aRig({ basePrompt: 'claude-code' }).brain)
    expect(api.requests[0]?.system).toMatch(/# Harness[^]*You are Skein\.$/)
    const rig = aRig({ idleLimits: { maxProcesses: 0 } })
    const session = randomUUID()
    await read(rig.brain, inSession(session, 'one', true))
    await read(rig.brain, inSession(session, 'two'))
    const [, first, second] = api.requests
    const identity = "You are Claude Code, Anthropic's official CLI for Claude, running within the Claude Agent SDK."
    const sentence = 'Claude Code runs here without a terminal, as the model behind a chat assistant.'
    expect(first?.system).toBe(`${identity}\n${sentence}\n\nYou are Skein.`)
    expect(second?.system).toBe(first?.system)
    expect(second?.messages.some(({ text }) => text.endsWith('one'))).toBe(true)
  })

  test('depends on which of the two it is: another session is opened', () => {
    const terms = (['claude-code', 'none'] as const).map((basePrompt) =>
      aRig({ basePrompt }).brain.sessionTerms?.('general'),
    )
    expect(terms[0]).not.toBe(terms[1])
    expect(aRig({}).brain.sessionTerms?.('general')).toBe(terms[1])
    expect(aRig({}).brain.promptNote).toBeUndefined()
    expect(aRig({ basePrompt: 'claude-code' }).brain.promptNote).toMatch(/terminal/)
  })
})

function marksIn(raw = '{}'): (string | undefined)[] {
  const marks: (string | undefined)[] = []
  JSON.parse(raw, (key, value: { ttl?: string }) => {
    if (key === 'cache_control') marks.push(value.ttl)
    return value
  })
  return marks
}
