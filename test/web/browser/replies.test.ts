import { describe, expect, test } from 'vitest'
import { ask, pageHeaders, signIn } from '../http.ts'
import { chatOf, createWorld } from '../world.ts'
import { asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

describe('a line over the wire', () => {
  test('can answer a line of its own chat, ours or theirs, and of no other', async () => {
    const world = createWorld()
    const server = await world.serve()
    const { cookie } = await signIn(server)
    const say = async (chat: string, key: string, replyTo: unknown) => {
      const body = JSON.stringify({ key, text: key, replyTo })
      const path = `/api/chats/${chat}/lines`
      return ask(server.port, { method: 'POST', path, headers: pageHeaders(server.port, { cookie }), body })
    }
    const { task, message } = world.say(chatOf('a'), 'Is the roof\ntight?')
    const answer = await world.reply(task, '**No.** It *leaks*:\n\n- at the `ridge`\n\n```\na  b\n```')
    const elsewhere = world.say(chatOf('b'), 'another chat').message

    expect((await say('web:a', 'ours', answer)).json()).toMatchObject({
      line: { repliesTo: { id: answer, who: 'Skein', text: 'No. It leaks: at the ridge a b' } },
    })
    expect((await say('web:a', 'theirs', message)).json()).toMatchObject({
      line: { repliesTo: { id: message, who: 'Ana', text: 'Is the roof tight?' } },
    })
    expect(world.accepted.map(({ replyTo }) => replyTo)).toEqual([
      undefined,
      undefined,
      String(answer),
      world.accepted[0]?.remoteId,
    ])
    for (const wrong of [elsewhere, 999_999]) {
      const refused = await say('web:a', 'wrong', wrong)
      expect([refused.status, refused.json()]).toEqual([400, { error: 'There is no such message.' }])
    }
    for (const wrong of [0, -1, 1.5, 'x']) expect((await say('web:a', 'wrong', wrong)).status).toBe(400)
    await world.close()
  })
})

describe.skipIf(!chromiumPath)('replying on the page', () => {
  const { opened, enter, said, send } = usePage()
  const bar = () => opened().page.locator('#replying')

  async function converse() {
    const { world } = opened()
    await enter()
    const first = await send('Is the roof tight?')
    const answer = await world.reply(first.task, '**No.** It leaks.')
    await said('It leaks.').waitFor()
    return { answer, first }
  }

  test('shows the line above the field, sends its name along, and shows it above the new line', async () => {
    const { page } = opened()
    const { answer } = await converse()
    await page.getByRole('button', { name: 'Reply to Skein: No. It leaks.' }).click()
    expect(await bar().innerText()).toMatch(/Replying to Skein\s+No\. It leaks\./)
    const heard = await send('Where?')
    expect(heard.replyTo).toBe(String(answer))
    await page.locator('.line.human .replied', { hasText: 'It leaks.' }).waitFor()
    expect(await bar().isVisible()).toBe(false)
    const next = await send('And the cellar?')
    expect(next.replyTo).toBeUndefined()
    await page.reload()
    await page.getByRole('button', { name: /^In reply to Skein/ }).click()
    await page.locator(`[data-line="${answer}"][data-reached]`).waitFor()
  })

  test('one’s own line can be answered by the keyboard alone, and Esc takes it back without stopping anything', async () => {
    const { page, world } = opened()
    const { first } = await converse()
    const { task } = await send('Write a poem')
    world.state(task, 'running')
    await page.locator('#stop').waitFor()
    const button = page.getByRole('button', { name: 'Reply to Ana: Is the roof tight?' })
    await button.focus()
    await page.keyboard.press('Enter')
    await bar().waitFor()
    await page.keyboard.press('Escape')
    await bar().waitFor({ state: 'hidden' })
    expect(await page.locator('#stop').isVisible()).toBe(true)
    await button.press('Enter')
    await page.keyboard.type('I meant the cellar')
    const heard = world.heard('I meant the cellar')
    await page.keyboard.press('Enter')
    expect((await heard).replyTo).toBe(first.remoteId)
  })

  test('stays with its chat while another is looked at, over a reload, until it is cancelled', async () => {
    const { page } = opened()
    await converse()
    await page.getByRole('button', { name: /^Reply to Skein/ }).click()
    await page.locator('#new-chat').click()
    await bar().waitFor({ state: 'hidden' })
    await page.locator('#chats').getByText('Is the roof tight?').click()
    await bar().waitFor()
    await page.reload()
    await bar().waitFor()
    await page.getByRole('button', { name: 'Cancel reply' }).click()
    await bar().waitFor({ state: 'hidden' })
    expect((await send('Never mind')).replyTo).toBeUndefined()
  })

  test('fits a phone', async () => {
    const { page, world } = opened()
    const tap = await asPhone(page)
    await enter()
    const { task } = await send(`Long words: ${'unbreakable'.repeat(20)}`)
    await world.reply(task, `An answer of many words. ${'And more of them. '.repeat(20)}`)
    await said('An answer of many words').waitFor()
    for (const name of [/^Reply to Ana/, /^Reply to Skein/]) {
      await tap(page.getByRole('button', { name }))
      await bar().waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    }
    const box = await page.locator('#replying-cancel').boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await send('So be it')
    await page.locator('.line.human .replied').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})
