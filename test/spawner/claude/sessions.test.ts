import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findContainment } from '../../../src/lib/process-tree.ts'
import type { ClaudeOptions } from '../../../src/spawner/claude/options.ts'
import type { Turn } from '../../../src/spawner/spawner.ts'
import { until } from '../../support/until.ts'
import { aTurn, claudeRig, endOf, filesIn, inSession, type Rig, read } from './rig.ts'

const never = new AbortController().signal
const bwrapWorks = (await findContainment(process.env.PATH ?? '', never)) === 'bwrap'

// Far more than any of these takes; the machine may be busy with other things.

let session = ''
beforeEach(() => {
  session = randomUUID()
})
const rigs: Rig[] = []
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.remove()
})

function rigFor(behaviour: string, options: Partial<ClaudeOptions> = {}): Rig {
  const rig = claudeRig(behaviour, { containment: 'marker', ...options })
  rigs.push(rig)
  return rig
}

/** How each process of the rig was started. */
function starts(rig: Rig): { pid: number; args: string[] }[] {
  const lines = readFileSync(join(rig.workDir, 'starts'), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as { pid: number; args: string[] })
}

async function answer(rig: Rig, turn: Turn): Promise<string> {
  const end = endOf(await read(rig.brain, turn))
  return end.kind === 'done' ? end.text : JSON.stringify(end)
}

describe.each(['bwrap', 'marker'] as const)('a session in a process kept by %s', (containment) => {
  const here = test.skipIf(containment === 'bwrap' && !bwrapWorks)

  here('is served by one process, turn after turn, until the brain closes', async () => {
    const rig = rigFor('converses', { containment })
    expect(await answer(rig, inSession(session, 'a', true))).toBe('1: a')
    expect(await answer(rig, inSession(session, 'b'))).toBe('2: b')
    expect(await answer(rig, inSession(session, 'c'))).toBe('3: c')
    expect(starts(rig)).toHaveLength(1)
    expect(rig.survivors()).not.toEqual([])
    await rig.brain.close()
    expect(rig.survivors()).toEqual([])
    expect(filesIn(rig.runtimeDir)).toEqual([])
  })

  here('loses its process when a turn is stopped, and goes on in another', async () => {
    const rig = rigFor('stalls when told to', { containment })
    await answer(rig, inSession(session, 'a', true))
    const stop = new AbortController()
    for await (const event of rig.brain.run(inSession(session, 'stall'), stop.signal)) {
      if (event.kind === 'text') stop.abort()
    }
    expect(rig.survivors()).toEqual([])
    expect(filesIn(rig.runtimeDir)).toEqual([])
    expect(await answer(rig, inSession(session, 'b'))).toBe('b')
    expect(starts(rig)[1]?.args).toEqual(expect.arrayContaining(['--resume', session]))
  })

  here('is forgotten with its process and its transcript', async () => {
    const rig = rigFor('converses', { containment })
    await answer(rig, inSession(session, 'a', true))
    const project = join(rig.configDir, 'projects', 'any')
    mkdirSync(project, { recursive: true })
    for (const name of [session, 'other']) writeFileSync(join(project, `${name}.jsonl`), '{}\n')
    rig.brain.forget(session)
    await until(() => expect(rig.survivors()).toEqual([]))
    await rig.brain.close()
    expect(readdirSync(project)).toEqual(['other.jsonl'])
  })
})

test('opening names the session, going on resumes it under the same prompt, alone keeps nothing', async () => {
  const rig = rigFor('converses', { idleLimits: { maxProcesses: 0 } })
  await answer(rig, inSession(session, 'a', true))
  await answer(rig, inSession(session, 'b'))
  await answer(rig, aTurn({ text: 'c' }))
  const [opened, resumed, alone] = starts(rig).map(({ args }) => args.join(' '))
  expect(opened).toContain(`--session-id ${session}`)
  expect(resumed).toContain(`--resume ${session}`)
  for (const args of [opened, resumed]) expect(args).not.toContain('--no-session-persistence')
  expect(alone).toContain('--no-session-persistence')
  expect(alone).not.toContain(session)
})

test('each turn is booked with its own cost, though the total grows', async () => {
  const rig = rigFor('converses')
  const costs: unknown[] = []
  for (const [text, opens] of [
    ['a', true],
    ['b', false],
    ['c', false],
  ] as const) {
    const events = await read(rig.brain, inSession(session, text, opens))
    costs.push(events.flatMap((event) => (event.kind === 'usage' ? [event.usage.costUsd] : [])))
  }
  expect(costs).toEqual([[0.25], [0.25], [0.25]])
})

test('a process that was killed between two turns is replaced, and nobody need know', async () => {
  const rig = rigFor('converses')
  await answer(rig, inSession(session, 'a', true))
  process.kill(starts(rig)[0]?.pid ?? 0, 'SIGKILL')
  expect(await answer(rig, inSession(session, 'b'))).toBe('1: b')
  expect(starts(rig)).toHaveLength(2)
})

test.each([
  ['goes at the second turn', {}],
  ['sleeps at the second turn', { warmEventMs: 300 }],
])('a process that %s is replaced, and nobody need know', async (behaviour, timeouts) => {
  const rig = rigFor(behaviour, { timeouts })
  expect(await answer(rig, inSession(session, 'a', true))).toBe('a')
  const events = await read(rig.brain, inSession(session, 'b'))
  expect(endOf(events)).toEqual({ kind: 'done', text: 'b' })
  expect(events.filter((event) => event.kind === 'usage')).toHaveLength(1)
  expect(starts(rig)).toHaveLength(2)
})

