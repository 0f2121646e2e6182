import { describe, expect, test } from 'vitest'
import { waitForOutcome } from '../../src/web/control/chat-routes.ts'
import { createRoadWorld, type RoadWorld } from '../support/road-world.ts'

/** What a request waits on, with a count of how often it looked and who still listens. */
function watched(world: RoadWorld) {
  const listeners = new Set<() => void>()
  let looks = 0
  const db = new Proxy(world.db, {
    get(target, name, receiver) {
      if (name === 'orm') looks++
      return Reflect.get(target, name, receiver)
    },
  })
  const stop = world.deliver.onTried(() => listeners.forEach((listener) => listener()))
  return {
    deps: {
      db,
      onChange(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    looks: () => looks,
    listeners,
    stop,
  }
}

const never = new AbortController().signal

function accepted(world: RoadWorld, text: string): number {
  const stored = world.say(text)
  if (stored.status !== 'stored') throw new Error('it was not stored')
  return stored.message
}

describe('the outcome of a message', () => {
  test('comes with the change that brings it about, and is not looked for meanwhile', async () => {
    const world = createRoadWorld()
    const { deps, looks, listeners } = watched(world)
    const waiting = waitForOutcome(deps, accepted(world, 'hello'), never)
    await new Promise((resolve) => setTimeout(resolve, 400))
    const before = looks()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(looks()).toBe(before)
    expect(listeners.size).toBe(1)
    await world.settle()
    expect(await waiting).toMatchObject({ state: 'answered', replies: ['echo: hello'] })
    expect(listeners.size).toBe(0)
  })

  test('that is there already is told at once', async () => {
    const world = createRoadWorld()
    const message = accepted(world, 'hello')
    await world.settle()
    expect(await waitForOutcome(watched(world).deps, message, never)).toMatchObject({ state: 'answered' })
  })

  test('is waited for no longer than its bound, nor than whoever asks', async () => {
    const world = createRoadWorld()
    const message = accepted(world, 'hello')
    const { deps, listeners } = watched(world)
    expect(await waitForOutcome(deps, message, never, 50)).toBeUndefined()
    const gone = new AbortController()
    const waiting = waitForOutcome(deps, message, gone.signal)
    gone.abort()
    expect(await waiting).toBeUndefined()
    expect(listeners.size).toBe(0)
  })
})
