import { expect, test } from 'vitest'
import type { InboundEvent } from '../../../../src/domain/message.ts'
import { saidIn, startRig } from '../rig.ts'

const said = (events: InboundEvent[], text: string) =>
  events.some((event) => event.kind === 'message' && event.text.includes(text))

test('a room is heard from where we came in, and what was said before is context', async () => {
  const { server, inbox, bot } = await startRig()
  const ana = server.user('ana', 'Ana')
  const room = server.group('Lab', [ana])
  for (const text of ['one', '@skein two', 'three']) room.say(ana, text)
  room.add(ana, bot)
  room.say(ana, '@skein are you there?')
  await inbox.until((events) => said(events, 'are you there'))
  expect(saidIn(inbox)).toEqual(['Ana: one', 'Ana: two', 'Ana: three', 'Ana to us: are you there?'])
  expect(inbox.events[0]).toMatchObject({ kind: 'membership', standing: 'in', by: { id: 'users/ana' } })
})

test('no more of the past than is wanted', async () => {
  const { server, inbox, bot } = await startRig({ channel: { contextLimit: () => 2 } })
  const ana = server.user('ana', 'Ana')
  const room = server.group('Lab', [ana])
  for (const text of ['one', 'two', 'three']) room.say(ana, text)
  room.add(ana, bot)
  room.say(ana, '@skein hi')
  await inbox.until((events) => said(events, 'hi'))
  expect(saidIn(inbox)).toEqual(['Ana: two', 'Ana: three', 'Ana to us: hi'])
})

test('where nobody of ours is, nothing of the past is fetched', async () => {
  const { server, inbox, bot } = await startRig()
  inbox.knows = () => false
  const eve = server.user('eve', 'Eve')
  const room = server.group('Lair', [eve])
  room.say(eve, 'old secrets')
  room.add(eve, bot)
  room.say(eve, '@skein hello')
  await inbox.until((events) => said(events, 'hello'))
  expect(saidIn(inbox)).toEqual(['Eve to us: hello'])
  expect(inbox.events[0]).not.toHaveProperty('by')
})

test('what was said while nobody listened comes in, in order and once', async () => {
  const first = await startRig()
  const { server, bot, inbox } = first
  const ana = server.user('ana', 'Ana')
  const room = server.oneToOne(ana, bot)
  room.say(ana, 'before')
  await inbox.until((events) => said(events, 'before'))
  await first.stop()
  const texts = Array.from({ length: 250 }, (_, at) => `line ${at}`)
  for (const text of texts) room.say(ana, text)
  await startRig({ server, inbox })
  await inbox.until((events) => said(events, 'line 249'))
  expect(saidIn(inbox)).toEqual(['before', ...texts].map((text) => `Ana to us: ${text}`))
})

test('a message that shows up below where we are is found by looking again', async () => {
  const { server, inbox, bot } = await startRig()
  const ana = server.user('ana', 'Ana')
  const room = server.oneToOne(ana, bot)
  room.say(ana, 'first')
  await inbox.until((events) => said(events, 'first'))
  const late = room.hold(ana, 'late')
  room.say(ana, 'second')
  await inbox.until((events) => said(events, 'second'))
  late.release()
  await inbox.until((events) => said(events, 'late'))
  expect(saidIn(inbox)).toEqual(['first', 'second', 'late'].map((text) => `Ana to us: ${text}`))
})

test('a room behind a lobby is met when it opens, and nothing is guessed before', async () => {
  const { server, inbox, bot } = await startRig()
  const ana = server.user('ana', 'Ana')
  const room = server.group('Lab', [ana])
  room.lobby(ana)
  room.add(ana, bot)
  const other = server.oneToOne(ana, bot)
  other.say(ana, 'meanwhile')
  await inbox.until((events) => said(events, 'meanwhile'))
  room.say(ana, '@skein inside')
  room.lobby(ana, false)
  await inbox.until((events) => said(events, 'inside'))
  expect(saidIn(inbox)).toEqual(['Ana to us: meanwhile', 'Ana to us: inside'])
})

test('taken out and in again, we are told of neither what was said meanwhile nor twice of what was before', async () => {
  const { server, inbox, bot } = await startRig({ channel: { contextLimit: () => 0 } })
  const ana = server.user('ana', 'Ana')
  const room = server.group('Lab', [ana, bot])
  room.say(ana, '@skein one')
  await inbox.until((events) => said(events, 'one'))
  room.expel(ana, bot)
  await inbox.until((events) => events.some((event) => event.kind === 'membership' && event.standing === 'out'))
  room.say(ana, '@skein behind your back')
  room.add(ana, bot)
  room.say(ana, '@skein two')
  await inbox.until((events) => said(events, 'two'))
  expect(saidIn(inbox)).toEqual(['Ana to us: one', 'Ana to us: two'])
})

