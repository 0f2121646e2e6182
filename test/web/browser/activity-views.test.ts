import { describe, expect, test } from 'vitest'
import { endTasks } from '../../../src/store/work/tasks.ts'
import { chatOf } from '../world.ts'
import { askAbout, notice } from './asked.ts'
import { chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

const hostile = '<img src=x onerror=__pwn(1)>'

describe.skipIf(!chromiumPath)('activity, on the page', () => {
  const { opened, enter } = usePage()

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
})
