import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { openStore } from '../src/store/open-store.ts'
import { chromiumPath, launchFullBrowser } from '../test/web/browser/browser.ts'
import { describeTimes, judge, median, ms, print, quantile } from './figures.ts'
import { chatOf, sayForYears } from './said-years.ts'
import { createSampleLines } from './sample-lines.ts'
import { withScratch } from './scratch.ts'

const MESSAGES = 1_000_000
const CHATS = 5000
const LOOKS = 5
const WORDS = 40
const PAINT_GOAL_MS = 1000
const SEARCH_GOAL_MS = 150
const FAR_MS = 800
const FAR_GOAL = 3

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))
const run = promisify(execFile)

/**
 * The page of a real daemon that looks back on a million messages in 5,000 chats: how soon each view is there, and how
 * soon each letter of a search is answered. `--messages N` and `--chats N` take others.
 */
export async function benchPageViews(options: string[] = []): Promise<void> {
  if (!chromiumPath) return print('the views of the page', 'no Chromium here')
  const numberAfter = (name: string) => Number(options[options.indexOf(name) + 1]) || undefined
  const messages = (options.includes('--messages') && numberAfter('--messages')) || MESSAGES
  const chats = (options.includes('--chats') && numberAfter('--chats')) || CHATS
  execFileSync(process.execPath, [build], { stdio: 'inherit' })
  await withScratch(async (home) => {
    const data = join(home, '.local/share/skein')
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const store = openStore(data)
    const sample = createSampleLines(7)
    sayForYears(store.db, { messages, chats }, sample)
    store.close()
    const daemon = await start(home)
    const browser = await launchFullBrowser()
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.goto(await linkOf(home))
      await page.locator('#words').waitFor()
      await lookAtViews(page)
      await typeSearches(page, sample.question)
      await lookFromAfar(browser, page)
    } finally {
      await browser.close()
      await stop(daemon)
    }
  })
}

/** Each of them opened as by its address, in a page that knows nothing yet. */
async function lookAtViews(page: Page): Promise<void> {
  const names = await page
    .locator('#rail a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const origin = new URL(page.url()).origin
  const places = [`#${chatOf(7)}`, ...names.slice(1)]
  for (const place of places) {
    const painted: number[] = []
    const whole: number[] = []
    for (let look = 0; look < LOOKS; look++) {
      await page.goto('about:blank')
      await page.goto(`${origin}/${place}`)
      await page.locator(read).filter({ visible: true }).first().waitFor()
      painted.push(await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`))
      whole.push(await page.evaluate<number>('performance.now()'))
    }
    judge(`${place}: first paint, and all of it`, `${describeTimes(painted)}; ${describeTimes(whole)}`, {
      says: `first paint under ${PAINT_GOAL_MS} ms`,
      met: Math.max(...painted) < PAINT_GOAL_MS,
    })
  }
}

/** What is there once the daemon has answered. */
const read = '#lines .line, .view-column :is(h2, h3, ul, dl, section, .well)'

/** As somebody types: every beginning of a word is asked for. */
async function typeSearches(page: Page, question: (n: number) => string): Promise<void> {
  const typed = Array.from({ length: WORDS }, (_, n) => question(n).split(' ').at(-1) ?? '').flatMap((word) =>
    Array.from({ length: word.length - 1 }, (_, letters) => word.slice(0, letters + 2)),
  )
  const took = await page.evaluate<number[]>(`(async () => {
    const took = []
    for (const words of ${JSON.stringify(typed)}) {
      const began = performance.now()
      const answer = await fetch('/api/search?q=' + encodeURIComponent(words))
      await answer.json()
      took.push(performance.now() - began)
    }
    return took
  })()`)
  judge(`a search for each of ${typed.length} beginnings of words`, describeTimes(took), {
    says: `p95 under ${SEARCH_GOAL_MS} ms`,
    met: quantile(took, 0.95) < SEARCH_GOAL_MS,
  })
}

/** From where every answer takes its time; nothing is kept by the browser from before. */
async function lookFromAfar(browser: Browser, near: Page): Promise<void> {
  const painted: number[] = []
  for (let look = 0; look < LOOKS; look++) {
    const context = await browser.newContext()
    await context.addCookies(await near.context().cookies())
    const page = await context.newPage()
    const wire = await context.newCDPSession(page)
    await wire.send('Network.enable')
    const line = { offline: false, latency: FAR_MS, downloadThroughput: -1, uploadThroughput: -1 }
    await wire.send('Network.emulateNetworkConditions', line)
    await page.goto(new URL(near.url()).origin)
    await page.locator('#rail').waitFor()
    painted.push(await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`))
    await context.close()
  }
  const trips = median(painted) / FAR_MS
  judge(`first paint ${FAR_MS} ms away`, `${ms(median(painted))}, ${trips.toFixed(1)} round trips`, {
    says: `within ${FAR_GOAL}`,
    met: trips <= FAR_GOAL,
  })
}

async function start(home: string): Promise<ChildProcess> {
  const folder = join(home, '.config/skein')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'config.toml'), `[brain]\ndefault = "demo"\n[web]\nport = ${await freePort()}\n`, {
    mode: 0o600,
  })
  const child = spawn(process.execPath, [program, 'start', '--json'], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`the daemon ended with ${code} before it was ready`)),
    ),
  ])
  return child
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function linkOf(home: string): Promise<string> {
  const { stdout } = await run(process.execPath, [program, '--json', 'link'], {
    env: { PATH: process.env.PATH, HOME: home },
  })
  return (JSON.parse(stdout) as { url: string }).url
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
