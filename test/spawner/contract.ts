import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { textIn } from '../../src/messages/localized.ts'
import type { Brain, BrainEvent } from '../../src/spawner/spawner.ts'
import { until } from '../support/until.ts'
import { aTurn, endOf, inSession, read } from './claude/rig.ts'

/** One brain in a world of its own, with whoever answers behind it. */
export interface BrainWorld {
  brain: Brain
  /** What the model answers from now on; the last one for ever. */
  answers(...texts: string[]): void
  /** The model says this and never comes to an end. */
  stalls(text: string): void
  /** Whoever answers is gone, or refuses to. */
  breaks(): void
  /** The texts of the last request, and how many there were. */
  seen(): string
  requests(): number
  /** What it started and still runs. */
  leftovers(): number
  remove(): Promise<void>
}

export interface ContractOptions {
  /** Undefined: it is left out here, and somebody has said so. */
  open: (() => Promise<BrainWorld>) | undefined
  /** A brain that asks nobody cannot be kept waiting or fail. */
  asks: boolean
}

/** What holds for every brain, whoever answers behind it. */
export function brainContract(name: string, { open, asks }: ContractOptions): void {
  describe.skipIf(!open)(`the contract of a brain: ${name}`, () => {
    const worlds: BrainWorld[] = []
    afterEach(async () => {
      for (const world of worlds.splice(0)) await world.remove()
    })

    async function aWorld(): Promise<BrainWorld> {
      if (!open) throw new Error('left out')
      const world = await open()
      worlds.push(world)
      return world
    }

    test('a turn ends with one answer, and each draft is the whole text so far', async () => {
      const world = await aWorld()
      world.answers('The answer is forty-two.')
      const events = await read(world.brain)
      const end = endOf(events)
      expect(end.kind).toBe('done')
      if (asks) expect(end).toMatchObject({ text: 'The answer is forty-two.' })
      const drafts = events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))
      expect(drafts.at(-1)).toBe(end.kind === 'done' ? end.text : undefined)
    })

    test('a signal that has aborted already gives nothing at all', async () => {
      const world = await aWorld()
      expect(await read(world.brain, aTurn(), AbortSignal.abort())).toEqual([])
      expect(world.requests()).toBe(0)
    })

    test.runIf(asks)('stopped in the middle it returns without an end, and nothing of it runs on', async () => {
      const world = await aWorld()
      world.stalls('Well')
      const stop = new AbortController()
      const events: BrainEvent[] = []
      for await (const event of world.brain.run(aTurn(), stop.signal)) {
        events.push(event)
        if (event.kind === 'text') stop.abort()
      }
      expect(events.some(({ kind }) => kind === 'done' || kind === 'failed')).toBe(false)
      await until(() => world.leftovers() === 0)
    })

    test.runIf(asks)('a reader that leaves in the middle leaves nothing running', async () => {
      const world = await aWorld()
      world.stalls('Well')
      for await (const event of world.brain.run(aTurn(), new AbortController().signal)) {
        if (event.kind === 'text') break
      }
      await until(() => world.leftovers() === 0)
    })

    test.runIf(asks)('what breaks is told as a failure with a sentence, and never thrown', async () => {
      const world = await aWorld()
      world.breaks()
      const end = endOf(await read(world.brain))
      expect(end).toMatchObject({ kind: 'failed', failure: {} })
      if (end.kind === 'failed') expect(textIn(end.failure.what, 'en')).toMatch(/^\S.*\.$/s)
    })

    test.runIf(asks)('its own words of the usage come with every answer', async () => {
      const world = await aWorld()
      const events = await read(world.brain)
      const usage = events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : []))
      expect(usage).toHaveLength(1)
      expect(usage[0]).toMatchObject({ model: expect.any(String), costUsd: expect.any(Number) })
      expect(usage[0]?.contextTokens).toBeGreaterThan(0)
    })

    test.runIf(asks)('the second turn of a session sees the first, under the same prompt', async () => {
      const world = await aWorld()
      if (!world.brain.hasSessions) return
      const session = randomUUID()
      world.answers('Noted.')
      expect(endOf(await read(world.brain, inSession(session, 'the code is 4711', true)))).toMatchObject({
        kind: 'done',
      })
      expect(endOf(await read(world.brain, inSession(session, 'and now?')))).toMatchObject({ kind: 'done' })
      for (const text of ['the code is 4711', 'Noted.', 'and now?', 'You are Skein.'])
        expect(world.seen()).toContain(text)
    })

    test.runIf(asks)('a session that is not there is stale, before any text', async () => {
      const world = await aWorld()
      if (!world.brain.hasSessions) return
      const events = await read(world.brain, inSession(randomUUID(), 'and now?'))
      expect(events.filter(({ kind }) => kind === 'text')).toEqual([])
      expect(endOf(events)).toMatchObject({ kind: 'failed', failure: { class: 'stale' } })
    })

    test.runIf(asks)('an empty answer is asked for again, and is a failure if it stays empty', async () => {
      const world = await aWorld()
      const session = randomUUID()
      world.answers('', '', 'Now in words.')
      expect(endOf(await read(world.brain, inSession(session, 'how are you?', true)))).toEqual({
        kind: 'done',
        text: 'Now in words.',
      })
      expect(world.seen()).toContain('Your last answer was empty. Answer now, in words.')
      world.answers('')
      const before = world.requests()
      const events = await read(world.brain, inSession(session, 'and now?'))
      expect(endOf(events)).toMatchObject({ kind: 'failed', failure: { class: 'invalid', retry: true } })
      expect(world.requests() - before).toBeLessThan(10)
    })

    test.runIf(asks)('one question has one answer, within its limits', async () => {
      const world = await aWorld()
      world.answers('Short.')
      const limits = { model: 'fast', timeoutMs: 30_000, maxChars: 100 }
      const signal = new AbortController().signal
      expect(await world.brain.complete?.('Say it.', limits, signal)).toMatchObject({ kind: 'text', text: 'Short.' })
      world.answers('x'.repeat(500))
      expect(await world.brain.complete?.('Say it.', limits, signal)).toMatchObject({ kind: 'failed' })
      world.breaks()
      expect(await world.brain.complete?.('Say it.', limits, signal)).toMatchObject({ kind: 'failed' })
    })

    test('forgetting what was never there and closing twice are no trouble; closed, it answers nothing', async () => {
      const world = await aWorld()
      world.brain.forget(randomUUID())
      await world.brain.close()
      await world.brain.close()
      const events = asks ? await read(world.brain) : []
      expect(events.some(({ kind }) => kind === 'done')).toBe(false)
      expect(world.leftovers()).toBe(0)
    })

    test('what it has is what it says it has', async () => {
      const { brain } = await aWorld()
      expect(brain.name).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(brain.maxAttempts).toBeGreaterThan(0)
      for (const role of ['owner', 'member', 'guest'] as const) {
        const { tools = [], allow = [] } = brain.own?.rights(role) ?? {}
        for (const tool of tools) expect(isKnown(brain, tool), tool).toBe(true)
        for (const pattern of allow) expect(isKnown(brain, /^[\w.*-]+/.exec(pattern)?.[0] ?? ''), pattern).toBe(true)
      }
      const writers = new Set(['write', 'edit', 'command'])
      for (const tool of brain.own?.rights('guest').tools ?? [])
        expect(writers.has(brain.own?.kinds.get(tool) ?? '')).toBe(false)
    })
  })
}

function isKnown({ own }: Brain, tool: string): boolean {
  return own?.kinds.has(tool) === true
}
