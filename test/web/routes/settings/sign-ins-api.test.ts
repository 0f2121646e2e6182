import { expect, onTestFinished, test } from 'vitest'
import type { SignIns } from '../../../../src/web/page/wire/people-wire.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { ask, pageHeaders, signIn } from '../../http.ts'
import { createWorld } from '../../world.ts'

const origin = 'https://skein.example.org'
const day = 86_400_000

/** The page with both doors. */
async function openHouse() {
  const clock = createTestClock()
  const world = createWorld({ clock })
  onTestFinished(() => world.close())
  const server = await world.serve({ publicUrl: origin })
  const { port } = server
  const read = async (cookie: string) => {
    const answer = await ask(port, { path: '/api/sign-ins', headers: pageHeaders(port, { cookie }) })
    return answer.status === 200 ? (answer.json() as SignIns).signIns : answer.status
  }
  const post = async (cookie: string, path: string) => {
    const headers = pageHeaders(port, { cookie })
    return (await ask(port, { method: 'POST', path: `/api/sign-ins/${path}`, headers, body: '{}' })).status
  }
  /** Resolves when it ends. */
  const listen = async (cookie: string) => {
    const stream = await fetch(`${server.url}api/events`, { headers: { cookie } })
    return stream.text()
  }
  const elsewhere = async (userAgent = '') => {
    const headers = pageHeaders(port, { host: new URL(origin).host, origin, 'user-agent': userAgent })
    const body = JSON.stringify({ token: server.publicLink()?.split('#sign-in=')[1] })
    return (await ask(port, { method: 'POST', path: '/api/sign-in', headers, body })).status
  }
  return { clock, server, read, post, listen, elsewhere }
}

test('every sign-in is listed with its door, since when and when it was last used', async () => {
  const { clock, server, read, elsewhere } = await openHouse()
  const began = clock.now().getTime()
  const { cookie } = await signIn(server)
  clock.advance(3 * day)
  expect(await elsewhere('Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0')).toBe(200)
  // One that is over is none.
  server.link()
  const listed = await read(cookie)
  const now = began + 3 * day
  const id: unknown = expect.any(String)
  expect(listed).toEqual([
    { id, place: 'here', browser: null, system: null, since: began, usedAt: now, isThis: true, canEnd: true },
    {
      id,
      place: 'elsewhere',
      browser: 'Firefox',
      system: 'Linux',
      since: now,
      usedAt: now,
      isThis: false,
      canEnd: true,
    },
  ])
  expect(JSON.stringify(listed)).not.toContain(cookie.split('=')[1])
  clock.advance(14 * day)
  expect(await read(cookie)).toHaveLength(1)
})

test('of what a browser says of itself nothing is kept but names of ours', async () => {
  const { server, read, elsewhere } = await openHouse()
  const hostile = ['<script>alert(1)</script>', "'; DROP TABLE web_session; --", '\u001b[2J', 'Firefox/'.repeat(900)]
  for (const userAgent of hostile) await elsewhere(userAgent.replace(/\p{C}/gu, '\t'))
  const { cookie } = await signIn(server)
  const listed = await read(cookie)
  const names = (typeof listed === 'number' ? [] : listed).map(({ browser, system }) => [browser, system])
  expect(names).toEqual([
    [null, null],
    [null, null],
    [null, null],
    [null, null],
    ['Firefox', null],
  ])
})

// The next beat would end it too, 15 seconds later.
test('one that is ended is signed out, and hears nothing more at once', { timeout: 14_000 }, async () => {
  const { server, read, post, listen } = await openHouse()
  const { cookie } = await signIn(server)
  const { cookie: other } = await signIn(server)
  const ended = listen(other)
  const signIns = await read(cookie)
  const { id = '' } = (typeof signIns === 'number' ? [] : signIns).find(({ isThis }) => !isThis) ?? {}
  expect(await post(cookie, `${id}/end`)).toBe(200)
  expect(await ended).toContain('retry: 1000')
  expect([await read(other), await read(cookie)]).toEqual([401, [expect.objectContaining({ isThis: true })]])
  expect(await post(cookie, 'unknown/end')).toBe(200)
  expect(await read(cookie)).toHaveLength(1)
})

test('all others are ended at once, also links that nobody has opened yet', { timeout: 14_000 }, async () => {
  const { server, read, post, listen } = await openHouse()
  const { cookie } = await signIn(server)
  const others = [(await signIn(server)).cookie, (await signIn(server)).cookie]
  const ended = others.map(listen)
  const link = server.link()
  expect(await post(cookie, 'end-others')).toBe(200)
  await Promise.all(ended)
  expect(await Promise.all(others.map(read))).toEqual([401, 401])
  expect((await signIn(server, link)).answer.status).toBe(401)
  expect(await read(cookie)).toHaveLength(1)
  expect([await read(''), await post('', 'end-others')]).toEqual([401, 401])
})
