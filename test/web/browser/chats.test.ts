import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { markDeleted } from '../../../src/store/messages/deletions.ts'
import type { ChatListPage, ChatSummary } from '../../../src/web/page/wire/chat-wire.ts'
import type { LinePage } from '../../../src/web/page/wire/wire.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { chatOf, createWorld } from '../world.ts'
import { asPhone, chromiumPath, linesOf, liveAtNoon } from './browser.ts'
import { hear } from './hear.ts'
import { usePage } from './page-world.ts'

const hostile = '<img src=x onerror=__pwn(1)>'
const mail = makeChatId('email', `"/../#?&=%${hostile}\u202e@b.example`)
const dayMs = 86_400_000

describe('the chats of every channel, over HTTP', () => {
  test('are listed in pages, kept as the owner wants, and read, but for what is private to somebody else', async () => {
    const world = createWorld()
    const server = await world.serve()
    const { cookie } = await signIn(server)
    const headers = pageHeaders(server.port, { cookie })
    const get = (path: string) => ask(server.port, { path, headers })
    const post = (path: string, body: object) =>
      ask(server.port, { method: 'POST', path, headers, body: JSON.stringify(body) })
    for (let n = 0; n < 130; n++) hear(world, makeChatId('talk', `room-${n}`), { ago: n * 1000 })
    const said = hear(world, mail, { ago: 0 })
    world.db.raw.exec("INSERT INTO person (id, name, role, created_at) VALUES (77, 'Bo', 'member', 0)")
    const theirs = makeChatId('telegram', '77')
    hear(world, theirs, { person: 77, audience: 'private' })

    const first = (await get('/api/chats')).json() as ChatListPage
    expect([first.chats.length, first.older]).toEqual([100, true])
    const last = first.chats.at(-1)
    const rest = (await get(`/api/chats?at=${last?.at}&id=${last?.id}&pinned=false`)).json() as ChatListPage
    expect([rest.chats.length, rest.older]).toEqual([31, false])
    expect([...first.chats, ...rest.chats].map(({ id }) => id)).not.toContain(theirs)
    expect((await get('/api/chats?at=x')).status).toBe(400)

    const path = `/api/chats/${encodeURIComponent(mail)}`
    const page = (await get(`${path}/lines`)).json() as LinePage
    expect(page.lines.map(({ id }) => id)).toEqual([said])
    expect(page.chat).toMatchObject({ id: mail, channel: 'email' })
    // Others read along there: nothing is said or stopped from here.
    expect((await post(`${path}/lines`, { key: 'k', text: 'hello' })).status).toBe(404)
    expect((await post(`${path}/stop`, {})).status).toBe(404)

    const kept = (await post(`${path}/keep`, { name: 'The roof', pinned: true })).json() as ChatSummary
    expect(kept).toMatchObject({ id: mail, title: 'The roof', pinned: true })
    await post(`${path}/keep`, { archived: true })
    expect(((await get('/api/chats?archived=true')).json() as ChatListPage).chats.map(({ id }) => id)).toEqual([mail])
    expect((await post(`${path}/keep`, { pinned: 'yes' })).status).toBe(400)

    for (const change of ['lines', 'keep', 'seen']) {
      const foreign = `/api/chats/${theirs}/${change}`
      const answer = change === 'lines' ? await get(foreign) : await post(foreign, { line: 1, pinned: true })
      expect([change, answer.status]).toEqual([change, 404])
    }
    await world.close()
  })

  test('a page of lines can lie before, after and around a line', async () => {
    const world = createWorld()
    const server = await world.serve()
    const { cookie } = await signIn(server)
    const ids = Array.from({ length: 120 }, (_, at) => world.say(chatOf('long'), `line ${at}`).message)
    const read = async (query: string) => {
      const path = `/api/chats/web:long/lines${query}`
      const { lines, ...page } = (
        await ask(server.port, { path, headers: pageHeaders(server.port, { cookie }) })
      ).json() as LinePage
      return [ids.indexOf(lines[0]?.id ?? 0), ids.indexOf(lines.at(-1)?.id ?? 0), page.older, page.newer ?? false]
    }
    expect(await read('')).toEqual([70, 119, true, false])
    expect(await read(`?before=${ids[40]}`)).toEqual([0, 39, false, false])
    expect(await read(`?after=${ids[40]}`)).toEqual([41, 90, true, true])
    expect(await read(`?after=${ids[80]}`)).toEqual([81, 119, true, false])
    expect(await read(`?around=${ids[60]}`)).toEqual([36, 85, true, true])
    await world.close()
  })
})

