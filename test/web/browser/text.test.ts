import { describe, expect, test } from 'vitest'
import { hostileStrings } from '../hostile-strings.ts'
import { chatOf } from '../world.ts'
import { chromiumPath, keepPicture } from './browser.ts'
import { usePage } from './page-world.ts'

/** All that a text may become in the page. */
const allowed =
  'A BLOCKQUOTE BR BUTTON CODE DIV EM FIGCAPTION FIGURE H3 H4 H5 H6 HR LI OL P PRE S SECTION SPAN STRONG SUP TABLE TBODY TD TH THEAD TR UL math menclose mfrac mi mn mo mover mrow mspace msqrt msub msubsup msup mtable mtd mtext mtr munder munderover'.split(
    ' ',
  )

describe.skipIf(!chromiumPath)('a text on the page', () => {
  const { opened, enter, send } = usePage()

  test('has its formulas drawn, its code coloured and folded, and is copied as it was written', async () => {
    const { world, page } = opened()
    await enter()
    const { task } = await send('Is **it** $5 or $x^2$?')
    await page.locator('.bubble strong', { hasText: 'it' }).waitFor()
    expect(await page.locator('.bubble math').evaluate((math) => math.namespaceURI)).toMatch(/MathML$/)
    expect(await page.title()).toBe('Is it $5 or $x^2$? · Skein')
    const long = Array.from({ length: 40 }, (_, at) => `const a${at} = "<b>" // ${at}`).join('\n')
    const text = `So $$\\frac{a}{b}$$ and $\\foo_1$:\n\n\`\`\`ts\n${long}\n\`\`\``
    await world.reply(task, text)
    const answer = page.locator('.line.bot')
    await answer.locator('mfrac').waitFor()
    // Drawn as a fraction: one above the other.
    const [above, below] = await answer
      .locator('mfrac > mi')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
    expect(above).toBeLessThan(below ?? 0)
    await answer.locator('code', { hasText: '$\\foo_1$' }).waitFor()

    await page.emulateMedia({ colorScheme: 'dark' })
    const colour = "getComputedStyle(document.querySelector('.code-string')).color"
    const coloured = answer.locator('.code-string').first()
    expect(await coloured.innerText()).toBe('"<b>"')
    const inDark = await page.evaluate(colour)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await page.evaluate(colour)).not.toBe(inDark)

    const code = answer.locator('.code')
    const folded = await code.evaluate((box) => box.clientHeight)
    const unfold = code.getByRole('button', { name: 'Show all 40 lines' })
    expect(await unfold.getAttribute('aria-expanded')).toBe('false')
    await unfold.press('Enter')
    await code.getByRole('button', { name: 'Show less', expanded: true }).waitFor()
    expect(await code.evaluate((box) => box.clientHeight)).toBeGreaterThan(folded)
    await answer.getByRole('button', { name: 'Copy', description: 'this answer' }).click()
    await answer.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text)
  })

  test('has its footnotes below it, each message its own', async () => {
    const { world, page } = opened()
    await enter()
    for (const name of ['roof', 'cellar']) {
      const { task } = await send(`How is the ${name}?`)
      await world.reply(
        task,
        `The ${name} leaks.[^1]\n\n${'It rains. '.repeat(900)}\n\n[^1]: The *roofer* saw the ${name}.`,
      )
    }
    const answer = page.locator('.line.bot').nth(1)
    await answer.getByRole('button', { name: 'Footnote 1', exact: true }).press('Enter')
    const focused = page.locator('[data-footnote]:focus')
    await keepPicture(page, 'footnotes')
    expect(await focused.innerText()).toContain('The roofer saw the cellar.')
    await focused.getByRole('button', { name: 'Back to the text of footnote 1' }).press('Enter')
    expect(await answer.locator(':focus').innerText()).toBe('1')
    expect(await page.locator('.line.bot').first().locator(':focus').count()).toBe(0)
  })

  test('that was pasted is folded and stays as it is; a command stays as typed; a line says whose it is and when', async () => {
    const { page } = opened()
    await enter()
    const log = Array.from({ length: 30 }, (_, at) => `# ${at} *star*`).join('\n')
    await send(log)
    const bubble = page.locator('.bubble').first()
    await bubble.getByRole('button', { name: 'Show all 30 lines' }).click()
    expect(await bubble.locator('.fold').innerText()).toBe(log)
    await send('/why **not**')
    await page.locator('.bubble', { hasText: '/why **not**' }).waitFor()
    const name = await page.locator('.line.human > .hidden').first().innerText()
    expect(name).toMatch(/^\S+, .*\d\d:\d\d$/)
    // Of this year's days the year goes without saying.
    expect(name).not.toContain(String(new Date().getFullYear()))
  })

  test('whatever it is, becomes nothing but what a text may', { timeout: 120_000 }, async () => {
    const { world, page } = opened()
    await enter()
    const chat = chatOf('hostile')
    const strings = hostileStrings()
    for (let at = 0; at < strings.length; at += 20) {
      const some = strings.slice(at, at + 20)
      const written = some.flatMap((text) => [text, `$$\\text{${text}}$$`, `\`\`\`html\n${text}\n\`\`\``]).join('\n\n')
      const { task } = world.say(chat, `**own** \`\`\`\n${some[0]}\n\n${written}`.slice(0, 1_900))
      await world.reply(task, written)
    }
    await page.evaluate("location.hash = 'web:hostile'")
    await page
      .locator('.line.bot')
      .nth(strings.length / 20 - 1)
      .waitFor()
    const met = await page
      .locator('#lines :is(.bubble, .text) *')
      .evaluateAll((nodes) => [...new Set(nodes.map(({ tagName }) => tagName))])
    expect(met.length).toBeGreaterThan(10)
    expect(met.filter((tag) => !allowed.includes(tag))).toEqual([])
  })

  test('that was not sent is told of before somebody signs out, and staying loses nothing', async () => {
    const { page } = opened()
    await enter()
    await page.locator('#words').fill('half a thought')
    await page.getByRole('button', { name: 'Sign out' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Sign out' })
    await question.getByText('You will lose your drafts in 1 chat.').waitFor()
    // The key that asked does not answer.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Stay signed in')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.id')).toBe('sign-out')
    expect(await page.locator('#words').inputValue()).toBe('half a thought')
  })
})
