import { expect, test } from 'vitest'
import { readJob } from '../../src/store/schedule/jobs.ts'
import { insertRun, updateRun } from '../../src/store/schedule/runs.ts'
import { insertBriefing } from '../web/jobs.ts'
import { openHouse as openCli } from './house.ts'

/** `skein schedule`, beside a daemon or alone. */
async function openHouse({ daemon = true } = {}) {
  const { world, skein } = await openCli(daemon && {})
  return { world, skein: (...args: string[]) => skein('schedule', ...args) }
}

test('something is added in words, listed, shown, changed and deleted', async () => {
  const { world, skein } = await openHouse()
  expect(await skein()).toMatchObject({ code: 0, out: expect.stringContaining('Nothing scheduled yet.') })
  const added = await skein('add', 'remind me on the first of every month at nine to pay the rent')
  expect(added).toMatchObject({ code: 0, out: expect.stringContaining('Scheduled: number 1, ') })
  expect(readJob(world.db, 1)).toMatchObject({ chat: 'web:terminal', kind: 'reminder' })
  const listed = await skein()
  expect(listed.out).toMatch(/^1 +active +\d{4}-\d\d-01 09:00 +on the 1st of every month at 09:00 +\S/m)

  const shown = (await skein('show', '1')).out
  expect(shown).toContain('When: on the 1st of every month at 09:00 (UTC)')
  expect(shown.match(/^ {2}\d{4}-\d\d-01 09:00$/gm)).toHaveLength(5)
  expect(shown).toContain('Not run yet.')

  expect((await skein('edit', '1', '--when', 'every Monday at 8')).out).toContain('every Monday at 08:00')
  expect((await skein('edit', '1', '--text', 'Pay')).out).toContain('Changed: number 1, Pay')
  expect((await skein('pause', '1')).code).toBe(0)
  expect((await skein()).out).toMatch(/^1 +paused +- /m)
  expect((await skein('resume', '1')).code).toBe(0)
  expect((await skein('run', '1')).code).toBe(0)
  expect((await skein('show', '1')).out).toMatch(/^Last runs:\n {2}\d{4}-/m)
  expect((await skein('delete', '1')).out).toContain('Deleted: number 1')
  expect((await skein()).out).toContain('Nothing scheduled yet.')
})

test('a reminder that came is put off, and done', async () => {
  const { world, skein } = await openHouse()
  await skein('add', 'remind me every day at nine to call Ana')
  const now = world.clock.now()
  insertRun(world.db, { jobId: 1, instant: now.getTime(), state: 'delivered' }, now)
  expect((await skein()).out).toContain('active, not done yet')
  expect((await skein('snooze', '1', '1 hour')).out).toMatch(/^Snoozed: number 1, .* Next: \d{4}-/)
  insertRun(world.db, { jobId: 1, instant: now.getTime() + 1, state: 'delivered' }, now)
  expect((await skein('done', '1')).code).toBe(0)
  expect((await skein()).out).not.toContain('not done yet')
})

test('history and briefings tell what was said, and nothing drives the terminal', async () => {
  const { world, skein } = await openHouse()
  const job = insertBriefing(world, 'morning')
  const run = insertRun(world.db, { jobId: job, instant: 86_400_000, state: 'delivered' }, world.clock.now())
  updateRun(world.db, run?.id ?? 0, { result: 'Two \u001b[31mmails\u001b[0m.\n\n- one\n- two' })
  insertRun(world.db, { jobId: job, instant: 0, state: 'failed', reason: 'no\nmodel' }, world.clock.now())
  const history = (await skein('history', String(job))).out
  expect(history).toContain('1970-01-02 00:00  run 1  delivered\n  Two [31mmails[0m.\n\n  - one')
  expect(history).toContain('1970-01-01 00:00  run 2  failed  no model')
  expect((await skein('briefings')).out).toMatch(/^ +1 {2}1970-01-02 00:00 {2}morning$/)
  expect((await skein('briefings', '1')).out).toBe('Two [31mmails[0m.\n\n- one\n- two')
  expect(await skein('briefings', '2')).toMatchObject({
    code: 64,
    out: expect.stringContaining('no briefing number 2'),
  })
  expect((await skein('edit', String(job), '--text', 'x')).out).toContain('configuration file')
})

test('--json says all of it as data', async () => {
  const { skein } = await openHouse()
  const data = async (...args: string[]) => JSON.parse((await skein('--json', ...args)).out) as unknown
  expect(await data('add', 'every Friday at 9 remind me to call Ana')).toMatchObject({ id: 1, state: 'active' })
  expect(await data()).toMatchObject([{ id: 1, when: 'every Friday at 09:00', isOpen: false }])
  expect(await data('show', '1')).toMatchObject({ job: { id: 1 }, coming: { length: 5 }, runs: [] })
  expect(await data('history', '1')).toEqual([])
  expect(await data('briefings')).toEqual([])
})

test('what is not understood, not there or not said is refused with 64, and nothing is left of it', async () => {
  const { world, skein } = await openHouse()
  expect((await skein('add', 'remind me to call Ana', '--chat', 'web:fresh')).code).toBe(64)
  expect((await skein('add', 'remind me tomorrow at 9 to call Ana', '--chat', 'telegram:42')).code).toBe(64)
  expect(world.db.statement('SELECT count(*) FROM chat').pluck().get()).toBe(0)
  for (const args of [
    ['show', '7'],
    ['history', '7'],
    ['pause', '7'],
    ['pause', 'x'],
    ['edit', '7'],
    ['add'],
    ['nonsense'],
  ])
    expect([args, (await skein(...args)).code]).toEqual([args, 64])
})

test('without a daemon the list is read, and a change waits for one', async () => {
  const { world, skein } = await openHouse({ daemon: false })
  const job = String(insertBriefing(world, 'morning'))
  expect((await skein()).out).toContain('every day at 07:00')
  expect((await skein('show', job)).out).toContain('Defined in the configuration file')
  expect(await skein('pause', job)).toMatchObject({ code: 75, out: expect.stringContaining('Start it with') })
})
