import { describe, expect, test } from 'vitest'
import type { BrainEvent, Turn } from '../../../src/spawner/spawner.ts'
import { beginInstance, endInstance } from '../../../src/store/work/instances.ts'
import { recover } from '../../../src/tasks/queue/recovery.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, type ScriptedBrain } from '../../support/scripted-brain.ts'

interface SessionBrain extends ScriptedBrain {
  forgotten: string[]
}

function sessionBrain(script: (turn: Turn) => BrainEvent[] = answer): SessionBrain {
  const forgotten: string[] = []
  return {
    ...createScriptedBrain(script),
    hasSessions: true,
    forget: (session) => void forgotten.push(session),
    forgotten,
  }
}

const usage = (contextTokens = 500) => ({
  model: 'm',
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0.01,
  contextTokens,
  windowTokens: 200_000,
  firstTextMs: 1,
})

function answer(turn: Turn): BrainEvent[] {
  return [
    { kind: 'usage', usage: usage() },
    { kind: 'done', text: `re: ${turn.question}` },
  ]
}

const epochs = (world: RoadWorld) =>
  world.db.raw.prepare('SELECT session, turns, reason, trust FROM epoch ORDER BY id').all() as {
    session: string
    turns: number
    reason: string | null
    trust: string
  }[]

async function sayEach(world: RoadWorld, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    world.say(text)
    await world.settle()
    world.clock.advance(60_000)
  }
}

describe('turns of one conversation', () => {
  test('share one session and one prompt; each brings only what is new', async () => {
    const brain = sessionBrain()
    const world = createRoadWorld({ brain })
    await sayEach(world, 'my dog is Rex', 'how old is he?', 'and his food?')
    expect(brain.turns.map((turn) => turn.session?.isNew)).toEqual([true, false, false])
    expect(new Set(brain.turns.map((turn) => turn.session?.id)).size).toBe(1)
    expect(new Set(brain.turns.map((turn) => turn.system)).size).toBe(1)
    expect(brain.turns[1]?.text).toContain('It is Saturday, 2026-03-14 10:01 (UTC).')
    expect(brain.turns[1]?.text).toMatch(/how old is he\?\s*<\/message-\w+>$/)
    expect(brain.turns[1]?.text).not.toContain('Rex')
    expect(epochs(world)).toMatchObject([{ turns: 3, reason: null, trust: 'owner' }])
  })

  test('what others said meanwhile is brought along once, and its own answers never', async () => {
    const brain = sessionBrain()
    const world = createRoadWorld({ brain })
    await sayEach(world, 'hello')
    world.say('chatter nobody answers', { addressed: false })
    await sayEach(world, 'what was that?', 'and now?')
    expect(brain.turns[1]?.text).toContain('<since-last-turn')
    expect(brain.turns[1]?.text).toContain('chatter nobody answers')
    expect(brain.turns[1]?.text).not.toContain('re: hello')
    expect(brain.turns[2]?.text).not.toContain('chatter')
  })

  test('after half an hour another epoch opens with the history in its prompt', async () => {
    const brain = sessionBrain()
    const world = createRoadWorld({ brain })
    await sayEach(world, 'my dog is Rex')
    world.clock.advance(31 * 60_000)
    await sayEach(world, 'what is he called?')
    expect(brain.turns[1]?.session?.isNew).toBe(true)
    expect(brain.turns[1]?.system).toContain('my dog is Rex')
    expect(brain.forgotten).toEqual([brain.turns[0]?.session?.id])
    expect(epochs(world).map((epoch) => epoch.reason)).toEqual(['nothing was said for a while', null])
  })

  test('/new closes it', async () => {
    const brain = sessionBrain()
    const world = createRoadWorld({ brain })
    await sayEach(world, 'one', '/new', 'two')
    expect(epochs(world).map((epoch) => epoch.reason)).toEqual(['a new conversation was asked for', null])
    expect(brain.turns[1]?.text).toContain('started a new conversation')
  })

  test('the session is committed before the brain is asked', async () => {
    const seen: unknown[] = []
    const world: RoadWorld = createRoadWorld({
      brain: sessionBrain((turn) => {
        seen.push(
          world.db.raw.prepare('SELECT prompt FROM epoch WHERE session = ?').pluck().get(turn.session?.id) ===
            turn.system,
        )
        return answer(turn)
      }),
    })
    await sayEach(world, 'hello')
    expect(seen).toEqual([true])
  })
})

