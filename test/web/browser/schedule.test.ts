import { describe, expect, test } from 'vitest'
import { type ChatId, rootLane } from '../../../src/domain/ids.ts'
import { partKey, runKey } from '../../../src/domain/outbox-key.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { insertJob, listJobs, readJob } from '../../../src/store/schedule/jobs.ts'
import { insertRun, updateRun } from '../../../src/store/schedule/runs.ts'
import { insertDelivery, markSent, readOutboxRow, toDelivery } from '../../../src/store/work/outbox.ts'
import { insertBriefing } from '../jobs.ts'
import type { World } from '../world.ts'
import { asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

describe.skipIf(!chromiumPath)('what is scheduled, on the page', () => {
  const { opened, enter, send } = usePage()

  async function openPanel() {
    const { page } = opened()
    await enter()
    await page.getByRole('link', { name: 'Schedule' }).click()
    return page.getByRole('main', { name: 'Schedule', exact: true })
  }

  test('is added in words, changed by hand and by keyboard, and deleted after a second press', async () => {
    const { world, page } = opened()
    const panel = await openPanel()
    await panel.getByText('Nothing scheduled yet.').waitFor()
    const words = panel.getByLabel('What and when?')
    await words.fill('remind me to call Ana')
    await words.press('Enter')
    await panel.locator('#schedule-note.bad').waitFor()
    expect(await words.inputValue()).toBe('remind me to call Ana')

    await words.fill('remind me on the first of every month at nine to pay the rent')
    await words.press('Enter')
    const job = panel.locator('.job')
    await job.getByText('on the 1st of every month at 09:00').waitFor()
    expect(await words.inputValue()).toBe('')
    expect(readJob(world.db, 1)?.chat).toMatch(/^web:/)

    await job.getByRole('button', { name: 'Pause' }).press('Enter')
    await job.getByText('paused').waitFor()
    const resume = job.getByRole('button', { name: 'Resume' })
    expect(await resume.evaluate((button) => button.matches(':focus'))).toBe(true)
    await page.keyboard.press('Enter')
    await job.getByRole('button', { name: 'Pause' }).waitFor()

    await job.getByRole('button', { name: 'Edit' }).click()
    await job.getByLabel('New time in words').fill('whenever')
    await page.keyboard.press('Enter')
    await job.locator('.job-problem:not(:empty)').waitFor()
    await page.keyboard.press('Escape')
    expect(await panel.isVisible()).toBe(true)
    expect(await job.getByRole('form', { name: 'Edit' }).count()).toBe(0)
    await job.getByRole('button', { name: 'Edit' }).click()
    await job.getByLabel('New time in words').fill('every Monday at 8')
    await job.getByLabel('Text').fill('Pay <b>all</b> of it')
    await job.getByRole('button', { name: 'Save' }).click()
    await job.getByText('every Monday at 08:00').waitFor()
    await job.getByText('Pay <b>all</b> of it', { exact: true }).waitFor()

    const remove = job.getByRole('button', { name: 'Delete' })
    await remove.click()
    await words.focus()
    expect(await remove.textContent()).toBe('Delete')
    await remove.click()
    expect(listJobs(world.db)).toHaveLength(1)
    await job.getByRole('button', { name: 'Really delete?' }).click()
    await panel.getByText('Nothing scheduled yet.').waitFor()
    expect(listJobs(world.db)).toEqual([])
  })

  test('shows what came of it, and a reminder that waits is put off or done; on a phone too', async () => {
    const { world, page } = opened()
    const { db } = world
    const now = world.clock.now()
    const panel = await openPanel()
    const words = panel.getByLabel('What and when?')
    await words.fill(`every day at 9 remind me to look at ${'x'.repeat(300)}`)
    await words.press('Enter')
    await panel.locator('.job').waitFor()
    insertRun(db, { jobId: 1, instant: now.getTime(), state: 'delivered' }, now)
    const briefing = insertBriefing(world, 'Morning')
    const told = insertRun(db, { jobId: briefing, instant: 86_400_000, state: 'delivered' }, now)
    updateRun(db, told?.id ?? 0, { result: `## Today\n\n- two **mails**\n- ${'y'.repeat(300)}\n\n<i>no markup</i>` })
    insertRun(db, { jobId: briefing, instant: 0, state: 'failed', reason: 'the model is away' }, now)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Schedule' }).click()

    const [reminder, fromFile] = [panel.locator('.job').first(), panel.locator('.job', { hasText: 'Morning' })]
    await reminder.getByText('needs you').waitFor()
    const tap = await asPhone(page, 800)
    await tap(fromFile.getByText('History'))
    await fromFile.getByText('failed: the model is away').waitFor()
    expect(await fromFile.getByRole('button').allTextContents()).toEqual(['Run now', 'Pause'])
    const archived = panel.locator('#briefings details')
    await tap(archived.locator('summary'))
    await archived.getByRole('heading', { name: 'Today' }).waitFor()
    await archived.getByText('<i>no markup</i>').waitFor()
    expect(await panel.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    const body = panel.locator('#schedule-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)

    await tap(reminder.getByRole('button', { name: 'Done' }))
    await reminder.getByText('needs you').waitFor({ state: 'detached' })
    insertRun(db, { jobId: 1, instant: now.getTime() + 1, state: 'delivered' }, now)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await tap(page.getByRole('link', { name: 'Schedule' }))
    await reminder.getByLabel(/^Snooze for how long/).fill('2 hours')
    await tap(reminder.getByRole('button', { name: 'Snooze' }))
    await reminder.getByText('needs you').waitFor({ state: 'detached' })
    expect(readJob(db, 1)?.againAt).toBeGreaterThan(now.getTime() + 7_000_000)
  })

  test('a reminder is marked as done below its own line, and offers nothing after that', async () => {
    const { world, page } = opened()
    await enter()
    const { chat } = await send('hello')
    const run = await remind(world, chat, 'call Ana')
    const line = page.locator('.line.bot', { hasText: 'Reminder: call Ana' })
    const offers = line.locator('.answers button')
    await offers.first().waitFor()
    expect(await offers.allTextContents()).toEqual(['Done', 'In 1 hour'])
    await line.getByRole('button', { name: 'Done' }).click()
    await line.locator('.answers').getByText(`schedule done 1 ${run}`).waitFor()

    updateRun(world.db, run, { done: true })
    await page.reload()
    await line.waitFor()
    expect(await offers.count()).toBe(0)
  })
})

/** A reminder that has come, in a chat of the page; the number of its run. */
async function remind({ db, channel, clock, ownerId }: World, chat: ChatId, text: string): Promise<number> {
  const [now, steady, lane] = [clock.now(), clock.steady(), rootLane(chat)]
  const home = { chat, lane, route: { chat }, destinations: [] }
  const what = { kind: 'reminder', source: 'person', name: text, text, options: {}, timezone: 'UTC' } as const
  const due = { kind: 'once', at: now.getTime() } as const
  const job = insertJob(db, { ...what, ...home, due, personId: ownerId, nextAt: null }, now).id
  const run = insertRun(db, { jobId: job, instant: now.getTime(), state: 'delivered' }, now)?.id ?? 0
  const body = `Reminder: ${text}`
  const said = { origin: 'scheduled', trust: 'owner', at: now, receivedAt: now, name: 'Skein', text: body } as const
  const messageId = insertMessage(db, { chat, lane, author: 'bot', kind: 'conversation', ...said })
  const key = partKey(runKey(run), 0)
  const buttons = [
    { label: 'Done', data: `schedule done ${job} ${run}` },
    { label: 'In 1 hour', data: `schedule snooze ${job} 1 hour` },
  ]
  const part = { key, messageId, lane, route: { chat }, kind: 'reply', part: 0, body, taskId: undefined } as const
  insertDelivery(db, { ...part, buttons, dueAt: steady, deadAt: steady }, now)
  const id = db.statement('SELECT id FROM outbox WHERE key = ?').pluck().get(key) as number
  await channel.send(toDelivery(db, readOutboxRow(db, id)), new AbortController().signal)
  markSent(db, id, String(messageId), now)
  return run
}
