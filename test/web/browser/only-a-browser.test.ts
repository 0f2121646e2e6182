import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createBuild } from '../../peers/build.ts'
import { type ClaudeRegistry, createClaudeRegistry } from '../../peers/claude-registry.ts'
import { createDaemon } from '../../peers/daemon.ts'
import { freePorts } from '../../peers/mail/server-process.ts'
import { startOllama } from '../../peers/providers/ollama-api.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { type Scripted, says } from '../../peers/providers/script.ts'
import { isLong } from '../../support/sizes.ts'
import { browsers, linesOf, openPage } from './browser.ts'
import { readQrCode } from './qr.ts'

const KEY = 'sk-canary-4711-long'
/** Nothing listens there. */
const nowhere = { OLLAMA_HOST: '127.0.0.1:9', npm_config_registry: 'http://127.0.0.1:9/' }

const widths = [
  { width: 1280, height: 800, hasTouch: false },
  { width: 390, height: 844, hasTouch: true },
]
/** All of them in `npm run test:long`; otherwise each browser and each width once. */
const places = browsers.flatMap((browser) =>
  widths.flatMap((width) =>
    isLong || (browser.name === 'Chromium') === width.hasTouch ? [{ ...browser, ...width }] : [],
  ),
)

/** Two messages, as ChatGPT exports them. */
const roof = {
  title: 'The roof',
  create_time: 1_700_000_000,
  conversation_id: 'conversation-1',
  current_node: 'answer',
  mapping: {
    question: node(null, 'user', 'Who repairs roofs?'),
    answer: node('question', 'assistant', 'A roofer.'),
  },
}

function node(parent: string | null, role: string, text: string) {
  const content = { content_type: 'text', parts: [text] }
  return { parent, children: [], message: { author: { role }, create_time: 1_700_000_000, recipient: 'all', content } }
}

