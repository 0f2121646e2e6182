import { describe, expect, test } from 'vitest'
import { createTestClock } from '../../support/test-clock.ts'
import { spreed, start } from './client.ts'
import type { SeenMessage } from './rooms/place.ts'

const chat = (token: string, query: string) => `${spreed}/v1/chat/${token}?${query}`
const future = (after: number, more = '') => `lookIntoFuture=1&timeout=0&lastKnownMessageId=${after}${more}`

function pathOf(message: SeenMessage | undefined): string {
  const { file } = (message?.messageParameters ?? {}) as { file?: { path: string } }
  return file?.path ?? ''
}

describe('mentions are taken out of the text as the real one does', () => {
  test.each<[string, string, string[]]>([
    ['@skein hello', '{mention-user1} hello', ['mention-user1:skein']],
    ['ask @skein.', 'ask @skein.', []],
    ["is this @skein's job", "is this @skein's job", []],
    ['(@skein)', '(@skein)', []],
    ['hey @skein- hello', 'hey @skein- hello', []],
    [
      'hey @skein, @skein: @skein? @skein!',
      'hey {mention-user1}, {mention-user1}: {mention-user1}? {mention-user1}!',
      ['mention-user1:skein'],
    ],
    ['one `@skein` only', 'one `@skein` only', []],
    ['two `ping @all now`', 'two `ping {mention-call1} now`', ['mention-call1:TOKEN']],
    ['@Skein', '{mention-user1}', ['mention-user1:Skein']],
    [
      '@bob and @"skein", mail@skein.example',
      '{mention-user2} and {mention-user1}, mail{mention-user1}.example',
      ['mention-user1:skein', 'mention-user2:bob'],
    ],
    ['@\u200ball', '@\u200ball', []],
    ['{mention-user1} @skein', '{mention-user1} {mention-user1}', ['mention-user1:skein']],
    ['@nobody', '@nobody', []],
  ])('%s', async (said, text, keys) => {
    const { lab, alice, skein } = await start()
    const seen = lab.message(lab.say(alice, said), skein)
    const parameters = Object.entries(seen?.messageParameters as Record<string, { id: string }>)
    expect(seen?.message).toBe(text)
    expect(parameters.map(([key, { id }]) => `${key}:${id === lab.token ? 'TOKEN' : id}`)).toEqual(keys)
  })
})

test('a slash makes a command of a text, which only its author sees; polls of others pass over it', async () => {
  const { direct, skein, alice, bot, as } = await start()
  const first = direct.say(alice, 'hi')
  const sent = await bot('POST', chat(direct.token, ''), { message: ' /usr/bin', referenceId: 'r' })
  expect(sent.data).toMatchObject({ actorType: 'bots', messageType: 'command', referenceId: 'r' })
  const others = await as(alice)('GET', chat(direct.token, future(first)))
  expect(others.body).toMatchObject({ ocs: { data: [] } })
  expect(others.header('x-chat-last-given')).toBe(String(first + 1))
  await bot('POST', chat(direct.token, ''), { message: '//two' })
  await bot('POST', chat(direct.token, ''), { message: '\u200b/three' })
  expect(direct.saidBy(skein).map(({ message }) => message)).toEqual(['/two', '\u200b/three'])
})

test('32,000 characters pass and one more does not, counted as people do', async () => {
  const { direct, bot } = await start()
  expect(await bot('POST', chat(direct.token, ''), { message: '😀'.repeat(32_000) })).toMatchObject({ status: 201 })
  expect(await bot('POST', chat(direct.token, ''), { message: 'x'.repeat(32_001) })).toMatchObject({ status: 413 })
})

test('a poll waits for what comes, no longer than half a minute, and a 304 says nothing', async () => {
  const { talk, direct, alice, bot } = await start({ secondMs: 5 })
  const first = direct.say(alice, 'hi')
  const nothing = await bot('GET', chat(direct.token, `lookIntoFuture=1&timeout=3600&lastKnownMessageId=${first}`))
  expect(nothing).toMatchObject({ status: 304, body: '' })
  expect(nothing.header('x-chat-last-given')).toBeNull()
  const waiting = bot('GET', chat(direct.token, `lookIntoFuture=1&timeout=30&lastKnownMessageId=${first}`))
  await talk.traffic.until('a poll', () => talk.traffic.inFlight() === 1)
  direct.say(alice, 'there')
  expect(await waiting).toMatchObject({ status: 200, data: [{ message: 'there' }] })
})

test('a late id is seen after a higher one, and only by who looks back', async () => {
  const { lab, alice, bob, bot } = await start()
  const late = lab.hold(alice, 'late')
  const next = lab.say(bob, 'next')
  const seen = await bot('GET', chat(lab.token, future(late.id - 1)))
  expect(seen.data).toMatchObject([{ id: next }])
  late.release()
  expect(await bot('GET', chat(lab.token, future(next)))).toMatchObject({ status: 304 })
  const back = await bot('GET', chat(lab.token, 'lookIntoFuture=0&limit=2'))
  expect(back.data).toMatchObject([{ id: next }, { id: late.id, message: 'late' }])
})