test.each([
  ['takes up the second turn and goes', 'stale'],
  ['speaks half of the second answer and goes', 'crash'],
])('a process that %s has failed as %s', async (behaviour, expected) => {
  const rig = rigFor(behaviour)
  await answer(rig, inSession(session, 'a', true))
  const events = await read(rig.brain, inSession(session, 'b'))
  expect(endOf(events)).toMatchObject({ kind: 'failed', failure: { class: expected, retry: true } })
  expect(events.some((event) => event.kind === 'text')).toBe(expected === 'crash')
  expect(rig.survivors()).toEqual([])
})

test('a process that failed a turn is not asked again', async () => {
  const rig = rigFor('fails the second turn')
  await answer(rig, inSession(session, 'a', true))
  expect(await answer(rig, inSession(session, 'b'))).toContain('"overloaded"')
  expect(rig.survivors()).toEqual([])
  expect(await answer(rig, inSession(session, 'c'))).toBe('c')
  expect(starts(rig)).toHaveLength(2)
})

test('a session that cannot be resumed is stale, and another one opens in its place', async () => {
  const rig = rigFor('cannot resume', { idleLimits: { maxProcesses: 0 } })
  await answer(rig, inSession(session, 'a', true))
  const events = await read(rig.brain, inSession(session, 'b'))
  expect(events).toMatchObject([{ kind: 'failed', failure: { class: 'stale', retry: true } }])
  expect(await answer(rig, inSession(randomUUID(), 'b', true))).toBe('1: b')
})

test('a damaged transcript makes the session stale before anything is started', async () => {
  const rig = rigFor('converses', { idleLimits: { maxProcesses: 0 } })
  await answer(rig, inSession(session, 'a', true))
  const project = join(rig.configDir, 'projects', 'any')
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, `${session}.jsonl`), '{"type":"user"}\n{"type":"assi')
  expect(await answer(rig, inSession(session, 'b'))).toContain('"stale"')
  expect(starts(rig)).toHaveLength(1)
})

test('a second turn while the first one runs is stale and leaves it alone', async () => {
  const rig = rigFor('stalls when told to')
  await answer(rig, inSession(session, 'a', true))
  const stop = new AbortController()
  for await (const event of rig.brain.run(inSession(session, 'stall'), stop.signal)) {
    expect(event).toEqual({ kind: 'text', text: 'half' })
    expect(await answer(rig, inSession(session, 'b'))).toContain('"stale"')
    expect(rig.survivors()).not.toEqual([])
    stop.abort()
  }
  expect(starts(rig)).toHaveLength(1)
})

test('two turns at once for a session that has no process start only one', async () => {
  const rig = rigFor('converses', { idleLimits: { maxProcesses: 0 } })
  await answer(rig, inSession(session, 'a', true))
  const both = await Promise.all(['b', 'c'].map((text) => answer(rig, inSession(session, text))))
  expect(both[0]).toBe('1: b')
  expect(both[1]).toContain('"stale"')
  expect(starts(rig)).toHaveLength(2)
})

test('a session that is there already cannot be opened again', async () => {
  const rig = rigFor('converses')
  await answer(rig, inSession(session, 'a', true))
  expect(await answer(rig, inSession(session, 'b', true))).toContain('"stale"')
  expect(await answer(rig, inSession(session, 'c'))).toBe('2: c')
})

test('what a process still says about the turn before is not the answer to this one', async () => {
  const rig = rigFor('answers the first turn twice')
  await answer(rig, inSession(session, 'a', true))
  expect(await answer(rig, inSession(session, 'b'))).toBe('b')
})

test('a process that floods between turns is ended, and the next turn gets another', async () => {
  const rig = rigFor('floods between turns')
  expect(await answer(rig, inSession(session, 'a', true))).toBe('a')
  await until(() => expect(rig.survivors()).toEqual([]))
  expect(await answer(rig, inSession(session, 'b'))).toBe('b')
})

test('what a process may say is counted anew for each turn', async () => {
  const rig = rigFor('converses', { outputLimits: { totalBytes: 1_500, stderrBytes: 100 } })
  for (const [index, text] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    expect(await answer(rig, inSession(session, text, index === 0))).toBe(`${index + 1}: ${text}`)
  }
})

test('a reader that leaves with its answer leaves the process for the next turn', async () => {
  const rig = rigFor('converses')
  for await (const event of rig.brain.run(inSession(session, 'a', true), never)) if (event.kind === 'done') break
  expect(await answer(rig, inSession(session, 'b'))).toBe('2: b')
})

test('an idle process goes when its time is up', async () => {
  const rig = rigFor('converses', { idleLimits: { idleMs: 200 } })
  await answer(rig, inSession(session, 'a', true))
  expect(rig.survivors()).not.toEqual([])
  await until(() => expect(filesIn(rig.runtimeDir)).toEqual([]))
  expect(rig.survivors()).toEqual([])
})

test('too much memory sends the one away that has waited longest', async () => {
  const rig = rigFor('converses', { idleLimits: { maxRssBytes: 1 } })
  await answer(rig, inSession(session, 'a', true))
  await until(() => expect(rig.survivors()).toEqual([]))
})

test('a closed brain starts nothing for a session', async () => {
  const rig = rigFor('converses')
  await answer(rig, inSession(session, 'a', true))
  await rig.brain.close()
  expect(await answer(rig, inSession(session, 'b'))).toContain('"crash"')
  expect(starts(rig)).toHaveLength(1)
})