test('untrusted text lowers an epoch for good, and what we made of it too; leaving it would win nothing', async () => {
  const brain = sessionBrain()
  const world = createRoadWorld({ brain })
  await sayEach(world, 'hello')
  world.say('buy now!', {
    addressed: false,
    audience: 'group',
    sender: { channel: 'web', id: 'somebody' },
    senderName: 'Eve',
  })
  await sayEach(world, ...Array.from({ length: 30 }, (_, n) => `message ${n}`))
  expect(epochs(world)).toMatchObject([{ turns: 31, trust: 'untrusted', reason: null }])
  expect(brain.turns.at(-1)?.trust).toBe('untrusted')
})

test('epochs = false: every turn stands alone, with its own prompt and no session', async () => {
  const brain = sessionBrain()
  const world = createRoadWorld({ brain, epochs: false })
  await sayEach(world, 'my dog is Rex', 'how old is he?')
  expect(brain.turns.map((turn) => turn.session)).toEqual([undefined, undefined])
  expect(brain.turns[1]?.system).toContain('my dog is Rex')
  expect(epochs(world)).toEqual([])
})

test('what was done for an answer is kept with it, and later prompts show it', async () => {
  const did: BrainEvent[] = Array.from({ length: 20 }, (_, n) => ({
    kind: 'action',
    action: { line: `searching for <${n}>`, failed: n === 1 },
  }))
  const brain = sessionBrain((turn) => (turn.question === 'look' ? [...did, ...answer(turn)] : answer(turn)))
  const world = createRoadWorld({ brain })
  await sayEach(world, 'look')
  world.clock.advance(31 * 60_000)
  await sayEach(world, 'well?')
  expect(brain.turns[1]?.system).toContain(
    're: look\n[you did] searching for <0>; searching for <1> (failed); searching for <2>',
  )
  expect(world.db.raw.prepare('SELECT count(*) FROM action').pluck().get()).toBe(15)
})

test('after the daemon was killed no session is gone on with: nobody knows what it holds', async () => {
  const brain = sessionBrain()
  const world = createRoadWorld({ brain })
  await sayEach(world, 'my dog is Rex')
  const reborn = { ...world, instance: beginInstance(world.db, { pid: 1, boot: undefined }, world.clock.steady()) }
  expect(recover(reborn)).toMatchObject({ sessions: [{ brain: brain.name, session: brain.turns[0]?.session?.id }] })
  await sayEach(world, 'what is he called?')
  expect(brain.turns[1]?.session?.isNew).toBe(true)
  expect(brain.turns[1]?.system).toContain('my dog is Rex')
})

test('after a clean stop it is', async () => {
  const world = createRoadWorld({ brain: sessionBrain() })
  await sayEach(world, 'my dog is Rex')
  endInstance(world.db, world.instance, world.clock.now())
  expect(
    recover({ ...world, instance: beginInstance(world.db, { pid: 1, boot: undefined }, world.clock.steady()) }),
  ).toMatchObject({ sessions: [] })
  expect(epochs(world)).toMatchObject([{ reason: null }])
})

/** Says these while the first message is being answered. */
function whileAnswering(...texts: string[]): { brain: SessionBrain; world: RoadWorld } {
  const brain = sessionBrain((turn) => {
    world.clock.advance(1000)
    if (turn.question === 'one') for (const text of texts) world.say(text)
    return answer(turn)
  })
  const world: RoadWorld = createRoadWorld({ brain })
  return { brain, world }
}

test('/new while an answer is under way holds for the next message', async () => {
  const { brain, world } = whileAnswering('/new')
  await sayEach(world, 'one', 'two')
  expect(brain.turns.map((turn) => turn.session?.isNew)).toEqual([true, true])
})

test('an answer that was stored after the message that opens an epoch is shown once', async () => {
  const { brain, world } = whileAnswering('/new', 'two')
  await sayEach(world, 'one', 'three')
  expect(brain.turns.map((turn) => turn.question)).toEqual(['one', 'two', 'three'])
  expect(brain.turns[1]?.system).toContain('re: one')
  expect(brain.turns[2]?.text).not.toContain('re: one')
})

