import { describe, expect, test } from 'vitest'
import { localOwner, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { ensureChat } from '../../../src/store/messages/chats.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { linkAddress } from '../../../src/store/people/people.ts'
import { markUnfinished } from '../../../src/store/work/answers.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { chatOf, createWorld } from '../world.ts'
import { chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

const dayMs = 86_400_000

test('a line is taken back over HTTP as long as nobody has begun to answer it, and only there', async () => {
  const world = createWorld()
  const server = await world.serve()
  const { cookie } = await signIn(server)
  const takeBack = (chat: string, line: number | string) =>
    ask(server.port, {
      method: 'POST',
      path: `/api/chats/${chat}/lines/${line}/take-back`,
      headers: pageHeaders(server.port, { cookie }),
      body: '{}',
    })
  const waiting = world.say(chatOf('a'), 'never mind')
  const begun = world.say(chatOf('a'), 'do it')
  world.state(begun.task, 'running')
  expect((await takeBack('web:b', waiting.message)).status).toBe(404)
  expect((await takeBack('web:a', 'x')).status).toBe(404)
  expect((await takeBack('web:a', begun.message)).status).toBe(409)
  const taken = await takeBack('web:a', waiting.message)
  expect(taken.json()).toMatchObject({ line: { deleted: { channel: 'web' }, receipt: { state: 'cancelled' } } })
  expect((await takeBack('web:a', waiting.message)).status).toBe(409)
  await world.close()
})

describe.skipIf(!chromiumPath)('what is pressed below a line', () => {
  const { opened, enter, said, send } = usePage()

  test('Read aloud reads an answer passage by passage, and stops when it is pressed again', async () => {
    const { world, page } = opened()
    // A machine without sound has no voices.
    await page.addInitScript(() => {
      const spoken: string[] = []
      const speechSynthesis = {
        speak: ({ text }: { text: string }) => spoken.push(text),
        cancel: () => spoken.push('-'),
      }
      Object.defineProperties(globalThis, { speechSynthesis: { value: speechSynthesis }, spoken: { value: spoken } })
    })
    await enter()
    const { task } = await send('Is the roof tight?')
    await world.reply(task, '**No**, it leaks.\n\nCall the roofer.')
    await said('Call the roofer.').waitFor()
    await page.getByRole('button', { name: 'Read aloud' }).click()
    await page.getByRole('button', { name: 'Stop reading' }).click()
    await page.getByRole('button', { name: 'Read aloud' }).waitFor()
    expect(await page.evaluate('spoken')).toEqual(['-', 'No, it leaks.', 'Call the roofer.', '-'])
  })

  test('Continue asks for the rest, Edit puts the words back, Cancel takes them back', async () => {
    const { world, page } = opened()
    await enter()
    const first = await send('Is the roof tight?')
    const answer = await world.reply(first.task, 'It leaks at the')
    markUnfinished(world.db, answer, 'stopped')
    await page.reload()
    const ours = page.locator(`[data-line="${answer}"]`)
    const more = world.heard('Continue where you stopped.')
    await ours.getByRole('button', { name: 'Continue' }).press('Enter')
    expect(await more).toMatchObject({ replyTo: String(answer) })
    world.state((await more).task, 'answered')

    const mine = page.locator(`[data-line="${first.message}"]`)
    await mine.getByRole('button', { name: 'Edit and send again' }).press('Enter')
    const field = page.locator('#words')
    await expect.poll(() => field.inputValue()).toBe('Is the roof tight?')
    const again = world.heard('Is the roof tight now?')
    await field.fill('Is the roof tight now?')
    await field.press('Enter')
    const { message } = await again

    const waiting = page.locator(`[data-line="${message}"]`)
    await waiting.getByRole('button', { name: /^Cancel/ }).press('Enter')
    await waiting.getByText('Cancelled before it was answered').waitFor()
    await waiting.getByText('stopped').waitFor()
    expect(await waiting.getByText('Is the roof tight now?').isVisible()).toBe(false)
    expect(await waiting.getByRole('button', { name: /^Cancel/ }).count()).toBe(0)
    await page.reload()
    await page.getByText('Cancelled before it was answered').waitFor()
  })

  test('a chat on another channel that nobody else reads is written in from here, and its answer shows by itself', async () => {
    const { world, page } = opened()
    const { db, clock, ownerId } = world
    const chat = makeChatId('telegram', '42')
    const address = { channel: 'telegram', id: '42' } as const
    linkAddress(db, address, ownerId, 'Ana', clock.now())
    ensureChat(db, { id: chat, title: 'Ana on Telegram', audience: 'private', owner: address }, clock.now())
    await enter()
    await page.getByRole('link', { name: 'Ana on Telegram' }).click()
    await page.getByText('This chat is on telegram.').waitFor()
    const { task } = await send('written here')
    await said('written here').waitFor()
    await world.reply(task, 'answered there')
    await said('answered there').waitFor()
  })

  test('the calendar above a thread leads to the first line of a day, and the day has an address', async () => {
    const { world, page } = opened()
    const now = world.clock.now().getTime()
    const chat = chatOf('long')
    ensureChat(world.db, { id: chat, title: 'Long', audience: 'private', owner: localOwner }, world.clock.now())
    const days = Array.from({ length: 90 }, (_, n) => {
      const at = new Date(now - (90 - n) * dayMs)
      const place = { chat, lane: rootLane(chat), origin: 'chat', trust: 'owner', at, receivedAt: at } as const
      const line = {
        author: 'human',
        kind: 'conversation',
        personId: world.ownerId,
        name: 'Ana',
        text: `day ${n}`,
      } as const
      return { message: insertMessage(world.db, { ...place, ...line }), at: at.getTime() }
    })
    await enter()
    await said('day 89').waitFor()
    const wanted = days[10] ?? { message: 0, at: 0 }
    const dayOf = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
    await page.locator('#jump').press('Enter')
    await page.getByLabel('Day', { exact: true }).fill(dayOf(wanted.at))
    await page.getByLabel('Day', { exact: true }).press('Enter')
    await page.locator(`[data-reached][data-line="${wanted.message}"]`).waitFor()
    await page.evaluate(`location.hash = 'web:long/day/${dayOf(days[40]?.at ?? 0)}'`)
    await page.locator(`[data-reached][data-line="${days[40]?.message}"]`).waitFor()
    await expect.poll(() => page.url()).toContain(`/line/${days[40]?.message}`)
    await page.evaluate(`location.hash = 'web:long/day/${dayOf(now + 40 * dayMs)}'`)
    await page.getByText('No messages since then.').waitFor()
  })
})
