import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { readJob } from '../../../src/store/schedule/jobs.ts'
import { createToolJobs } from '../../../src/tasks/permissions/tool-jobs.ts'
import type { Scope } from '../../../src/tools/tool.ts'
import { createRoadWorld } from '../../support/road-world.ts'

/** At 10:00 UTC on Saturday, 14 March 2026. */
async function openTools() {
  const world = createRoadWorld()
  world.say('hello')
  await world.tick()
  const chat = makeChatId('web', 'a')
  const scope: Scope = {
    task: 1,
    chat,
    lane: rootLane(chat),
    person: { id: world.owner.id, role: 'owner' },
    timezone: 'UTC',
    trust: 'owner',
    foreign: [],
    noteForeign() {},
  }
  return { world, scope, jobs: createToolJobs({ db: world.db, clock: world.clock, jobs: world.scheduling.jobs }) }
}

const rent = { what: 'pay the rent', when: '0 9 * * 1#1', kind: 'reminder', onlyWhenNeeded: false } as const

test('a model plans weekdays of a month and every second week, and is told what it must ask', async () => {
  const { scope, jobs } = await openTools()
  expect(jobs.schedule(scope, rent)).toContain('on the first Monday of every month at 09:00')
  expect(jobs.schedule(scope, { ...rent, when: 'every second Friday at 9' })).toContain('every other Friday at 09:00')
  expect(jobs.schedule(scope, { ...rent, when: 'tomorrow at 3' })).toContain('Sunday 15 March, 15:00')
  for (const when of ['at 9am PST', 'on Christmas Eve at 18:00', 'stop every day at 9', 'tomorrow at 6'])
    expect(jobs.schedule(scope, { ...rent, when }), when).toMatch(/^Nothing was planned\. /)
})

test('a model edits, puts off and marks as done what it sees, and is told why not', async () => {
  const { world, scope, jobs } = await openTools()
  jobs.schedule(scope, { ...rent, when: 'tomorrow at 9' })
  const change = (values: Partial<Parameters<typeof jobs.change>[1]>) =>
    jobs.change(scope, { number: 1, action: 'edit', ...values })
  expect(change({ when: 'tomorrow at 8', what: 'call Ana' })).toBe(
    'Changed: number 1 (reminder), once, on Sunday 15 March, 08:00 (UTC): "call Ana".',
  )
  expect(change({})).toBe('Say the new "when", "what", or both.')
  expect(change({ when: 'soon' })).toMatch(/^Nothing was changed\. That is not an exact time/)
  expect(change({ action: 'snooze' })).toBe('Say until when, in "when".')
  expect(change({ action: 'snooze', when: '1 hour' })).toMatch(/^Nothing was changed\. "call Ana" is not due before/)
  expect(change({ action: 'snooze', when: 'tomorrow at 11' })).toContain('Sunday 15 March, 11:00')
  expect(change({ action: 'done' })).toBe('Number 1 is done: "call Ana".')
  expect(readJob(world.db, 1)?.state).toBe('done')
  expect(jobs.change(scope, { number: 7, action: 'done' })).toBe('There is no number 7 here.')
})
