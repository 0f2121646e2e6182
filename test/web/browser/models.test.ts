import { describe, expect, test } from 'vitest'
import type { Delivery } from '../../../src/domain/delivery.ts'
import { rootLane } from '../../../src/domain/ids.ts'
import type { Brain } from '../../../src/spawner/spawner.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { createModels } from '../models.ts'
import { asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

function brain(name: string, models: Record<string, string>, more: Partial<Brain> = {}): Brain {
  const modelFor = (role: string) => models[role] ?? role
  return { ...createScriptedBrain(echo), name, modelFor, ...more }
}

const claude = brain(
  'claude',
  { fast: 'haiku', general: 'sonnet', smart: 'opus' },
  { hasEffort: true, modelFacts: async () => ({ window: 200_000, price: { input: 3, output: 15 } }) },
)
const away = brain('local', { fast: 'grain', general: 'grain', smart: 'grain' }, { probe: async () => 'No answer.' })

describe.skipIf(!chromiumPath)('the model in the header of a chat', () => {
  const { opened, enter, send, serveWith } = usePage()

  async function enterWithModels() {
    await serveWith({ models: createModels(opened().world, claude, away) })
    await enter()
    return opened()
  }

  test('is shown, and another one is chosen with price and window in sight', async () => {
    const { page } = await enterWithModels()
    const button = page.locator('#model')
    await expect.poll(() => button.textContent()).toBe('sonnet')
    await button.click()
    const panel = page.getByRole('dialog', { name: 'Who answers in this chat' })
    expect(await panel.getByRole('button', { name: /^Smart opus/ }).textContent()).toContain(
      '$3.00 in, $15.00 out · 200,000 tokens',
    )
    expect(await panel.getByRole('region', { name: 'local' }).getByText('No answer.').count()).toBe(1)
    await panel.getByRole('button', { name: /^Smart opus/ }).click()
    await expect.poll(() => button.textContent()).toBe('opus')
    await expect.poll(() => page.locator('#announcer').textContent()).toContain('answers from your next message on')
    await panel.getByRole('button', { name: 'High' }).click()
    await expect.poll(() => button.textContent()).toBe('opus · high')
    // What is chosen holds for the chat, also after a reload, and in no other chat.
    await send('a question')
    await page.reload()
    await expect.poll(() => button.textContent()).toBe('opus · high')
    await page.locator('#new-chat').click()
    await expect.poll(() => button.textContent()).toBe('sonnet')
  })

  test('is chosen with the keyboard, and Escape leads back to the button', async () => {
    const { page } = await enterWithModels()
    const button = page.locator('#model')
    await button.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog')
    const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>
    await expect.poll(focused).toContain('Default')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toContain('General')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toContain('Fast')
    await page.keyboard.press('Enter')
    await expect.poll(() => button.textContent()).toBe('haiku')
    const fast = panel.getByRole('button', { name: /^Fast/ })
    await expect.poll(() => fast.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.activeElement.id')).toBe('model')
  })

  test('is chosen by touch on a narrow screen, and a tap elsewhere closes the list', async () => {
    const { page } = await enterWithModels()
    const tap = await asPhone(page)
    await page.reload()
    const button = page.locator('#model')
    await expect.poll(() => button.textContent()).toBe('sonnet')
    await tap(button)
    const panel = page.getByRole('dialog')
    const smart = panel.getByRole('button', { name: /^Smart opus/ })
    await smart.waitFor()
    const box = await panel.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    expect((await smart.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await tap(smart)
    await expect.poll(() => button.textContent()).toBe('opus')
    await tap(page.locator('#title'))
    await panel.waitFor({ state: 'hidden' })
  })

  test('follows a command that was given in the chat', async () => {
    const { page, world } = await enterWithModels()
    const { task, chat } = await send('hello')
    await world.reply(task, 'Hello.')
    await expect.poll(() => page.locator('#model').textContent()).toBe('sonnet')
    createModels(world, claude, away).choose(
      { chat, person: { id: world.ownerId, name: 'Ana', role: 'owner', timezone: undefined } },
      'claude/fast',
    )
    const at = world.clock.now()
    const line = { chat, lane: rootLane(chat), origin: 'chat', trust: 'owner', at, receivedAt: at } as const
    const text = 'haiku answers from your next message on.'
    const message = insertMessage(world.db, { ...line, author: 'bot', kind: 'command', name: 'Skein', text })
    await world.channel.send({ route: { chat }, message } as Delivery, AbortSignal.any([]))
    await expect.poll(() => page.locator('#model').textContent()).toBe('haiku')
  })
})
