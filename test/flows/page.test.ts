import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { makePng } from '../peers/picture.ts'
import { size } from '../support/sizes.ts'
import { addressOf, chromiumPath, linesOf, openPage, receiptsOf, sharedBrowser } from '../web/browser/browser.ts'

describe.skipIf(!chromiumPath)('the page of the real daemon', () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-flow-'))
  const config = join(dir, 'config.toml')
  let build: Build
  let page: Page
  let troubles: string[]
  let daemon: ChildProcess
  beforeAll(async () => {
    build = createBuild()
    const settings = `[web]\nport = ${await freePort()}\n[brain]\ndefault = "demo"\n[workers]\nsafe_mode_after = 0\n`
    writeFileSync(config, settings, { mode: 0o600 })
    daemon = await start()
    const browser = await sharedBrowser()
    ;({ page, troubles } = await openPage(await browser.newContext({ viewport: { width: 1280, height: 800 } })))
    await page.goto(await link())
    await page.locator('#words').waitFor()
  })
  afterAll(async () => {
    await page.context().close()
    await end('SIGTERM')
    rmSync(dir, { recursive: true })
    expect(troubles).toEqual([])
  })

  function skein(...args: string[]): ChildProcess {
    return spawn(process.execPath, [build.main, '--json', '--data', join(dir, 'data'), '--config', config, ...args], {
      env: { PATH: process.env.PATH, HOME: dir },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }

  async function start(): Promise<ChildProcess> {
    const child = skein('start')
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve())
      child.once('close', () => reject(new Error('the daemon ended before it was ready')))
    })
    return child
  }

  /** What a command prints. */
  async function told(command: string): Promise<unknown> {
    const child = skein(command)
    let out = ''
    child.stdout?.on('data', (bytes) => (out += String(bytes)))
    await new Promise((resolve) => child.once('close', resolve))
    return JSON.parse(out)
  }

  const link = async () => ((await told('link')) as { url: string }).url

  function end(signal: NodeJS.Signals): Promise<void> {
    if (daemon.exitCode !== null || daemon.signalCode !== null) return Promise.resolve()
    const ended = new Promise<void>((resolve) => daemon.once('close', () => resolve()))
    daemon.kill(signal)
    return ended
  }

  async function send(text: string): Promise<void> {
    await page.locator('#words').fill(text)
    await page.locator('#words').press('Enter')
  }

  const answers = () => page.locator('.line.bot:not(.draft)')

  test('says that the demo answers, and how to connect a model', async () => {
    const step = page.getByRole('list', { name: 'First steps' }).getByRole('listitem').first()
    await step.getByText('Right now a demo answers instead of a model.').waitFor()
    await step.getByRole('button', { name: 'Connect' }).first().waitFor()
  })

  test('a message is answered as it streams, and a command too', async () => {
    await send('the boiler was serviced in March')
    await page.locator('.draft').waitFor()
    await answers().nth(0).waitFor()
    await send('/whoami')
    await answers().nth(1).waitFor()
    const shown = await linesOf(page)
    expect(shown).toEqual([
      'the boiler was serviced in March',
      expect.stringContaining('demo'),
      '/whoami',
      expect.stringContaining('owner'),
    ])
    await expect.poll(() => receiptsOf(page)).toEqual(['answered'])
  })

  test('what the model saw for an answer can be read, and a search leads back to what was said', async () => {
    const panel = page.getByRole('dialog', { name: 'What the model saw' })
    const why = page.getByRole('button', { name: 'What the model saw for this answer' })
    // The command asked no model.
    expect(await why.count()).toBe(1)
    await why.click()
    await panel.getByText('The message was treated as the beginning of something new, because').waitFor()
    expect(await panel.locator('.part-name').allInnerTexts()).toEqual(
      expect.arrayContaining(['Instructions', 'The message']),
    )
    expect((await panel.locator('pre').allInnerTexts()).at(-1)).toContain('the boiler was serviced in March')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    // The browser shuts a dialog by itself, and tells the page of it afterwards.
    await expect.poll(() => page.url()).not.toContain('/turn/')
    const before = await addressOf(page)
    await page.keyboard.press('Control+k')
    await page.locator('#empty').waitFor()
    await page.getByRole('searchbox').fill('boiler service')
    await page.locator('#found a').first().click()
    await page.locator('#lines .bubble', { hasText: 'the boiler was serviced in March' }).waitFor()
    expect(await addressOf(page)).toContain(`${before}/line/`)
    await page.getByRole('searchbox').press('Escape')
  })

  test('a daemon that is killed in the middle of an answer comes back, and every line is there once', {
    timeout: 90_000,
  }, async () => {
    await page.keyboard.press('Control+k')
    await page.locator('#empty').waitFor()
    const asked: string[] = []
    for (let round = 0; round < size(2, 5); round++) {
      asked.push(`question ${round}`, `and another ${round}`)
      await send(`question ${round}`)
      await page.locator('.draft').waitFor()
      await end('SIGKILL')
      await send(`and another ${round}`)
      await page.getByText('not sent yet').waitFor()
      daemon = await start()
      await expect.poll(() => receiptsOf(page)).toEqual(asked.map(() => 'answered'))
      // A draft stays until its answer is there: the next round's must be the next question's own.
      await expect.poll(() => answers().count()).toBe(asked.length)
    }
    const shown = await linesOf(page)
    expect(shown.filter((text) => asked.includes(text))).toEqual(asked)
    await page.reload()
    await answers()
      .nth(asked.length - 1)
      .waitFor()
    // Until it is laid out, a block has its words without the breaks between them.
    await expect.poll(() => linesOf(page)).toEqual(shown)
  })

  test('a turn can be stopped', async () => {
    await send('tell me about the boiler')
    await page.locator('.draft').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await receiptsOf(page)).at(-1)).toBe('stopped')
    await expect.poll(() => page.locator('.draft').count()).toBe(0)
  })

  const picture = { name: 'roof.png', mimeType: 'image/png', buffer: makePng(40) }
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('the roof leaks') }
  /** Whether the browser could draw it, and how wide. */
  const widths = () =>
    page
      .locator('#lines .picture img')
      .evaluateAll((all) => all.map((one) => (one as { naturalWidth?: number }).naturalWidth))

  test('a picture and a file go with a message, are there after a reload, and can be had again', async () => {
    await page.keyboard.press('Control+k')
    await page.locator('#empty').waitFor()
    await page.locator('#chooser').setInputFiles([picture, notes, { ...notes, name: 'mistake.txt' }])
    await page.getByRole('button', { name: 'Remove mistake.txt' }).click()
    expect(await page.locator('#tray .name').allInnerTexts()).toEqual(['roof.png', 'notes.txt'])
    await expect.poll(() => page.locator('#send').isEnabled()).toBe(true)
    await send('what is on it?')
    await expect.poll(widths).toEqual([40])
    await expect.poll(() => page.locator('#tray').isVisible()).toBe(false)
    await page.reload()
    await expect.poll(widths).toEqual([40])
    expect(await page.locator('#lines .picture img').getAttribute('alt')).toBe('roof.png')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'notes.txt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('notes.txt')
    expect(readFileSync(await download.path(), 'utf8')).toBe('the roof leaks')
  })

  test('a picture can be pasted or dropped, and sent without a word', async () => {
    await page.keyboard.press('Control+k')
    await page.locator('#empty').waitFor()
    for (const [kind, target] of [
      ['paste', '#words'],
      ['drop', '#thread'],
    ]) {
      await page.evaluate(
        `(() => {
          const transfer = new DataTransfer()
          const bytes = Uint8Array.from(atob('${picture.buffer.toString('base64')}'), (c) => c.charCodeAt(0))
          transfer.items.add(new File([bytes], '${kind}.png', { type: 'image/png' }))
          const init = { bubbles: true, cancelable: true, clipboardData: transfer, dataTransfer: transfer }
          const event = '${kind}' === 'paste' ? new ClipboardEvent('paste', init) : new DragEvent('drop', init)
          document.querySelector('${target}').dispatchEvent(event)
        })()`,
      )
    }
    expect(await page.locator('#tray .name').allInnerTexts()).toEqual(['paste.png', 'drop.png'])
    await page.locator('#send').click()
    await expect.poll(widths).toEqual([40, 40])
    expect(await page.locator('#title').innerText()).toBe('paste.png')
  })

  test('what is too large is said at once, and holds nothing else up', async () => {
    await page.keyboard.press('Control+k')
    const large = join(dir, 'film.mp4')
    writeFileSync(large, Buffer.alloc(26 * 1024 * 1024))
    await page.locator('#chooser').setInputFiles(large)
    await page.getByRole('alert').getByText('larger than 25 MB').waitFor()
    await page.locator('#words').fill('hello')
    await page.locator('#send').click()
    await page.locator('#lines .human').getByText('hello').waitFor()
    await page.getByRole('button', { name: 'Remove film.mp4' }).click()
    await page.locator('#tray .name').waitFor({ state: 'detached' })
  })

  test('the command line sends files too', async () => {
    writeFileSync(join(dir, 'bill.txt'), 'forty-two')
    const child = skein('send', '--chat', 'web:bills', '--file', join(dir, 'bill.txt'), '--file', join(dir, 'bill.txt'))
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    await page.goto(`${page.url().split('#')[0]}#web:bills`)
    await expect.poll(() => page.locator('#lines .file .name').allInnerTexts()).toEqual(['bill.txt', 'bill.txt'])
    const absent = skein('send', 'hello', '--file', join(dir, 'absent'))
    expect(await new Promise((resolve) => absent.once('close', resolve))).toBe(64)
    const tooLarge = skein('send', 'hello', '--file', join(dir, 'film.mp4'))
    expect(await new Promise((resolve) => tooLarge.once('close', resolve))).toBe(64)
  })

  test('it is restarted on the page: not into a wrong configuration, and then what is new in it holds', async () => {
    const origin = new URL(page.url()).origin
    const settings = readFileSync(config, 'utf8')
    const { pid } = daemon
    const press = async () => {
      const section = page.getByRole('region', { name: 'Restart' })
      await section.getByRole('button', { name: 'Restart Skein' }).click()
      await section.getByRole('button', { name: 'Restart now' }).click()
    }
    await page.goto(`${origin}/#settings/advanced`)
    writeFileSync(config, settings.replace('[web]', '[web]\nport_number = 1'))
    await press()
    const refusal = { hasText: /port_number.*Skein keeps running/s }
    await page.getByRole('alert').filter(refusal).waitFor()
    writeFileSync(config, settings.replace('[web]', '[web]\nbind = "127.0.0.2"'))
    const reloaded = page.waitForEvent('load')
    await press()
    await page.getByText('Restarting…').waitFor()
    await reloaded
    expect(daemon).toMatchObject({ pid, exitCode: null, signalCode: null })
    expect((await fetch(origin.replace('127.0.0.1', '127.0.0.2'))).status).toBe(200)
    await page.goto(`${origin}/#web:after`)
    await send('are you there again?')
    await answers().first().waitFor()
  })

  test('what is set on the page for the next start outlives a kill, and holds then; the file stays as it is', async () => {
    const settings = readFileSync(config, 'utf8')
    await page.goto(`${new URL(page.url()).origin}/#settings/advanced`)
    const section = (name: RegExp) => page.locator('details.config-section').filter({ hasText: name })
    await section(/^log/).locator('summary').click()
    await page.getByLabel('log.format').selectOption('json')
    await section(/^log/).getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('set here · applies after a restart; default: auto').waitFor()
    await section(/^mcp/).locator('summary').click()
    await section(/^mcp/).getByRole('button', { name: 'Add' }).click()
    await page.keyboard.type('calendar')
    await section(/^mcp/).getByLabel('url').fill('https://mcp.example.org/')
    await section(/^mcp/).getByLabel('url').press('Enter')
    await section(/^mcp/).getByText('added here').waitFor()
    await end('SIGKILL')
    daemon = await start()
    expect(await told('config')).toMatchObject({ 'log.format': 'json', 'mcp.calendar.url': expect.any(String) })
    await page.reload()
    await section(/^log/).locator('summary').click()
    await page.getByText('set here; default: auto').waitFor()
    expect(readFileSync(config, 'utf8')).toBe(settings)
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