describe.skipIf(!chromiumPath)('the list of chats, on the page', () => {
  const { opened, enter } = usePage()

  test('holds every channel by age with how each stands, and a thread of another channel is read there', async () => {
    const { world, page } = opened()
    hear(world, makeChatId('talk', 'room'), { title: hostile, ago: 3 * dayMs, text: hostile })
    hear(world, mail, { title: 'Re: the roof', ago: 40 * dayMs, text: 'An offer' })
    const { task } = world.say(chatOf('boiler'), 'about the boiler')
    world.say(chatOf('open'), 'what is open')
    await enter()
    const section = (name: string) => page.getByRole('region', { name })
    await section('Today').getByText('working').waitFor()
    expect(await section('Last 7 days').getByRole('link').innerText()).toContain(hostile)
    await section('Older').getByText('email').waitFor()
    world.state(task, 'waiting')
    await section('Today').getByText('needs you').waitFor()

    await section('Older').getByRole('link').focus()
    await page.keyboard.press('Enter')
    await page.getByText('This chat is on email.').waitFor()
    await expect.poll(() => linesOf(page)).toEqual(['An offer'])
    expect(await page.locator('#words').count()).toBe(0)
    await page.reload()
    await page.getByText('This chat is on email.').waitFor()
    expect(await page.locator('#title').innerText()).toBe('Re: the roof')

    // What is said there shows by itself.
    hear(world, mail, { ago: 0, text: 'A better offer' })
    await page.locator('#lines').getByText('A better offer').waitFor()
    await page.evaluate("location.hash = 'telegram:unknown'")
    await page.getByText('There is no such chat.').waitFor()
  })

  test('a thread says who speaks, what was edited and deleted, and where a conversation begins', async () => {
    const { world, page } = opened()
    await liveAtNoon(page)
    const room = makeChatId('talk', 'room')
    hear(world, room, { ago: 3 * 3_600_000, text: 'long ago', title: 'Kitchen' })
    const at = hear(world, room, { ago: 60_000, text: 'at six', remoteId: '1', person: null })
    hear(world, room, { ago: 50_000, text: '[edited] at seven', remoteId: '1', person: null })
    const gone = hear(world, room, { ago: 40_000, text: 'oh dear', name: hostile, person: null })
    markDeleted(world.db, gone, momentOf(world.clock))
    world.say(chatOf('own'), 'my own line')
    await enter()
    expect(await page.locator('.speaker').count()).toBe(0)
    await page.getByRole('link', { name: 'Kitchen' }).click()
    const line = (text: string) => page.locator('#lines > .line', { hasText: text })
    await line('at seven').getByText('edited', { exact: true }).click()
    await line('at seven').getByText('at six').waitFor()
    expect(await page.locator('.separator').allInnerTexts()).toEqual(['New conversation'])
    expect(await page.locator('.speaker').allInnerTexts()).toEqual(['Bo', 'Bo', 'Bo', hostile])
    expect(await page.getByText('oh dear').isVisible()).toBe(false)
    await page.getByText('Deleted on talk').click()
    await page.getByText('oh dear').waitFor()
    await page.locator(`[data-line="${at}"] summary`).click()
    await page.getByRole('button', { name: 'Show current version' }).click()
    await page.locator('[data-reached]', { hasText: 'at seven' }).waitFor()
  })

  test('a chat is pinned, renamed and archived by keyboard, and is so after a reload', async () => {
    const { world, page } = opened()
    hear(world, mail, { title: 'Re: the roof', ago: 40 * dayMs })
    world.say(chatOf('open'), 'what is open')
    await enter()
    const list = page.locator('#chats')
    const region = (name: string) => page.getByRole('region', { name })
    const choose = async (chat: string, action: string) => {
      await list.getByRole('button', { name: `More: ${chat}` }).focus()
      await page.keyboard.press('Enter')
      await list.getByRole('button', { name: action, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    const focused = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')

    await choose('Re: the roof', 'Pin')
    await region('Pinned').getByRole('link', { name: 'Re: the roof' }).waitFor()
    await expect.poll(focused).toBe('More: Re: the roof')

    await choose('Re: the roof', 'Rename')
    await page.keyboard.type(`Roof ${hostile}`)
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('More: Re: the roof')
    await choose('Re: the roof', 'Rename')
    await page.keyboard.type(`Roof ${hostile}`)
    await page.keyboard.press('Enter')
    await region('Pinned').getByText(`Roof ${hostile}`).waitFor()
    await page.reload()
    await region('Pinned').getByText(`Roof ${hostile}`).waitFor()

    const tap = await asPhone(page, 800)
    await tap(page.locator('#open-drawer'))
    await tap(list.getByRole('button', { name: 'More: Roof' }))
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await tap(list.getByRole('button', { name: 'Archive', exact: true }))
    await region('Pinned').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Archive')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await region('Today').waitFor()
    expect(await region('Pinned').count()).toBe(0)

    await list.locator('summary').click()
    await choose('Roof', 'Unarchive')
    await region('Pinned').getByRole('link').waitFor()
    await choose('Roof', 'Unpin')
    await region('Older').getByRole('link').waitFor()

    const download = page.waitForEvent('download')
    await choose('Roof', 'Export')
    expect((await download).suggestedFilename()).toMatch(/^skein-export-email-.*\.tar\.gz$/)
    await choose('Roof', 'Delete for good')
    await page.getByText('Nothing changes on email').waitFor()
    await page.getByText(/This erases \d+ messages?/).waitFor()
    await expect.poll(focused).toBe('Cancel')
    await page.keyboard.press('Enter')
    await choose('Roof', 'Delete for good')
    await list.getByRole('button', { name: 'Delete for good' }).press('Enter')
    await region('Older').waitFor({ state: 'detached' })
    await page.reload()
    await region('Today').waitFor()
    expect(await list.getByText('Roof').count()).toBe(0)
  })
})
