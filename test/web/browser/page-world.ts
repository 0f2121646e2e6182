import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { WebServer, WebServerDeps } from '../../../src/web/server.ts'
import { builtPage } from '../../peers/build.ts'
import { createWorld, type World } from '../world.ts'
import { openPage, sharedBrowser } from './browser.ts'

interface Opened {
  world: World
  server: WebServer
  page: Page
  troubles: string[]
}

/** For each test of a suite a world of its own and a page on it; a script error or a broken policy fails the test. */
export function usePage(launch = sharedBrowser) {
  const pageFolder = builtPage()
  let browser: Browser
  let now: Opened | undefined

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    if (launch !== sharedBrowser) await browser.close()
  })
  beforeEach(async () => {
    const world = createWorld()
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Firefox knows no such permission.
      ...(browser.browserType().name() === 'chromium' && { permissions: ['clipboard-read', 'clipboard-write'] }),
    })
    now = { world, server: await world.serve({ pageFolder }), ...(await openPage(context)) }
  })
  afterEach(async () => {
    const { page, world, troubles } = opened()
    await page.context().close()
    await world.close()
    expect(troubles).toEqual([])
  })

  function opened(): Opened {
    if (!now) throw new Error('the page is opened before each test')
    return now
  }

  return {
    opened,
    async enter() {
      const { page, server } = opened()
      await page.goto(server.link())
      await page.locator('#words').waitFor()
    },
    said: (text: string) => opened().page.locator('#lines').getByText(text),
    async send(text: string) {
      const { page, world } = opened()
      const heard = world.heard(text)
      await page.locator('#words').fill(text)
      // On a touch screen Enter alone begins a new line.
      await page.locator('#words').press('Control+Enter')
      return heard
    },
    /** The daemon after a restart: the same store, the same port. */
    async serveAgain() {
      const { world, server } = opened()
      now = { ...opened(), server: await world.serve({ pageFolder, port: server.port }) }
    },
    /** Another daemon over the same store, with parts of the test's own. */
    async serveWith(parts: Partial<WebServerDeps>) {
      now = { ...opened(), server: await opened().world.serve({ pageFolder, ...parts }) }
    },
  }
}
