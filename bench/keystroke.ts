import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { chromiumPath, launchFullBrowser } from '../test/web/browser/browser.ts'
import { chatOf, createWorld } from '../test/web/world.ts'
import { describeTimes, judge, median, print, times } from './figures.ts'

const letters = 60
const sizes = [50, 5000]
const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))
const pageFolder = fileURLToPath(new URL('../dist/web/page', import.meta.url))

/** What a letter typed into the page costs, from the key to the next frame, with little read of a conversation and with much. */
export async function benchKeystroke(): Promise<void> {
  if (!chromiumPath) return print('a letter on the page', 'no Chromium here')
  execFileSync(process.execPath, [build], { stdio: 'inherit' })
  const world = createWorld()
  const browser = await launchFullBrowser()
  try {
    const server = await world.serve({ pageFolder })
    for (const size of sizes) for (let at = 0; at < size; at++) world.say(chatOf(`of${size}`), lineOf(at))
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(server.link())
    const measured: number[][] = []
    for (const size of sizes) {
      const first = world.db
        .statement('SELECT min(id) FROM message WHERE chat = ?')
        .pluck()
        .get(chatOf(`of${size}`))
      await readAll(page, size, Number(first))
      measured.push(await typeLetters(page))
      const drawn = await page.locator('#lines .line').count()
      print(`a letter with ${size} lines read`, `${describeTimes(measured.at(-1) ?? [])}, ${drawn} of them in the page`)
    }
    const [few = [], many = []] = measured
    const ratio = median(many) / median(few)
    judge('5,000 lines against 50', times(ratio), { says: 'no more', met: ratio < 1.1 })
    judge('the usual letter', `${median(many).toFixed(1)} ms`, { says: 'under 16 ms', met: median(many) < 16 })
  } finally {
    await browser.close()
    await world.close()
  }
}

/** To the first line, page by page, and back to the newest. */
async function readAll(page: Page, size: number, first: number): Promise<void> {
  await page.evaluate(`location.hash = 'web:of${size}'`)
  await page.locator('#lines .line').first().waitFor()
  const isFirst = page.locator(`[data-line="${first}"]`)
  while ((await isFirst.count()) === 0) {
    await page.locator('#thread').evaluate((thread) => thread.scrollTo(0, 0))
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))')
  }
  await page.locator('#thread').evaluate((thread) => thread.scrollTo(0, thread.scrollHeight))
  await page.locator('#words').focus()
}

/** Work of the page alone: from the event to when layout is done, without the wait for the screen. */
function typeLetters(page: Page): Promise<number[]> {
  return page.evaluate(`(async () => {
    const words = document.querySelector('#words')
    const taken = []
    for (let at = 0; at < ${letters}; at++) {
      await new Promise((frame) => requestAnimationFrame(frame))
      const began = performance.now()
      document.execCommand('insertText', false, at % 12 === 11 ? ' ' : 'e')
      await Promise.resolve()
      document.querySelector('#thread').getBoundingClientRect()
      taken.push(performance.now() - began)
    }
    words.value = ''
    words.dispatchEvent(new Event('input', { bubbles: true }))
    return taken
  })()`)
}

function lineOf(at: number): string {
  return `${at}: ${'the boiler was serviced and the roof is tight. '.repeat(1 + (at % 5))}`
}
