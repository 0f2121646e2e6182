import { describe, expect, test } from 'vitest'
import { endTasks } from '../../../src/store/work/tasks.ts'
import { type ReportedRunner, reportRunner } from '../../../src/tasks/reports/runner-report.ts'
import { servedBy } from '../served.ts'
import { chatOf } from '../world.ts'
import { askAbout, notice } from './asked.ts'
import { asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

const hostile = '<img src=x onerror=__pwn(1)>'

describe.skipIf(!chromiumPath)('activity, on the page', () => {
  const { opened, enter, serveWith } = usePage()

  test('shows what goes on with what needs somebody first, and acts on it; the rail counts what is new', async () => {
    const { world, page } = opened()
    const story = world.say(chatOf('story'), `write a long story ${hostile}`)
    world.state(story.task, 'running')
    Object.assign(world.trails.begin(story.task, 'script', 0), {
      text: 'Once upon',
      actions: [{ line: 'read notes.md' }],
    })
    const broken = world.say(chatOf('broken'), 'translate the contract')
    endTasks(world.db, [broken.task], 'failed', 'The model is not known.', world.clock.now())
    askAbout(world, story.task, chatOf('story'), `make cake ${hostile}`)
    notice(world, 'alarm:1', `The disk is **nearly** full. ${hostile}`)

    await enter()
    const link = page.getByRole('link', { name: 'Activity' })
    await page.getByRole('link', { name: 'Activity, 2 new' }).waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(2\) .+ · Skein$/)
    await link.focus()
    await page.keyboard.press('Enter')
    const view = page.getByRole('main', { name: 'Activity' })
    const running = view.getByRole('region', { name: 'In progress' }).getByRole('listitem')
    await running.getByText('read notes.md').waitFor()
    await running.getByText('Once upon').waitFor()
    expect(await running.getByRole('link').getAttribute('href')).toBe('#web:story')
    const failed = view.getByRole('region', { name: 'Failed' }).getByRole('listitem')
    await failed.getByText('The model is not known.').waitFor()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const body = page.locator('#activity-body')
      expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth), `at ${width} px`).toBeLessThanOrEqual(0)
    }

    // The road behind it is a script that says what was pressed.
    const note = page.locator('#activity-note')
    const question = view.getByRole('article', { name: 'Question 1' })
    await question.getByText('make cake').waitFor()
    await question.getByRole('button', { name: 'No' }).click()
    await note.getByText('no 1').waitFor()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await note.getByText(`retry ${broken.task} 1`).waitFor()
    await failed.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await note.getByText('Dismissed.').waitFor()
    await view.getByRole('button', { name: 'Mark all as read' }).press('Enter')
    await page.getByRole('link', { name: 'Activity, 1 new' }).waitFor()
    await page.reload()
    await running.getByText('read notes.md').waitFor()
    expect(await failed.count()).toBe(0)
    await view.getByRole('region', { name: 'Notices' }).getByText('The disk is nearly full.').waitFor()
    expect(await view.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)

    // As it is while another tab is looked at.
    await expect.poll(() => page.title()).toBe('(1) Activity · Skein')
    await page.evaluate('Object.defineProperty(document, "hidden", { value: true })')
    notice(world, 'alarm:2', 'The disk is full.')
    world.draft(story.task, 'Once upon a time')
    await expect.poll(() => page.title(), { timeout: 60_000 }).toBe('(2) Activity · Skein')

    await running.getByRole('button', { name: 'Stop' }).click()
    await note.getByText('Stopped.').waitFor()
  })

  test('shows where models run if that is elsewhere, and which runner gets no work; on a phone too', async () => {
    const { world, page } = opened()
    const owner = { id: world.ownerId, name: 'Ana', role: 'owner', timezone: undefined } as const
    const { activity } = servedBy(world, owner, world.dir)
    const beat = { host: hostile, version: '1.2.3', places: 4, free: 3, memoryMb: 512, sessions: 1, brains: ['script'] }
    const attic: ReportedRunner = { name: 'attic', pairedAt: new Date(0), state: 'ready', seenMs: 1400, beat }
    const runners = [attic, { ...attic, name: 'cellar', state: 'gone' as const, seenMs: 7_300_000 }]
    await enter()
    await page.evaluate("location.hash = 'activity'")
    const shown = page.getByRole('main', { name: 'Activity' }).getByRole('region', { name: 'Runners' })
    await page.getByText('Nothing in progress.').waitFor()
    expect(await shown.count()).toBe(0)

    const take = () => ({ ...activity.take(), runners: runners.map((runner) => reportRunner(runner, '1.2.3')) })
    await serveWith({ activity: { ...activity, take } })
    await enter()
    await page.evaluate("location.hash = 'activity'")
    const rows = shown.getByRole('listitem')
    await rows.first().waitFor()
    const [ready, gone] = await rows.allInnerTexts()
    expect(ready).toContain(`ready, on ${hostile}, Skein 1.2.3, script, 1 of 4 places taken`)
    expect(gone).toContain('The runner cellar is not connected.')
    await asPhone(page, 800)
    const body = page.locator('#activity-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  })
})
