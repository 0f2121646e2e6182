import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createBuild } from '../../peers/build.ts'
import { type ClaudeRegistry, createClaudeRegistry } from '../../peers/claude-registry.ts'
import { createDaemon } from '../../peers/daemon.ts'
import { createDaemonTools } from '../../peers/daemon-tools.ts'
import { startOllama } from '../../peers/providers/ollama-api.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { says } from '../../peers/providers/script.ts'
import { asPhone, browsers, keepPicture, openPage, sharedBrowser } from './browser.ts'

const KEY = 'sk-canary-4711-long'
/** Nothing listens there. */
const nowhere = { OLLAMA_HOST: '127.0.0.1:9', npm_config_registry: 'http://127.0.0.1:9/' }

// From a fresh start to an answer, with nothing but a browser: the daemon is real, and what it talks to is on loopback.
describe.each(browsers)('the first model in $name', ({ path, launch }) => {
  describe.skipIf(!path)('from the page alone', { timeout: 180_000 }, () => {
    let browser: Browser
    let registry: ClaudeRegistry
    beforeAll(async () => {
      browser = await launch()
      registry = await createClaudeRegistry()
    })
    afterAll(async () => {
      if (launch !== sharedBrowser) await browser.close()
      await registry.close()
    })

    /** A daemon on its first day, and a page that is signed in to it. */
    async function freshStart(env: Record<string, string>, phone = false): Promise<Page> {
      const build = createBuild()
      const daemon = createDaemon({ build, page: true, config: '[brain.claude]\ntools = []\n' })
      onTestFinished(() => daemon.remove())
      await daemon.start({ ...nowhere, ...env })
      const { out } = await createDaemonTools(build, () => daemon).skein('link')
      const context = await browser.newContext({
        viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
      })
      onTestFinished(() => context.close())
      const { page, troubles } = await openPage(context)
      onTestFinished(() => expect(troubles).toEqual([]))
      await page.goto(/http\S+/.exec(out)?.[0] ?? '')
      await page.getByRole('list', { name: 'First steps' }).waitFor()
      return page
    }

    /** In Firefox a picture takes a style of Playwright's, which the policy of the page refuses. */
    const picture = async (page: Page, of: string) => {
      if (browser.browserType().name() === 'chromium') await keepPicture(page, of)
    }
    const way = (page: Page, name: string) => page.locator(`#way-${name}`)

    /** The demo is gone, and the model answers the first message. */
    async function chat(page: Page, answer: string | RegExp): Promise<void> {
      await page.getByRole('heading', { name: 'Connect a model' }).waitFor({ state: 'detached' })
      await page.locator('#words').fill('Are you there?')
      await page.locator('#words').press('Control+Enter')
      await page.locator('#lines').getByText(answer).waitFor()
    }

    test('is one of OpenRouter, with a key; a wrong key and a server that is away are told in its row', async () => {
      const api = await startOpenAi(
        { key: KEY, models: ['maker/grain-7', 'maker/grain-8'] },
        says('OK'),
        says('Here ', 'I am.'),
      )
      onTestFinished(() => api.close())
      const page = await freshStart({})
      const row = way(page, 'openrouter')
      await picture(page, 'first-model')
      await row.getByRole('button', { name: 'Connect' }).click()
      await row.getByLabel('API key').fill('sk-wrong')
      await row.getByText('More settings').click()
      await row.getByLabel('Address').fill('http://127.0.0.1:9/v1')
      await row.getByRole('button', { name: 'Continue' }).click()
      await row.getByRole('alert').getByText('127.0.0.1:9 does not answer').waitFor()
      await row.getByLabel('Address').fill(`${api.url}/v1`)
      await row.getByRole('button', { name: 'Continue' }).click()
      await row.getByRole('alert').getByText('does not accept this key').waitFor()
      await row.getByLabel('API key').fill(KEY)
      await row.getByLabel('API key').press('Enter')
      await row.getByLabel('Model (2 offered)').selectOption('maker/grain-8')
      await picture(page, 'first-model-openrouter')
      await row.getByRole('button', { name: 'Check and connect' }).click()
      await chat(page, 'Here I am.')
      expect(await page.content()).not.toContain(KEY)

      // It is listed with what was saved, and can be changed and disconnected without a restart.
      await page.goto(`${page.url().split('#')[0]}#settings/models`)
      const saved = page.locator('#provider-openrouter')
      await saved.getByText('Connected: maker/grain-8').waitFor()
      await picture(page, 'models-connected')
      await saved.getByRole('button', { name: 'Change' }).click()
      expect(await saved.getByLabel('API key').inputValue()).toBe('')
      await saved.getByRole('button', { name: 'Continue' }).click()
      expect(await saved.getByLabel('Model (2 offered)').inputValue()).toBe('maker/grain-8')
      await saved.getByLabel('Model (2 offered)').selectOption('maker/grain-7')
      await saved.getByRole('button', { name: 'Check and connect' }).click()
      await saved.getByText('Connected: maker/grain-7').waitFor()
      await saved.getByRole('button', { name: 'Disconnect' }).click()
      await saved.getByRole('button', { name: 'Disconnect openrouter now' }).click()
      await saved.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Connect a model' }).waitFor()
    })

    test('is one of an Ollama that was found, on a phone too', async () => {
      const ollama = await startOllama({ models: ['grain:8b', 'grain:1b'] }, says('OK'), says('From ', 'here.'))
      onTestFinished(() => ollama.close())
      const page = await freshStart({ OLLAMA_HOST: new URL(ollama.url).host }, true)
      const row = way(page, 'ollama')
      await row.getByText('It runs on this machine with 2 models.').waitFor()
      if (browser.browserType().name() === 'chromium') {
        const tap = await asPhone(page)
        await tap(row.getByRole('button', { name: 'Connect' }))
      } else await row.getByRole('button', { name: 'Connect' }).click()
      await row.getByLabel('Model (2 offered)').selectOption('grain:1b')
      await picture(page, 'first-model-phone')
      const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(sideways)).toBe(0)
      await row.getByRole('button', { name: 'Check and connect' }).click()
      await chat(page, 'From here.')
    })

    test('is Claude, whose program is installed after a yes; what fails is told in its row', async () => {
      const page = await freshStart(registry.env)
      const row = way(page, 'claude')
      await row.getByRole('button', { name: 'Connect' }).click()
      await row.getByText('is not on this machine yet').waitFor()
      await picture(page, 'first-model-claude')
      await row.getByRole('button', { name: 'Install and sign in' }).click()
      const link = row.getByRole('link', { name: 'Open claude.example' })
      await link.waitFor()
      expect(await link.getAttribute('href')).toBe('https://claude.example/authorize?code=true')
      // A sign-in that was left begins anew, without another installation.
      await row.getByRole('button', { name: 'Cancel' }).click()
      await row.getByRole('button', { name: 'Install and sign in' }).click()
      await link.waitFor()
      await row.getByLabel('Code from the page').fill('wrong')
      await row.getByRole('button', { name: 'Check and connect' }).click()
      await row.getByRole('alert').getByText('The sign-in was not completed.').waitFor()
      await row.getByRole('button', { name: 'Install and sign in' }).click()
      await row.getByLabel('Code from the page').fill(registry.code)
      await picture(page, 'first-model-claude-code')
      await row.getByRole('button', { name: 'Check and connect' }).click()
      await chat(page, 'hello')
    })

    test('is not Claude where its program cannot be fetched', async () => {
      const page = await freshStart({})
      const row = way(page, 'claude')
      await row.getByRole('button', { name: 'Connect' }).click()
      await row.getByRole('button', { name: 'Install and sign in' }).click()
      await row.getByRole('alert').getByText('the npm registry cannot be reached (ECONNREFUSED).').waitFor()
      await picture(page, 'first-model-claude-failed')
    })
  })
})
