import { describe, expect, test } from 'vitest'
import { asPhone, chromiumPath, keepPicture } from './browser.ts'
import { usePage } from './page-world.ts'

const flow = 'graph TD\n  A[Roof] -->|leaks| B{Rain?}\n  B -->|yes| C[Call the roofer]\n  B -->|no| D[Wait]'
const asAnswer = (source: string) => `Here:\n\n\`\`\`mermaid\n${source}\n\`\`\``

describe.skipIf(!chromiumPath)('a diagram on the page', () => {
  const { opened, enter, send } = usePage()

  test('is drawn when the answer is complete, as a picture that follows the theme', { timeout: 120_000 }, async () => {
    const { world, page } = opened()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await enter()
    const { task } = await send('How does the roof work?')
    world.draft(task, asAnswer(flow))
    await page.locator('.draft .code').waitFor()
    expect(requests.filter((url) => url.includes('diagrams'))).toEqual([])
    await world.reply(task, asAnswer(flow))
    const picture = page.locator('.diagram img')
    await picture.waitFor({ timeout: 60_000 })
    const box = await picture.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(100)
    const inLight = await picture.getAttribute('src')
    await keepPicture(page, 'diagram in light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => picture.getAttribute('src')).not.toBe(inLight)
    await keepPicture(page, 'diagram in dark')
    await asPhone(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await keepPicture(page, 'diagram on a phone')
    await page.locator('.diagram summary').click()
    await page.locator('.diagram .code').getByText('Call the roofer').waitFor()
    expect(requests.filter((url) => url.includes('diagrams'))).toHaveLength(1)
    expect(requests.filter((url) => !url.startsWith(new URL(page.url()).origin) && !url.startsWith('data:'))).toEqual(
      [],
    )
  })

  test('that cannot be drawn, is too large or hostile shows its source and runs nothing', {
    timeout: 120_000,
  }, async () => {
    const { world, page, troubles } = opened()
    await enter()
    const hostile = 'graph TD\n  A["<img src=x onerror=__pwn(1)>"] --> B\n  click A href "javascript:__pwn(2)"'
    const { task } = await send('draw')
    const sources = ['graph TD\n  A -->', `graph TD\n${'  A --> B\n'.repeat(5000)}`, hostile]
    await world.reply(task, sources.map(asAnswer).join('\n\n'))
    await page.locator('.diagram img').waitFor({ timeout: 60_000 })
    expect(await page.locator('.diagram').count()).toBe(1)
    expect(await page.locator('.text > .code').count()).toBe(2)
    const frame = page.frames().find((one) => one.url().endsWith('/diagrams.html'))
    expect(await frame?.evaluate('origin')).toBe('null')
    expect(await frame?.evaluate("fetch('/api/state').then(() => 'reached', () => 'blocked')")).toBe('blocked')
    await expect.poll(() => troubles).toEqual(['script ran: blocked connect-src'])
    troubles.pop()
  })

  test('shows its source if the frame never answers', { timeout: 120_000 }, async () => {
    const { world, page } = opened()
    await page.route('**/diagrams.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script>parent.postMessage({ ready: true }, "*")</script>',
      }),
    )
    await enter()
    const { task } = await send('draw')
    await world.reply(task, asAnswer(flow))
    await page.locator('iframe.diagram-frame').waitFor({ state: 'attached' })
    await page.locator('iframe.diagram-frame').waitFor({ state: 'detached', timeout: 30_000 })
    await page.locator('.text > .code').getByText('Call the roofer').waitFor()
    expect(await page.locator('.diagram').count()).toBe(0)
  })
})
