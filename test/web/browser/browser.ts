import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, firefox, type Locator, type Page } from 'playwright-core'

/** Debian's Chromium, or whichever is named; undefined where there is none, and then the browser suites are skipped. */
export const fullChromiumPath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  existsSync,
)

/** The same without windows, which takes less time. It can show no notifications. */
export const chromiumPath = ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? fullChromiumPath

let shared: Browser | undefined

/** The Chromium of this worker, for all the files that it runs: every test has a context of its own in it. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchBrowser()
  return shared
}

export function launchFullBrowser(): Promise<Browser> {
  return launchBrowser(fullChromiumPath)
}

function launchBrowser(path = chromiumPath): Promise<Browser> {
  return chromium.launch({
    ...(path && { executablePath: path }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // What an attacker's name server does: their name, our address.
      '--host-resolver-rules=MAP evil.test 127.0.0.1',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })
}

/** Debian's Firefox; undefined where there is none, and then the road is tried in Chromium alone. */
export const firefoxPath = [process.env.SKEIN_TEST_FIREFOX ?? '', '/usr/bin/firefox-esr'].find(existsSync)

export function launchFirefox(): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('firefox-relay.mjs', import.meta.url)),
    env: { ...process.env, SKEIN_TEST_FIREFOX: firefoxPath },
  })
}

/** What the road is tried in. */
export const browsers = [
  { name: 'Chromium', path: chromiumPath, launch: sharedBrowser },
  { name: 'Firefox', path: firefoxPath, launch: launchFirefox },
]

/** A page that notes every error and every script that was not ours. */
export async function openPage(context: BrowserContext): Promise<{ page: Page; troubles: string[] }> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  if (process.env.SKEIN_TEST_LATE) await beLate(page, Number(process.env.SKEIN_TEST_LATE))
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.exposeFunction('__pwn', (what: unknown) => troubles.push(`script ran: ${String(what)}`))
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => __pwn('blocked ' + event.violatedDirective))",
  )
  return { page, troubles }
}

/**
 * The page as on a machine that is busy: its frames come late, and what Preact leaves for after a frame later still.
 * With `SKEIN_TEST_LATE=200` every page of the suites is, by so many milliseconds.
 */
export async function beLate(page: Page, ms: number): Promise<void> {
  await page.addInitScript(`{
    const later = setTimeout
    globalThis.setTimeout = (then, after, ...more) => later(then, Math.max(after ?? 0, ${ms}), ...more)
    globalThis.requestAnimationFrame = (then) => later(() => then(performance.now()), ${ms})
    globalThis.cancelAnimationFrame = clearTimeout
  }`)
}

/** Where the page is, as it knows itself: Playwright's own `page.url()` learns of a change a moment later. */
export function addressOf(page: Page): Promise<string> {
  return page.evaluate<string>('location.href')
}

/** Kept where `SKEIN_PICTURES` names a folder, for somebody who wants to look. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SKEIN_PICTURES
  if (!folder) return
  await page.screenshot({ path: join(folder, `${name.replaceAll(' ', '-').toLowerCase()}.png`), fullPage: true })
}

/** Puts the page where it is noon now, so that three hours ago was today. */
export async function liveAtNoon(page: Page): Promise<void> {
  const ahead = 12 - new Date().getUTCHours()
  const session = await page.context().newCDPSession(page)
  // The names of these zones count the other way round.
  await session.send('Emulation.setTimezoneOverride', {
    timezoneId: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
  })
}

/** From here on the page is on a phone, 390 pixels wide. Answers what taps on it as a finger does, where a mouse would click. */
export async function asPhone(page: Page, height = 844): Promise<(target: Locator) => Promise<void>> {
  await page.setViewportSize({ width: 390, height })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  return async (target) => {
    // Waits until it can be hit, without doing so.
    await target.click({ trial: true })
    const box = await target.boundingBox()
    if (!box) throw new Error('what is to be tapped has gone')
    const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

/** What the person reads: the lines of the conversation, without their times. */
export function linesOf(page: Page): Promise<string[]> {
  return page.locator('#lines > .line:not(.draft) :is(.bubble, .text)').allInnerTexts()
}

export function receiptsOf(page: Page): Promise<string[]> {
  return page.locator('.receipt').allInnerTexts()
}