describe('a session that is no good', () => {
  const stale: BrainEvent = { kind: 'failed', failure: { class: 'stale', what: 'gone', retry: true } }
  const overflow: BrainEvent = { kind: 'failed', failure: { class: 'overflow', what: 'too long', retry: false } }

  test.each([
    ['stale', stale],
    ['too long', overflow],
  ])('%s: rebuilt within the same turn, and the person notices nothing', async (_name, failed) => {
    const brain = sessionBrain((turn) => (turn.session?.isNew ? answer(turn) : [failed]))
    const world = createRoadWorld({ brain })
    await sayEach(world, 'my dog is Rex', 'what is he called?')
    expect(world.web.sent.map((delivery) => delivery.body)).toEqual(['re: my dog is Rex', 're: what is he called?'])
    expect(brain.turns.map((turn) => turn.session?.isNew)).toEqual([true, false, true])
    expect(brain.turns[2]?.system).toContain('my dog is Rex')
    expect(world.db.raw.prepare('SELECT max(attempt) FROM task').pluck().get()).toBe(1)
  })

  test('stale again and again is a failure in the end, not a loop', async () => {
    const brain = sessionBrain(() => [stale])
    const world = createRoadWorld({ brain })
    await sayEach(world, 'hello')
    expect(brain.turns).toHaveLength(2)
  })

  test('a prompt that is too long to open is opened once more with less of the past, and a summary is planned', async () => {
    let overflows = false
    const brain = sessionBrain((turn) => (overflows ? [overflow] : answer(turn)))
    const world = createRoadWorld({ brain })
    await sayEach(world, ...Array.from({ length: 30 }, (_, n) => `line ${n} ${'of a long story '.repeat(300)}`))
    const answered = brain.turns.length
    overflows = true
    world.clock.advance(31 * 60_000)
    await sayEach(world, 'how did that long story begin?')
    const [whole, less] = brain.turns.slice(answered)
    expect(brain.turns).toHaveLength(answered + 2)
    expect(less?.system.length).toBeLessThan((whole?.system.length ?? 0) * 0.6)
    const planned = world.db.raw.prepare("SELECT data FROM task_event WHERE kind = 'wanted'").pluck().all()
    expect(planned).toContain('overflow')
    expect(world.web.sent.at(-1)).toMatchObject({ body: expect.stringContaining('too long') })
  })

  test('a prompt that is too long however little it shows ends with a sentence', async () => {
    const brain = sessionBrain(() => [overflow])
    const world = createRoadWorld({ brain })
    await sayEach(world, 'hello')
    expect(brain.turns).toHaveLength(2)
    expect(world.web.sent).toMatchObject([{ body: expect.stringContaining('too long') }])
  })

  test('a failed turn closes its epoch: nobody knows what the session made of it', async () => {
    let fails = 0
    const brain = sessionBrain((turn) =>
      turn.question === 'two' && fails++ === 0
        ? [{ kind: 'failed', failure: { class: 'hang', what: 'hung', retry: false } }]
        : answer(turn),
    )
    const world = createRoadWorld({ brain })
    await sayEach(world, 'one', 'two', 'three')
    expect(brain.turns.map((turn) => turn.session?.isNew)).toEqual([true, false, true])
  })

  test('a stopped turn closes its epoch and lets the session go', async () => {
    let asked = () => {}
    const begun = new Promise<void>((resolve) => {
      asked = resolve
    })
    const forgotten: string[] = []
    const brain: SessionBrain = {
      ...createScriptedBrain(async function* (_turn, signal) {
        asked()
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        yield* []
      }),
      hasSessions: true,
      forget: (session) => void forgotten.push(session),
      forgotten,
    }
    const world = createRoadWorld({ brain })
    world.say('work')
    const stop = new AbortController()
    const running = world.worker.run(stop.signal)
    await begun
    world.say('/stop')
    await expect.poll(() => forgotten).toHaveLength(1)
    expect(epochs(world)[0]?.reason).toBe('the turn was stopped')
    stop.abort()
    await running
  })
})