test('reactions, edits and deletions move neither the activity nor the last message', async () => {
  const clock = createTestClock()
  const { lab, alice, bob, bot } = await start({ version: 19, clock })
  const id = lab.say(alice, 'hi')
  clock.advance(60_000)
  const since = Math.floor(clock.now().getTime() / 1000)
  lab.react(bob, id, '👍')
  lab.edit(alice, id, 'hello')
  lab.remove(alice, id)
  expect((await bot('GET', `${spreed}/v4/room?modifiedSince=${since}`)).data).toEqual([])
  const rows = await bot('GET', chat(lab.token, future(id)))
  expect((rows.data as { systemMessage: string }[]).map((row) => row.systemMessage)).toEqual([
    'reaction',
    'message_edited',
    'message_deleted',
  ])
})

test('a second share of the same file is refused, and in the room all the same', async () => {
  const { lab, skein, bot } = await start()
  await bot('MKCOL', '/remote.php/dav/files/skein/out')
  await bot('PUT', '/remote.php/dav/files/skein/out/a%20b.md', 'hello', { 'If-None-Match': '*' })
  const share = { shareType: 10, shareWith: lab.token, path: '/out/a b.md', referenceId: 'r' }
  expect(await bot('POST', '/ocs/v2.php/apps/files_sharing/api/v1/shares', share)).toMatchObject({ status: 200 })
  expect(await bot('POST', '/ocs/v2.php/apps/files_sharing/api/v1/shares', share)).toMatchObject({ status: 403 })
  expect(lab.saidBy(skein).map(({ referenceId }) => referenceId)).toEqual(['r', 'r'])
})

test('a file of somebody else is read under the path the message names, and can be overwritten there', async () => {
  const { lab, alice, bob, skein, bot, talk } = await start()
  const first = lab.share(alice, { name: 'plan.txt', bytes: 'one' })
  const second = lab.share(bob, { name: 'plan.txt', bytes: 'two' })
  const path = pathOf(lab.message(second, skein))
  expect(path).toBe('Talk/plan (2).txt')
  expect(await bot('GET', `/remote.php/dav/files/skein/${encodeURI(path)}`)).toMatchObject({
    status: 200,
    body: 'two',
  })
  expect(await bot('PUT', `/remote.php/dav/files/skein/Talk/plan.txt`, 'three')).toMatchObject({ status: 204 })
  expect(talk.world.homes.find(alice, pathOf(lab.message(first, alice)))?.bytes.toString()).toBe('three')
})

test('a full home takes nothing more', async () => {
  const { talk, skein, bot } = await start()
  talk.quota(skein, 3)
  expect(await bot('PUT', '/remote.php/dav/files/skein/a.txt', 'four')).toMatchObject({ status: 507 })
})

test('eleven wrong passwords shut the address out, the right one too, but not a session', async () => {
  const clock = createTestClock()
  const { talk, skein, bot, as } = await start({ clock })
  const first = await bot('GET', `${spreed}/v4/room`)
  const cookie = (first.header('set-cookie') ?? '')
    .split(/, (?=[\w-]+=)/)
    .map((one) => one.split(';')[0])
    .join('; ')
  const wrong = { ...skein, appPassword: 'wrong' }
  for (let i = 0; i < 11; i += 1) expect(await as(wrong)('GET', `${spreed}/v4/room`)).toMatchObject({ status: 401 })
  expect(await as(wrong)('GET', `${spreed}/v4/room`)).toMatchObject({ status: 429 })
  expect(await bot('GET', `${spreed}/v4/room`)).toMatchObject({ status: 429 })
  expect(await bot('GET', `${spreed}/v4/room`, undefined, { Cookie: cookie })).toMatchObject({ status: 200 })
  talk.revoke(skein)
  clock.advance(30 * 60_000)
  expect(await bot('GET', `${spreed}/v4/room`, undefined, { Cookie: cookie })).toMatchObject({ status: 401 })
})

test('a fault before is a call that never happened; after, one whose answer is lost', async () => {
  const { talk, direct, skein, bot } = await start()
  const send = (message: string) => bot('POST', chat(direct.token, ''), { message })
  talk.fail('send', 'reset-before')
  await expect(send('lost')).rejects.toThrow()
  talk.fail('send', 'gateway-before')
  expect(await send('lost')).toMatchObject({ status: 502 })
  talk.fail('send', 'reset-after')
  await expect(send('there')).rejects.toThrow()
  talk.fail('send', 'gateway-after')
  expect(await send('there too')).toMatchObject({ status: 502 })
  expect(direct.saidBy(skein).map(({ message }) => message)).toEqual(['there', 'there too'])
})

test('a proxy cuts long polls, a storm answers them at once, and calls under way are counted', async () => {
  const { talk, direct, lab, alice, bot } = await start({ secondMs: 1000 })
  const poll = (token: string) => bot('GET', chat(token, `lookIntoFuture=1&timeout=30&lastKnownMessageId=99`))
  talk.state.cutMs = 20
  expect(await poll(direct.token)).toMatchObject({ status: 504 })
  talk.state.cutsBy = 'reset'
  await expect(poll(direct.token)).rejects.toThrow()
  talk.state.cutMs = undefined
  talk.state.isStorming = true
  expect(await poll(direct.token)).toMatchObject({ status: 304 })
  talk.state.isStorming = false
  const polls = [poll(direct.token), poll(lab.token)]
  await talk.traffic.until('two polls', () => talk.traffic.inFlight() === 2)
  expect([talk.traffic.most('chat'), talk.traffic.most('@skein'), talk.traffic.most('@alice')]).toEqual([2, 2, 0])
  while (direct.say(alice, 'x') < 100) lab.say(alice, 'y')
  lab.say(alice, 'z')
  expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([200, 200])
})
