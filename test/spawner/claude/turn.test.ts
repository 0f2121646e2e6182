import { expect, test } from 'vitest'
import { systemClock } from '../../../src/lib/clock.ts'
import { parseLine } from '../../../src/spawner/claude/line.ts'
import { defaultTimers } from '../../../src/spawner/claude/patience.ts'
import type { Heard } from '../../../src/spawner/claude/stream.ts'
import { runTurn } from '../../../src/spawner/claude/turn.ts'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'
import { aPuppet } from './puppet.ts'
import { inSession } from './rig.ts'

const started: Heard = { kind: 'started', servers: [] }

function result(text: string): Heard {
  const line = parseLine(JSON.stringify({ type: 'result', is_error: false, result: text }))
  if (line?.type !== 'result') throw new Error('no result line')
  return { kind: 'result', result: line }
}

/** A turn that goes on with a session; `react` is called with each event at the very moment it is emitted. */
function begin(react: (event: BrainEvent, stop: AbortController) => void = () => {}) {
  const puppet = aPuppet('a')
  const stop = new AbortController()
  const events: BrainEvent[] = []
  const emit = (event: BrainEvent) => {
    events.push(event)
    react(event, stop)
  }
  const job = { turn: inSession('s', 'hi'), timers: defaultTimers, clock: systemClock, emit }
  return { puppet, stop, events, outcome: runTurn(puppet, job, stop.signal) }
}

test('a reader that stops when it has its answer leaves the process alone', async () => {
  const { puppet, outcome } = begin((event, stop) => event.kind === 'done' && stop.abort())
  puppet.speak(started, result('hello'))
  expect(await outcome).toBe('answered')
  expect(puppet.usable()).toBe(true)
})

test('a turn that is stopped before anything was said does not lay it at the door of its session', async () => {
  const { puppet, stop, events, outcome } = begin()
  puppet.speak(started)
  stop.abort()
  expect(puppet.usable()).toBe(false)
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
