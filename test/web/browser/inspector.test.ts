import { describe, expect, test } from 'vitest'
import type { ReportedCall } from '../../../src/domain/context-use.ts'
import { rootLane } from '../../../src/domain/ids.ts'
import type { AssembledPart } from '../../../src/gateway/assembly.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { openEpoch } from '../../../src/store/recall/epochs.ts'
import { recordTurn } from '../seen-turn.ts'
import { chatOf } from '../world.ts'
import { addressOf, asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

const hostile = '<img src=x onerror=__pwn(1)></pre><script>__pwn(2)</script>'

describe.skipIf(!chromiumPath)('the inspector in a browser', () => {
  const { opened, enter, said, send } = usePage()
  const why = () => opened().page.getByRole('button', { name: 'What the model saw for this answer' })
  const panel = () => opened().page.getByRole('dialog', { name: 'What the model saw' })

  /** An answer, and the turn it came from. */
  async function answered(question: string) {
    const { world } = opened()
    const { chat, task, message } = await send(question)
    const earlier = world.say(chatOf('other'), `earlier ${hostile}`).message
    recordTurn(world, chat, task, {
      status: 'CONTINUATION',
      reason: 'the last message was 2 minutes ago; the fast model left out 3 of 60',
      parts: [
        { kind: 'policy', reason: 'in every request', tokens: 1080, messages: [] },
        { kind: 'since-last-turn', reason: hostile, tokens: 40, messages: [earlier] },
        { kind: 'message', reason: 'in every request', tokens: 6, messages: [message] },
      ],
      leftOut: { nearest: [{ id: earlier, reason: 'older than the recency hours' }], more: {} },
      system: `Be kind. ${hostile} ${'w'.repeat(500)}`,
    })
    await world.reply(task, 'An answer.')
    await why().waitFor()
    return { chat, task }
  }

  test('every answer can be asked why, and shows status, parts, what was left out and the exact text', async () => {
    const { page } = opened()
    await enter()
    await answered('hello')
    await why().click()
    await panel().locator('pre').first().waitFor()
    expect(await panel().locator('p').first().innerText()).toBe(
      'The model saw the last message. The message was treated as part of the conversation, because the last message was 2 minutes ago. By our estimate, the history had 120 tokens.',
    )
    expect(await panel().locator('.turn-facts').innerText()).toContain('the fast model left out 3 of 60')
    expect(await panel().locator('.part-name').allInnerTexts()).toEqual([
      'Instructions',
      'New messages',
      'The message',
      '1 message',
    ])
    expect(await panel().locator('.part-tokens').allInnerTexts()).toEqual(['1,080 tokens', '40 tokens', '6 tokens'])
    const line = panel().locator('.glimpses').first().getByText(`earlier ${hostile}`)
    expect(await line.isVisible()).toBe(false)
    await panel().getByText('New messages').click()
    expect(await line.isVisible()).toBe(true)
    const prompt = `Be kind. ${hostile} ${'w'.repeat(500)}`
    expect(await panel().locator('pre').allInnerTexts()).toEqual([prompt, '<message>hello</message>'])
    await panel().getByRole('button', { name: 'Copy' }).first().click()
    await panel().getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(prompt)
  })

  test('tells what it would see of words that are not sent, and takes the message otherwise by the command for it', async () => {
    const { world, page } = opened()
    await enter()
    await answered('hello')
    const sent = world.accepted.length
    await why().click()
    await panel().getByLabel('Message (not sent)').fill(`and ${hostile}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const imagined = panel().getByRole('region', { name: 'What would the model see for a new message' })
    await imagined.getByText('The model saw').waitFor()
    await imagined.locator('pre', { hasText: `and ${hostile}` }).waitFor()
    await panel().getByRole('button', { name: 'Start a new conversation from here' }).click()
    await panel().getByRole('status').getByText('new', { exact: true }).waitFor()
    expect(world.accepted).toHaveLength(sent)
  })

  test('Escape closes it and gives the keyboard back, and does not stop the answer that is being written', async () => {
    const { world, page } = opened()
    await enter()
    await answered('hello')
    const { task } = await send('and a long one')
    world.draft(task, 'Once upon a time')
    await page.locator('.draft', { hasText: 'Once upon' }).waitFor()
    const stops: string[] = []
    page.on('request', (request) => request.url().endsWith('/stop') && stops.push(request.url()))
    await why().focus()
    await page.keyboard.press('Enter')
    await panel().getByText('treated as part of the conversation').waitFor()
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Why?')
    expect(stops).toHaveLength(0)
    // A request that is lost is sent again.
    await page.route('**/stop', (route) => route.abort(), { times: 1 })
    await page.keyboard.press('Escape')
    await expect.poll(() => stops.length).toBe(2)
    await page.getByText('stopped').waitFor()
    expect(stops).toHaveLength(2)
  })

  test('an answer without a record says so', async () => {
    const { world } = opened()
    await enter()
    const { task } = await send('hello')
    await world.reply(task, 'An answer.')
    await why().click()
    await panel().getByRole('alert').getByText('not recorded').waitFor()
    await panel().getByRole('button', { name: 'Close' }).click()
    await panel().waitFor({ state: 'hidden' })
  })

  test.each(['light', 'dark'] as const)('at 390 pixels, in the %s, it fills the screen and no more', async (scheme) => {
    const { page } = opened()
    const tap = await asPhone(page)
    await page.emulateMedia({ colorScheme: scheme })
    await enter()
    await answered('x'.repeat(300))
    await tap(why())
    await panel().locator('pre').first().waitFor()
    for (const part of await panel().locator('summary').all()) await tap(part)
    expect(await panel().boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    const overflow = await page.evaluate(
      "['html', '#inspector', '#inspector-body'].map((box) => document.querySelector(box)).map((box) => box.scrollWidth - box.clientWidth)",
    )
    expect(overflow).toEqual([0, 0, 0])
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'hidden' })
    await said('An answer.').waitFor()
  })
})

describe.skipIf(!chromiumPath)('how full the context was, in a browser', () => {
  const { opened, enter, send } = usePage()
  const panel = () => opened().page.getByRole('dialog', { name: 'What the model saw' })
  const growth = { clearAt: 0.6, summarizeAt: 0.85, maxTokens: 50_000, maxTurns: 20 }

  /** The panel of an answer in a session, whose model reported this. */
  async function shown(reported?: Partial<ReportedCall>) {
    const { world, page } = opened()
    await enter()
    const { chat, task } = await send('hello')
    const place = { lane: rootLane(chat), brain: 'claude', session: 's', prompt: 'Be kind.' }
    const epoch = openEpoch(world.db, { ...place, terms: '', trust: 'owner', seen: 0 }, momentOf(world.clock))
    const parts = [
      { kind: 'policy', reason: 'in every request', tokens: 300, messages: [] },
      { kind: 'history', reason: 'one of the last 5', tokens: 100, messages: [] },
      { kind: 'message', reason: 'in every request', tokens: 10, messages: [] },
    ] satisfies AssembledPart[]
    const call = { brain: 'home', model: `<b>${'m'.repeat(80)}`, contextTokens: 8000, windowTokens: 32_000, growth }
    recordTurn(world, chat, task, {
      parts,
      epochId: epoch.id,
      ...(reported && { reported: { ...call, ...reported } }),
    })
    await world.reply(task, 'An answer.')
    await page.getByRole('button', { name: 'What the model saw for this answer' }).click()
    await panel().getByText('Context usage').waitFor()
  }
  const widths = () =>
    panel()
      .locator('.use-bar')
      .evaluate((bar) => {
        type Box = {
          getBoundingClientRect(): { left: number; width: number }
          children: Iterable<Box>
          tagName: string
        }
        const { left, width } = (bar as unknown as Box).getBoundingClientRect()
        return [...(bar as unknown as Box).children].map((child) => {
          const box = child.getBoundingClientRect()
          const at = child.tagName === 'B' ? box.left + box.width / 2 - left : box.width
          return `${child.tagName} ${Math.round((at / width) * 100)}`
        })
      })

  test.each([1280, 390])('is a bar with both thresholds, and all of it in words too (%i pixels)', async (width) => {
    const { page } = opened()
    await page.setViewportSize({ width, height: 844 })
    await shown({ spread: { system: 400, tools: 390, summary: 0, history: 0, message: 10 } })
    // Of the window: 8,000 tokens in all.
    expect(await widths()).toEqual(['I 9', 'I 3', 'I 12', 'I 0', 'B 60', 'B 85'])
    const legend = panel().locator('.use-legend li')
    expect((await legend.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'System 3,000 tokens, 38 % instructions',
      'History 1,000 tokens, 13 % earlier messages',
      'Tools 3,900 tokens, 49 % tools and their results',
      'Message 100 tokens, 1 % the message with its attachments and quotes',
      'From 19,200 tokens on 60 % older tool results are cleared',
      'From 27,200 tokens on 85 % older turns are summarized',
    ])
    await panel().getByText('25 % in use: 8,000 of 32,000 tokens').waitFor()
    await panel().getByText('Older tool results are cleared from 60 % (19,200 tokens) on').waitFor()
    const overflow = await page.evaluate(
      "['html', '#inspector', '#inspector-body'].map((box) => document.querySelector(box)).map((box) => box.scrollWidth - box.clientWidth)",
    )
    expect(overflow).toEqual([0, 0, 0])
  })

  test('is called an estimate where no call was counted', async () => {
    await shown()
    await panel().getByText('(estimated, because the model reported no usage)').waitFor()
    await panel().getByText('What happens as the context fills is known after the first answer.').waitFor()
    expect(await panel().locator('.use-bar').count()).toBe(0)
  })
})

describe.skipIf(!chromiumPath)('the search in a browser', () => {
  const { opened, enter } = usePage()
  const field = () => opened().page.getByRole('searchbox', { name: 'Search all messages' })
  const results = () => opened().page.getByRole('list', { name: 'Search results' }).getByRole('listitem')

  test('finds a line of another chat with its words, and leads to it however far back it is', async () => {
    const { world, page } = opened()
    world.say(chatOf('house'), `the boiler was serviced in March ${hostile}`)
    for (let at = 0; at < 120; at++) world.say(chatOf('house'), `line number ${at}`)
    world.say(chatOf('now'), 'something else')
    await enter()
    await page.getByText('something else').first().waitFor()
    await field().fill('boiler service')
    await results().first().waitFor()
    expect(await results().count()).toBe(1)
    expect(await results().locator('mark').allInnerTexts()).toEqual(['boiler', 'serviced'])
    expect(await results().first().innerText()).toContain(hostile)
    await results().getByRole('link').click()
    const line = page.locator('#lines .bubble', { hasText: 'the boiler was serviced' })
    await expect.poll(() => line.evaluate(isInSight)).toBe(true)
    expect(await addressOf(page)).toContain('#web:house')
    // Once more, now that all of it is here already.
    await page.evaluate("location.hash = 'web:now'")
    await page.locator('#lines .bubble', { hasText: 'something else' }).waitFor()
    await results().getByRole('link').click()
    await line.waitFor()
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    expect(await line.evaluate(isInSight)).toBe(true)
  })

  test('says when there is nothing, and Escape brings the chats back', async () => {
    const { world, page } = opened()
    world.say(chatOf('now'), 'something')
    await enter()
    await field().fill('xylophone')
    await page.getByRole('status').getByText('No results').waitFor()
    expect(await page.locator('#chats').isVisible()).toBe(false)
    await field().press('Escape')
    await page.locator('#chats').waitFor()
    expect(await field().inputValue()).toBe('')
    expect(await page.getByText('No results').count()).toBe(0)
  })

  test('at 390 pixels it is in the drawer, which closes when a line is opened', async () => {
    const { world, page } = opened()
    const tap = await asPhone(page)
    world.say(chatOf('house'), `the boiler ${'x'.repeat(300)}`)
    world.say(chatOf('now'), 'something else')
    await enter()
    await tap(page.getByRole('button', { name: 'Chats' }))
    await field().fill('boiler')
    await results().getByRole('link').waitFor()
    expect(await page.evaluate("document.querySelector('#drawer').scrollWidth - drawer.clientWidth")).toBe(0)
    await field().press('Escape')
    await results().first().waitFor({ state: 'detached' })
    expect(await page.evaluate("document.body.classList.contains('drawer-open')")).toBe(true)
    await field().fill('boiler')
    await tap(results().getByRole('link'))
    await page.locator('#drawer').waitFor({ state: 'hidden' })
    await page.locator('#lines .bubble', { hasText: 'the boiler' }).waitFor()
  })
})

/** Runs in the page: whether an element is inside the part of the conversation that can be seen. */
const isInSight = (line: unknown): boolean => {
  type Box = { getBoundingClientRect(): { top: number; bottom: number }; closest(selector: string): Box }
  const { top, bottom } = (line as Box).getBoundingClientRect()
  const room = (line as Box).closest('#thread').getBoundingClientRect()
  return top >= room.top && bottom <= room.bottom
}
