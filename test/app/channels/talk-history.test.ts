import { expect, onTestFinished, test } from 'vitest'
import { openTalkHistory } from '../../../src/app/channels/talk-history.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { importMessages, importParsed } from '../../../src/store/messages/import-messages.ts'
import { linkAddress } from '../../../src/store/people/people.ts'
import { createTalkServer } from '../../peers/talk/talk.ts'
import { createRecallWorld } from '../../store/recall/recall-world.ts'

async function openHouse() {
  const server = await createTalkServer({ secondMs: 5 })
  onTestFinished(() => server.close())
  const [bot, ana, eve] = [server.user('skein', 'Skein'), server.user('ana', 'Ana'), server.user('eve', 'Eve')]
  const { db, owner } = createRecallWorld()
  linkAddress(db, { channel: 'talk', id: 'users/ana' }, owner.id, 'Ana', systemClock.now())
  const loaded = loadConfig(undefined, { HOME: '/nowhere' })
  const talk = { ...loaded.talk, url: server.url(), user: bot.id, password: bot.appPassword }
  const open = (room: string) =>
    openTalkHistory(room, {
      config: { ...loaded, talk },
      clock: systemClock,
      signal: new AbortController().signal,
      read: (query) => query(db),
      // Ten of these are its limit for an answer, which a busy machine must not reach.
      secondMs: 1000,
    })
  const load = async (room: string) =>
    importParsed((await open(room)).read(), {
      signal: new AbortController().signal,
      write: (batch) => importMessages(db, batch, { owner, now: systemClock.now() }),
    })
  const rows = () => db.statement('SELECT name, author, trust, text FROM message ORDER BY id').raw().all() as string[][]
  return { server, bot, ana, eve, db, open, load, rows }
}

test('the past of a room comes in page by page, oldest first and once, also after a busy server', async () => {
  const { server, bot, ana, eve, load, rows } = await openHouse()
  const room = server.group('Roof', [ana, eve])
  room.add(ana, bot)
  room.say(ana, 'Is it done?')
  room.say(eve, 'Not yet.')
  for (let line = 0; line < 250; line++) room.say(eve, `line ${line}`)
  room.say(bot, 'I can ask.')
  server.fail('get', 'unavailable-before', 2)
  expect(await load('roof')).toMatchObject({ added: 253, known: 0, bad: 0 })
  expect(rows().slice(0, 3)).toEqual([
    ['Ana', 'human', 'owner', 'Is it done?'],
    ['Eve', 'human', 'untrusted', 'Not yet.'],
    ['Eve', 'human', 'untrusted', 'line 0'],
  ])
  expect(rows().at(-1)).toEqual(['skein', 'bot', 'owner', 'I can ask.'])
  expect(await load(room.token)).toMatchObject({ added: 0, known: 253 })
})

test('a room without the owner is not read, and neither is one that nobody has', async () => {
  const { server, bot, eve, open } = await openHouse()
  server.group('Lair', [eve]).add(eve, bot)
  await expect(open('Lair')).rejects.toThrow('You are not in this Talk room')
  await expect(open('None')).rejects.toThrow('There is no single Talk room called "None"')
})
