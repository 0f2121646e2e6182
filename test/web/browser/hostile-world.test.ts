import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rootLane } from '../../../src/domain/ids.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { keepText } from '../../../src/store/files/files.ts'
import { insertSummary } from '../../../src/store/recall/summaries.ts'
import { insertUsage } from '../../../src/store/work/usage.ts'
import type { WebServer } from '../../../src/web/server.ts'
import { builtPage } from '../../peers/build.ts'
import { size } from '../../support/sizes.ts'
import { hostileStrings } from '../hostile-strings.ts'
import { insertBriefing } from '../jobs.ts'
import { chatOf, createWorld } from '../world.ts'
import { askAbout, notice } from './asked.ts'
import { chromiumPath, openPage, sharedBrowser } from './browser.ts'

const unused = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }

describe.skipIf(!chromiumPath)('in a browser that also meets others', () => {
  const world = createWorld()
  let server: WebServer
  let foreign: Server
  let foreignPort: number
  let page: Page
  let troubles: string[]
  /** It is named after what is in it. */
  let script: string

  beforeAll(async () => {
    server = await world.serve({
      pageFolder: builtPage(),
      owner: { id: world.ownerId, name: '<img src=x onerror=__pwn(1)>' },
    })
    foreign = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><p>hello'),
    )
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    foreignPort = (foreign.address() as AddressInfo).port
    ;({ page, troubles } = await openPage(await (await sharedBrowser()).newContext()))
    await page.goto(server.link())
    await page.locator('#words').waitFor()
    script = (await page.locator('script[type=module]').getAttribute('src'))?.slice(1) ?? ''
  })
  afterAll(async () => {
    await page.context().close()
    foreign.closeAllConnections()
    foreign.close()
    await world.close()
  })

  test('no text of any line, name, title, tool, reason, model, draft, file, job, notice or question ever runs, in any view', {
    timeout: 240_000,
  }, async () => {
    const strings = hostileStrings(size(5, 1))
    expect(strings.length).toBeGreaterThan(size(100, 500))
    const steady = () => world.clock.steady()
    const kept = await keepText(world.db, world.fileStore, { text: 'a list', name: 'list' }, steady)
    for (const [at, text] of strings.entries()) {
      const chat = chatOf(`xss${at % 20}`)
      const said = world.channel.say({
        chat,
        key: `k${at}`,
        text,
        sender: { channel: 'web', id: 'owner' },
        senderName: text,
      })
      if (said.status !== 'stored' || said.task === undefined) throw new Error('not stored')
      world.draft(said.task, text)
      world.tool(said.task, text)
      world.state(said.task, 'failed', { reason: text })
      await world.reply(said.task, text, [{ ...kept, name: text }])
      insertBriefing(world, text)
      notice(world, `alarm:${at}`, text)
      if (at % 10 === 0) askAbout(world, said.task, chat, text)
      insertSummary(
        world.db,
        {
          lane: rootLane(chat),
          conversation: undefined,
          made: 'model',
          trust: 'owner',
          fromId: said.message,
          toId: said.message,
          fromAt: world.clock.now(),
          toAt: world.clock.now(),
          messages: 1,
          text,
        },
        world.clock.now(),
      )
      insertUsage(world.db, {
        ...unused,
        origin: 'chat',
        brain: text,
        model: text,
        costUsd: 1,
        ...momentOf(world.clock),
      })
    }
    for (let at = 0; at < 20; at++) {
      await page.evaluate(`location.hash = 'web:xss${at}'`)
      await page.locator(`.chats [aria-current][href="#web:xss${at}"]`).waitFor()
      await page.locator('#lines .bot').first().waitFor()
      const links = await page
        .locator('#lines a')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
      for (const href of links) expect(href).toMatch(/^(https?:\/\/|mailto:|\/api\/files\/\d+\/0$)/)
    }
    const forbidden = '#lines :is(script, iframe, object, embed, form, svg, img, style, base, meta, link)'
    expect(await page.locator(forbidden).count()).toBe(0)
    const views = page.locator('#rail').getByRole('link')
    for (const view of await views.all()) {
      await view.click()
      await page.getByRole('main').waitFor()
      expect(await page.locator(':is(main, #page) :is(script, iframe, object, embed, style, base, meta)').count()).toBe(
        0,
      )
    }
    await views.first().click()
    await page.locator('#words').waitFor()
    expect(troubles).toEqual([])
  })

  test('our page under a foreign name is refused', async () => {
    const other = await page.context().newPage()
    const answer = await other.goto(`http://evil.test:${server.port}/`)
    expect(answer?.status()).toBe(421)
    await other.close()
  })

  // Each resolves to what the attacker got; a refusal is a rejection or nothing.
  const attacks: Record<string, (target: string) => string> = {
    'reading with fetch': (target) => `fetch('${target}api/state', { credentials: 'include' }).then((r) => r.text())`,
    'posting as a form would': (target) =>
      `fetch('${target}api/chats/web:evil/lines', { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': 'text/plain' }, body: '{"key":"k","text":"evil"}' }).then((r) => r.text())`,
    'posting JSON with our header': (target) =>
      `fetch('${target}api/chats/web:evil/lines', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json', 'x-skein': '1' }, body: '{"key":"k","text":"evil"}' }).then((r) => r.text())`,
    'listening to events': (target) =>
      `new Promise((done, no) => { const s = new EventSource('${target}api/events', { withCredentials: true }); s.onopen = () => done('open'); s.onerror = no })`,
    'opening a WebSocket': (target) =>
      `new Promise((done, no) => { const s = new WebSocket('${target.replace('http', 'ws')}api/events'); s.onopen = () => done('open'); s.onerror = no })`,
    'including our script': (target) =>
      `new Promise((done, no) => { const s = document.createElement('script'); s.src = '${target}${script}'; s.onload = () => done('loaded'); s.onerror = no; document.body.append(s) })`,
    'showing us in a frame': (target) =>
      `new Promise((done) => { const f = document.createElement('iframe'); f.src = '${target}'; f.onload = () => { try { done(f.contentDocument?.querySelector('#words') ? 'framed' : '') } catch { done('') } }; document.body.append(f) })`,
  }

  // A page on another port of this machine is the same site to a browser: there even the cookie comes along.
  const attackers = ['evil.test', '127.0.0.1']
  const targets = ['127.0.0.1', 'localhost', 'evil.test']

  test.each(Object.keys(attacks))('a foreign page gets nowhere by %s', async (name) => {
    const other = await page.context().newPage()
    for (const attacker of attackers) {
      await other.goto(`http://${attacker}:${foreignPort}/`)
      for (const target of targets) {
        const attack = attacks[name]?.(`http://${target}:${server.port}/`) ?? ''
        expect(await other.evaluate(`(${attack}).catch(() => '')`)).toBe('')
      }
    }
    expect(world.accepted.some(({ text }) => text === 'evil')).toBe(false)
    await other.close()
  })

  test('the same calls work from our own page, so that the refusals above mean something', async () => {
    const target = server.url
    const listened = await page.evaluate(`(${attacks['listening to events']?.(target)}).catch(() => '')`)
    expect(listened).toBe('open')
    expect(await page.evaluate(`(${attacks['including our script']?.(target)}).catch(() => '')`)).toBe('loaded')
    const read = await page.evaluate(`(${attacks['reading with fetch']?.(target)}).catch(() => '')`)
    expect(read).toContain('chats')
    await page.evaluate(`(${attacks['posting JSON with our header']?.(target)}).catch(() => '')`)
    expect(world.accepted.some(({ text }) => text === 'evil')).toBe(true)
  })
})
