import { expect, test } from 'vitest'
import { createBrainFinder } from '../../../src/app/runner/brain-finder.ts'
import type { Brain } from '../../../src/spawner/spawner.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'
import { until } from '../../support/until.ts'

const never = new AbortController().signal

/** Usable from the time on at which its server starts. */
function createBrain(name: string, { isRunning }: { isRunning: boolean }) {
  const server = { isRunning, probes: 0 }
  const probe = async () => {
    server.probes += 1
    return server.isRunning ? undefined : { en: 'The server does not answer.', de: 'Der Server antwortet nicht.' }
  }
  return { server, brain: { ...createScriptedBrain(echo), name, probe } satisfies Brain }
}

test('a brain whose server starts later is found later, and the others are not asked again', async () => {
  const early = createBrain('early', { isRunning: true })
  const late = createBrain('late', { isRunning: false })
  const finder = createBrainFinder([early.brain, late.brain], silentLog, 1)
  await finder.find(never)
  expect([...finder.usable.keys()]).toEqual(['early'])
  const finding = finder.keepFinding(never)
  await until(() => expect(late.server.probes).toBeGreaterThan(2))
  expect([...finder.usable.keys()]).toEqual(['early'])
  late.server.isRunning = true
  await finding
  expect([...finder.usable.keys()]).toEqual(['early', 'late'])
  expect(early.server.probes).toBe(1)
})

test('a check that fails is tried again, and the search ends with the signal', async () => {
  const { brain, server } = createBrain('late', { isRunning: false })
  const failing: Brain = {
    ...brain,
    async probe() {
      await brain.probe()
      throw new Error('no such program')
    },
  }
  const finder = createBrainFinder([failing], silentLog, 1)
  const stop = new AbortController()
  const finding = finder.keepFinding(stop.signal)
  await until(() => expect(server.probes).toBeGreaterThan(2))
  stop.abort()
  await finding
  expect(finder.usable.size).toBe(0)
})
