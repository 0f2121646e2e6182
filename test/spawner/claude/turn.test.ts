import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { parseOutputLine } from '../../../src/spawner/claude/output/output-line.ts'
import type { StreamEvent } from '../../../src/spawner/claude/output/stream.ts'
import type { ToolJudge } from '../../../src/spawner/claude/tool-uses.ts'
import { runTurn } from '../../../src/spawner/claude/turn.ts'
import { defaultTurnTimeouts } from '../../../src/spawner/claude/turn-timeouts.ts'
import type { BrainEvent, PermissionAnswer, ToolUse } from '../../../src/spawner/spawner.ts'
import { aPuppet } from './puppet.ts'
import { inSession } from './rig.ts'

const daemonTools = {
  line: (name: string, { query }: Record<string, unknown>) => `${name} of ${JSON.stringify(query)}`,
}
const started: StreamEvent = { kind: 'started', servers: [] }

function result(text: string): StreamEvent {
  const line = parseOutputLine(JSON.stringify({ type: 'result', is_error: false, result: text }))
  if (line?.type !== 'result') throw new Error('no result line')
  return { kind: 'result', result: line }
}

/** A turn that goes on with a session; `react` is called with each event at the very moment it is emitted. */
function begin(
  react: (event: BrainEvent, stop: AbortController) => void = () => {},
  judge?: ToolJudge,
  maxRequests?: number,
) {
  const puppet = aPuppet('a')
  const stop = new AbortController()
  const events: BrainEvent[] = []
  const emit = (event: BrainEvent) => {
    events.push(event)
    react(event, stop)
  }
  const limits = { timeouts: defaultTurnTimeouts, clock: systemClock, maxRequests }
  const job = { turn: inSession('s', 'hi'), ...limits, emit, judge, daemonTools }
  return { puppet, stop, events, outcome: runTurn(puppet, job, stop.signal) }
}

test('a reader that stops when it has its answer leaves the process alone', async () => {
  const { puppet, outcome } = begin((event, stop) => event.kind === 'done' && stop.abort())
  puppet.speak(started, result('hello'))
  expect(await outcome).toBe('answered')
  expect(puppet.isUsable()).toBe(true)
})

test('a turn that is stopped before anything was said does not lay it at the door of its session', async () => {
  const { puppet, stop, events, outcome } = begin()
  puppet.speak(started)
  stop.abort()
  expect(puppet.isUsable()).toBe(false)
  puppet.die()
  expect(await outcome).toBe('failed')
  expect(events).toMatchObject([{ kind: 'failed', failure: { class: 'crash' } }])
})

test('what is said after the result is nobody’s', async () => {
  const { puppet, events, outcome } = begin()
  puppet.speak(started, result('hello'), { kind: 'draft', text: 'late', alive: true }, result('late'))
  expect(await outcome).toBe('answered')
  expect(events).toEqual([{ kind: 'done', text: 'hello' }])
})

test('a process that asks more often than it was told to is ended', async () => {
  const { puppet, events, outcome } = begin(undefined, undefined, 2)
  const request: StreamEvent = { kind: 'request' }
  puppet.speak(started, request, request)
  expect(puppet.isUsable()).toBe(true)
  puppet.speak(request)
  expect(puppet.isUsable()).toBe(false)
  puppet.die()
  expect(await outcome).toBe('failed')
  expect(events).toMatchObject([{ kind: 'failed', failure: { class: 'max_turns', retry: false } }])
})

test.each([
  ['stopped', 'stop', 'SIGTERM'],
  ['broken off', 'crash', 'SIGKILL'],
] as const)('what a turn used until it was %s is booked, also what the last request read', async (_, end, signal) => {
  const { puppet, stop, events, outcome } = begin()
  const billed = (inputTokens: number, outputTokens: number): StreamEvent => ({
    kind: 'billed',
    model: 'claude-opus-5-5',
    tokens: { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 },
  })
  puppet.speak(started, { kind: 'request' }, billed(100, 1), billed(0, 9), { kind: 'request' }, billed(200, 1))
  if (end === 'stop') stop.abort()
  puppet.die({ status: 'killed', signal })
  expect(await outcome).toBe('failed')
  const used = { model: 'claude-opus-5-5', inputTokens: 300, outputTokens: 11, costUsd: 0.001775 }
  expect(events).toMatchObject([{ kind: 'usage', usage: used }, { kind: 'failed' }])
})

describe('a tool', () => {
  const use: ToolUse = { name: 'Bash', input: { command: 'make cake' } }
  const line = 'running "make cake"'
  const hook: StreamEvent = { kind: 'asked', request: 'r1', by: 'hook', use }
  const prompt: StreamEvent = { kind: 'asked', request: 'r2', by: 'prompt', use }
  const acted = (failed: boolean): StreamEvent => ({ kind: 'acted', use, failed, output: 'a cake' })

  test.each<[PermissionAnswer, BrainEvent[]]>([
    [
      { verdict: 'allow' },
      [
        { kind: 'tool', line },
        { kind: 'action', action: { line, failed: false, input: 'make cake', output: 'a cake' } },
      ],
    ],
    [
      { verdict: 'deny', why: 'no' },
      [
        {
          kind: 'action',
          action: { line: `not allowed: ${line}`, failed: true, input: 'make cake', output: 'a cake' },
        },
      ],
    ],
  ])('that a person is asked about is not said to run before they answered: %j', async (answer, told) => {
    let settle: (said: PermissionAnswer) => void = () => {}
    const person = new Promise<PermissionAnswer>((resolve) => {
      settle = resolve
    })
    const { puppet, events, outcome } = begin(undefined, { judge: () => ({ verdict: 'ask' }), ask: () => person })
    puppet.speak(started, { kind: 'tool', use }, hook, prompt)
    expect(events).toEqual([])
    settle(answer)
    await person
    await new Promise(setImmediate)
    puppet.speak(acted(answer.verdict === 'deny'), result('done'))
    expect(await outcome).toBe('answered')
    expect(events).toEqual([...told, { kind: 'done', text: 'done' }])
  })

  test('of the daemon itself is said to run at once, and one that is refused never', async () => {
    const refusing: ToolJudge = {
      judge: () => ({ verdict: 'deny', why: 'no' }),
      ask: () => Promise.reject(new Error()),
    }
    const { puppet, events, outcome } = begin(undefined, refusing)
    const own: ToolUse = { name: 'mcp__skein__search_messages', input: { query: 'dog' } }
    puppet.speak(started, { kind: 'tool', use: own }, { kind: 'tool', use }, hook, result('done'))
    await outcome
    expect(events).toEqual([
      { kind: 'tool', line: 'search_messages of "dog"' },
      { kind: 'done', text: 'done' },
    ])
  })
})