// A person starts only the daemon. Its first words in the terminal hold the link; all else happens in browsers. What is
// not theirs is played beside it: the servers of the models, and the package registry that the CLI comes from.
describe.each(places)('with only a browser: $name, $width pixels wide', ({ name, path, launch, ...screen }) => {
  describe.skipIf(!path)('a person', { timeout: 300_000 }, () => {
    let browser: Browser
    let registry: ClaudeRegistry
    beforeAll(async () => {
      browser = await launch()
      registry = await createClaudeRegistry()
    })
    afterAll(async () => {
      if (name === 'Firefox') await browser.close()
      await registry.close()
    })

    // In Firefox, a tap of the test is no click.
    const isTapped = name === 'Chromium'
    const press = (target: Locator) => (screen.hasTouch && isTapped ? target.tap() : target.click())
    const pressOnPhone = (target: Locator) => (isTapped ? target.tap() : target.click())

    async function openAt(address: string, { width, height, hasTouch } = screen): Promise<Page> {
      const options: BrowserContextOptions = { viewport: { width, height }, hasTouch, acceptDownloads: true }
      const context = await browser.newContext(options)
      onTestFinished(() => context.close())
      const { page, troubles } = await openPage(context)
      // Playwright adds a style for pictures, which the page's policy refuses.
      const isOfPicture = (trouble: string) => name === 'Firefox' && /style-src-elem/.test(trouble)
      onTestFinished(() => expect(troubles.filter((trouble) => !isOfPicture(trouble))).toEqual([]))
      await page.goto(address)
      return page
    }

    /** A daemon on its first day, and a page that is signed in to it. */
    async function freshStart(env: Record<string, string>): Promise<Page> {
      // Where the page is opened for other devices, it takes no other port when its own is taken.
      const [port] = await freePorts(1)
      const config = `bind = "127.0.0.2"\nport = ${port}\n[brain.claude]\ntools = []\n`
      const daemon = createDaemon({ build: createBuild(), page: true, terminal: true, config })
      onTestFinished(() => daemon.remove())
      await daemon.start({ ...nowhere, ...env })
      const page = await openAt(/http\S+/.exec(daemon.announced())?.[0] ?? '')
      await page.getByRole('list', { name: 'First steps' }).waitFor()
      return page
    }

    const said = (page: Page, text: string) => page.locator('#lines > .line:not(.draft)').getByText(text)

    async function send(page: Page, text: string): Promise<void> {
      await page.locator('#words').fill(text)
      await press(page.locator('#send'))
    }

    /** Sees an answer while the model is still at it. */
    async function watchStreaming(page: Page): Promise<void> {
      await send(page, 'Tell me a story.')
      await page.locator('.draft').getByText('Once upon').waitFor()
      await press(page.locator('#stop'))
      await page.locator('.draft').waitFor({ state: 'detached' })
    }

    async function connectOllama(...replies: Scripted[]): Promise<Page> {
      const ollama = await startOllama({ models: ['grain:8b', 'grain:1b'] }, ...replies)
      onTestFinished(() => ollama.close())
      const page = await freshStart({ OLLAMA_HOST: new URL(ollama.url).host })
      const row = page.locator('#way-ollama')
      await press(row.getByRole('button', { name: 'Connect' }))
      await row.getByLabel('Model (2 offered)').selectOption('grain:1b')
      await connected(page, row)
      return page
    }

    async function connected(page: Page, row: Locator): Promise<void> {
      await press(row.getByRole('button', { name: 'Check and connect' }))
      await page.getByRole('heading', { name: 'Connect a model' }).waitFor({ state: 'detached' })
    }

    const story: Scripted = { kind: 'cut', pieces: ['Once upon ', 'a time ', 'there was'], end: { how: 'stall' } }

    test('gets a streamed answer of OpenRouter', async () => {
      const api = await startOpenAi({ key: KEY, models: ['maker/grain-7'] }, says('OK'), says('Here ', 'I am.'), story)
      onTestFinished(() => api.close())
      const page = await freshStart({})
      const row = page.locator('#way-openrouter')
      await press(row.getByRole('button', { name: 'Connect' }))
      await row.getByLabel('API key').fill(KEY)
      await press(row.getByText('More settings'))
      await row.getByLabel('Address').fill(`${api.url}/v1`)
      await press(row.getByRole('button', { name: 'Continue' }))
      await row.getByLabel('Model (1 offered)').selectOption('maker/grain-7')
      await connected(page, row)
      await page.getByRole('button', { name: 'Model: maker/grain-7' }).waitFor()
      await send(page, 'Are you there?')
      await said(page, 'Here I am.').waitFor()
      await watchStreaming(page)
    })

    test('gets a streamed answer of Ollama', async () => {
      const page = await connectOllama(says('OK'), says('From ', 'here.'), story)
      await send(page, 'Are you there?')
      await said(page, 'From here.').waitFor()
      await watchStreaming(page)
    })

    test('signs in with Claude and gets an answer', async () => {
      const page = await freshStart(registry.env)
      const row = page.locator('#way-claude')
      await press(row.getByRole('button', { name: 'Connect' }))
      await press(row.getByRole('button', { name: 'Install and sign in' }))
      await row.getByRole('link', { name: 'Open claude.example' }).waitFor()
      await row.getByLabel('Code from the page').fill(registry.code)
      await connected(page, row)
      await send(page, 'Are you there?')
      await said(page, 'hello').waitFor()
    })

    test('signs in a phone, lets somebody in, imports, edits, retries and exports', async () => {
      let count = 0
      const page = await connectOllama(says('OK'), () => says(`Answer ${++count}.`))
      const settings = page.getByRole('main', { name: 'Settings' })
      const goTo = (view: string) => page.evaluate(`location.hash = '${view}'`)
      await send(page, 'My cat is ill.')
      await said(page, 'Answer 1.').waitFor()

      // Each edit and each retry is a version, and the earlier ones stay.
      for (const [at, text] of ['My dog is ill.', 'My horse is ill.'].entries()) {
        await press(page.locator('.line.human').getByRole('button', { name: 'Edit and send again' }))
        await page.locator('#editing').waitFor()
        await send(page, text)
        await said(page, `Answer ${at + 2}.`).waitFor()
      }
      const versions = () => page.locator('.versions').allTextContents()
      await expect.poll(versions).toEqual(['‹3/3›'])
      await press(page.getByRole('button', { name: 'Previous version' }))
      await said(page, 'Answer 2.').waitFor()
      await expect.poll(versions).toEqual(['‹2/3›'])
      await press(page.locator('.line.bot').getByRole('button', { name: 'Retry' }))
      await said(page, 'Answer 4.').waitFor()
      await expect.poll(() => linesOf(page)).toEqual(['My dog is ill.', 'Answer 4.'])
      await expect.poll(versions).toEqual(['‹2/3›', '‹2/2›'])

      // The second browser is a phone, whose camera reads the code.
      await goTo('settings/people')
      await press(settings.getByRole('button', { name: 'Show the QR code' }))
      const phoneScreen = { width: 390, height: 844, hasTouch: true }
      const phone = await openAt(
        await readQrCode(settings.getByRole('img', { name: 'QR code with the sign-in link' })),
        phoneScreen,
      )
      await pressOnPhone(phone.locator('#open-drawer'))
      await phone.locator('#drawer').getByText('My cat is ill.').waitFor()

      const people = page.getByRole('region', { name: 'People' })
      await people.getByLabel('Name').fill('Bo')
      await press(people.getByRole('button', { name: 'Make a sign-in link' }))
      const card = people.getByRole('group', { name: 'Sign-in link for Bo' })
      const member = await openAt(await readQrCode(card.getByRole('img')), phoneScreen)
      await member.locator('#words').fill('hello from Bo')
      await pressOnPhone(member.locator('#send'))
      await said(member, 'Answer 5.').waitFor()
      await pressOnPhone(member.locator('#open-drawer'))
      await member.locator('#drawer').getByText('hello from Bo').waitFor()
      expect(await member.locator('#drawer').innerText()).not.toContain('ill')

      await goTo('settings/import')
      const file = Buffer.from(JSON.stringify([roof]))
      const section = page.locator('#import')
      await section
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'conversations.json', mimeType: 'application/json', buffer: file })
      await press(section.getByRole('button', { name: 'Preview' }))
      await section.getByRole('group', { name: 'In this file' }).getByText('ChatGPT: 2 messages in 1 chat').waitFor()
      await press(section.getByRole('button', { name: 'Import', exact: true }))
      await section.getByText('2 messages imported, 0 were already there.').waitFor()

      const download = page.waitForEvent('download')
      await press(page.getByRole('link', { name: 'Download everything' }))
      expect((await download).suggestedFilename()).toMatch(/^skein-export-person-\d+-.*\.tar\.gz$/)
    })
  })
})
