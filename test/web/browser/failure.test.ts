import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type ChatId, rootLane } from '../../../src/domain/ids.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { insertDelivery, markSent, readOutboxRow, toDelivery } from '../../../src/store/work/outbox.ts'
import type { WebServerDeps } from '../../../src/web/server.ts'
import { servedBy } from '../served.ts'
import type { World } from '../world.ts'
import { asPhone, chromiumPath, keepPicture, receiptsOf } from './browser.ts'
import { usePage } from './page-world.ts'

type Overview = ReturnType<WebServerDeps['health']['overview']>

const refused = 'Claude did not accept the API key or sign-in.'
const advice = 'Check the key or sign in again.'
const tried = 'No answers right now. Claude did not accept the API key or sign-in. Your next message will try again.'

/** The daemon in a state of the test's own, and the models that were tried again. */
function ailing(world: World): { state: Partial<Overview>; health: WebServerDeps['health']; asked: string[] } {
  const { health } = servedBy(world, { id: world.ownerId, name: 'Ana', role: 'owner', timezone: undefined }, world.dir)
  const asked: string[] = []
  const ailment = {
    state: {} as Partial<Overview>,
    asked,
    health: {
      ...health,
      overview: () => ({ ...health.overview(), ...ailment.state }),
      tryNow(brain: string) {
        asked.push(brain)
        ailment.state = {}
        return true
      },
    },
  }
  return ailment
}

const withoutKey: Partial<Overview> = {
  brain: { name: 'claude', trouble: { sentence: `${refused} ${advice}`, cause: refused, until: new Date(0) } },
}

/** The line that a task leaves when it fails, with its button. */
async function tellFailed(world: World, { chat, task }: { chat: ChatId; task: number }): Promise<void> {
  const { db, channel, clock } = world
  const [now, steady, lane] = [clock.now(), clock.steady(), rootLane(chat)]
  const text = `I could not answer. ${refused} ${advice} Write /retry ${task} to try again.`
  const place = { chat, lane, origin: 'chat', trust: 'owner', at: now, receivedAt: now } as const
  const message = insertMessage(db, { ...place, author: 'bot', kind: 'notice', name: 'Skein', text })
  const key = `task:${task}:g1:failed:0`
  const part = { key, messageId: message, lane, route: { chat }, kind: 'notice', part: 0, body: text } as const
  const buttons = [{ label: 'Retry', data: `retry ${task} 1` }]
  insertDelivery(db, { ...part, taskId: task, buttons, dueAt: steady, deadAt: steady }, now)
  world.state(task, 'failed', { reason: `${refused} ${advice}` })
  const id = db.statement('SELECT id FROM outbox WHERE key = ?').pluck().get(key) as number
  await channel.send(toDelivery(db, readOutboxRow(db, id)), new AbortController().signal)
  markSent(db, id, String(message), now)
}

/** How often the page shows these words. */
async function count(page: Page, text: string): Promise<number> {
  const shown = await page.locator('#rail, #drawer, #banner, #thread').allInnerTexts()
  return shown.join('\n').split(text).length - 1
}

describe.skipIf(!chromiumPath)('a failure on the page', () => {
  const { opened, enter, send, serveWith } = usePage()

  test('is told once: at the message with its buttons, and in other chats above them', async () => {
    const { world, page } = opened()
    const ailment = ailing(world)
    await serveWith({ health: ailment.health })
    await enter()
    const asked = await send('hello')
    ailment.state = withoutKey
    await tellFailed(world, asked)
    await page.locator('#lines .notice').getByRole('button', { name: 'Retry', exact: true }).waitFor()
    await page.locator('#lines .notice').getByRole('link', { name: 'Model settings' }).waitFor()
    expect(await receiptsOf(page)).toEqual(['failed'])
    await keepPicture(page, 'failure at the message')
    expect(await count(page, refused)).toBe(1)
    expect(await page.locator('#banner').count()).toBe(0)

    await page.keyboard.press('Control+k')
    const banner = page.locator('#banner')
    await banner.getByText(tried).waitFor()
    expect(await count(page, refused)).toBe(1)
    const tap = await asPhone(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await keepPicture(page, 'standstill on a phone')
    await tap(banner.getByRole('button', { name: 'Try now' }))
    await banner.waitFor({ state: 'detached' })
    expect(ailment.asked).toEqual(['claude'])
  })

  test('is not announced above the chats while another model answers, or while the model will be back by itself', async () => {
    const { world, page } = opened()
    const ailment = ailing(world)
    await serveWith({ health: ailment.health })
    for (const brain of [
      { name: 'claude', trouble: { sentence: 'Claude could not be reached.', until: new Date(0) } },
      { ...withoutKey.brain, name: 'claude', standIn: 'ollama' },
    ]) {
      ailment.state = { brain }
      await enter()
      await page.getByText('What is on your mind?').waitFor()
      expect(await page.locator('#banner').count()).toBe(0)
    }
  })

  test('of the disk is told above the chats, and leads to where space is shown', async () => {
    const { world, page } = opened()
    const ailment = ailing(world)
    ailment.state = { disk: 'full' }
    await serveWith({ health: ailment.health })
    await enter()
    world.broken.isBroken = true
    await page.locator('#words').fill('hello')
    await page.locator('#words').press('Enter')
    await page.getByText('not sent yet, retrying').waitFor()
    expect(await receiptsOf(page)).toEqual(['not sent yet, retrying'])
    await page.locator('#banner').getByText('The disk is full. New messages wait until there is room again.').waitFor()
    await page.getByRole('link', { name: 'Show disk space' }).click()
    await page.getByRole('heading', { name: 'Health' }).waitFor()
  })
})
