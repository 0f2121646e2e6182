import { describe, expect, onTestFinished, test } from 'vitest'
import { compose } from '../../../../src/channels/email/send/compose.ts'
import { readMime } from '../../../peers/mail/mime.ts'
import { chromiumPath, keepPicture, openPage, sharedBrowser } from '../../../web/browser/browser.ts'
import { richAnswer } from './rich-answer.ts'
import { accountWith, createShelf, delivery, factsOf, seed } from './rig.ts'

async function htmlOf(text: string): Promise<string> {
  const facts = factsOf({
    quoted: 'Dear Skein,\n\nhow is the old disk, and what is still to be copied?\n\nAna',
    quotedAt: new Date('2026-03-14T09:12:00Z'),
  })
  const mail = await compose(
    { account: accountWith({}), fileStore: createShelf(), seed, quote: true },
    delivery(text, facts),
    facts,
  )
  return readMime(mail.bytes).html
}

interface Looks {
  /** What runs out of the page, but for what may be moved under the finger. */
  wider: string[]
  /** What has nearly the colour of the ground. */
  invisible: string[]
  width: number
}

const look = `(() => {
  const brightness = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map(Number)
    return (r + g + b) / 3
  }
  const all = [...document.body.querySelectorAll('*')]
  // Of a page that sets none.
  const ground = matchMedia('(prefers-color-scheme: dark)').matches ? 18 : 255
  const names = (elements) => elements.map(({ tagName }) => tagName)
  return {
    wider: names(all.filter((element) =>
      !element.closest('div[style*="overflow-x"] *') && element.getBoundingClientRect().right > innerWidth + 0.5)),
    invisible: names(all.filter((element) => Math.abs(brightness(getComputedStyle(element).color) - ground) < 100)),
    width: document.documentElement.scrollWidth,
  }
})()`

describe.skipIf(!chromiumPath)('an answer in a mail program', () => {
  test.each([
    ['wide', 1280, 'light'],
    ['narrow', 390, 'light'],
    ['dark', 1280, 'dark'],
    ['dark narrow', 390, 'dark'],
  ] as const)('%s: nothing runs out of the page, and nothing is asked for', async (name, width, colorScheme) => {
    const context = await (await sharedBrowser()).newContext({ viewport: { width, height: 800 }, colorScheme })
    onTestFinished(() => context.close())
    const { page, troubles } = await openPage(context)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.setContent(await htmlOf(richAnswer), { waitUntil: 'load' })

    const { wider, invisible, width: used } = await page.evaluate<Looks>(look)
    expect(wider).toEqual([])
    expect(invisible).toEqual([])
    expect(used).toBeLessThanOrEqual(width)
    expect(requests.filter((url) => !url.startsWith('data:') && url !== 'about:blank')).toEqual([])
    expect(await page.locator('img, script, link, iframe, style, svg, video').count()).toBe(0)
    expect(troubles).toEqual([])
    await keepPicture(page, `mail-${name}`)
  })
})