test('taken out and added again before we noticed, what was asked meanwhile is not for us', async () => {
  const { server, inbox, bot } = await startRig()
  const ana = server.user('ana', 'Ana')
  const room = server.group('Lab', [ana, bot])
  room.say(ana, '@skein one')
  await inbox.until((events) => said(events, 'one'))
  await server.listening(room)
  // In one go, as one page of the poll that waits.
  room.expel(ana, bot)
  room.say(ana, '@skein behind your back')
  room.add(ana, bot)
  room.say(ana, '@skein two')
  await inbox.until((events) => said(events, 'two'))
  expect(saidIn(inbox)).not.toContain('Ana to us: behind your back')
  expect(saidIn(inbox)).toContain('Ana to us: two')
})

test('edits, deletions, reactions and a cleared history are told, though no list of rooms shows them', async () => {
  const { server, inbox, bot } = await startRig({ version: 22 })
  const ana = server.user('ana', 'Ana')
  const room = server.group('Lab', [ana, bot])
  const [one, two] = [room.say(ana, '@skein one'), room.say(ana, 'two')]
  await inbox.until((events) => said(events, 'two'))
  room.react(ana, one, '👍')
  room.edit(ana, one, '@skein one and a half')
  room.remove(ana, two)
  await inbox.until((events) => events.some(({ kind }) => kind === 'delete'))
  room.clear(ana)
  await inbox.until((events) => events.some(({ kind }) => kind === 'clear'))
  const kinds = inbox.events.map(({ kind }) => kind).filter((kind) => kind !== 'message' && kind !== 'membership')
  expect(kinds).toEqual(['reaction', 'edit', 'delete', 'clear'])
})

test('a stranger\u2019s file stays where it is, and a friend\u2019s is fetched', async () => {
  const { server, inbox, bot } = await startRig()
  inbox.knows = ({ id }) => id === 'users/ana'
  const [ana, eve] = [server.user('ana', 'Ana'), server.user('eve', 'Eve')]
  const room = server.group('Lab', [ana, eve, bot])
  room.share(eve, { name: 'bait.txt', bytes: 'bad' })
  room.share(ana, { name: 'note.txt', bytes: 'good' })
  room.share(ana, { name: 'rec.wav', voice: true })
  await inbox.until((events) => said(events, 'rec.wav'))
  expect(saidIn(inbox)).toEqual([
    'Eve: [file, bait.txt]\n[bait.txt was not fetched: its sender has not been let in]',
    'Ana: [file, note.txt]',
    'Ana: [voice message, rec.wav]\nhello from afar',
  ])
  const fetched = server.traffic.calls.filter(({ route }) => route === 'get').map(({ path }) => path)
  expect(fetched.join(' ')).not.toContain('bait')
})

test('a stop does not wait for a file that is still on its way', async () => {
  const { server, inbox, bot } = await startRig()
  const ana = server.user('ana', 'Ana')
  const room = server.oneToOne(ana, bot)
  room.say(ana, 'hi')
  await inbox.until((events) => said(events, 'hi'))
  server.fail('get', { stallMs: 1500 })
  room.share(ana, { name: 'large.bin' })
  await server.traffic.until('the download', () => server.traffic.calls.some(({ route }) => route === 'get'))
  room.say(ana, '!stop')
  await inbox.until((events) => said(events, 'large.bin'))
  expect(saidIn(inbox)).toEqual(['Ana to us: hi', 'Ana to us: !stop', 'Ana to us: [file, large.bin]'])
})

test('after what was taken in, the room is marked as read', async () => {
  const { server, inbox, bot } = await startRig()
  const ana = server.user('ana', 'Ana')
  const id = server.oneToOne(ana, bot).say(ana, 'hi')
  await inbox.until((events) => said(events, 'hi'))
  await server.traffic.until('the mark', () =>
    server.traffic.calls.some(({ route, params }) => route === 'read' && params.lastReadMessage === id),
  )
})

test('notes to oneself, the news of the server and rooms of other servers are not listened to', async () => {
  const { server, inbox, bot } = await startRig()
  const ana = server.user('ana', 'Ana')
  server.changelog(bot)
  server.noteToSelf(bot).say(bot, 'remember')
  server.oneToOne(ana, bot).say(ana, 'hi')
  await inbox.until((events) => said(events, 'hi'))
  const asked = server.traffic.calls.filter(({ route }) => route === 'chat').map(({ path }) => path.split('/').at(-1))
  expect(new Set(asked).size).toBe(1)
})
