import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatId, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { createSteadyClock, momentOf, systemClock } from '../../../src/lib/time/clock.ts'
import { attachFiles } from '../../../src/store/files/files.ts'
import { ensureChat } from '../../../src/store/messages/chats.ts'
import { markDeleted } from '../../../src/store/messages/deletions.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { createTypedSearch, type TypedSearch } from '../../../src/tasks/recall/typed-search.ts'
import { createWorld, type World } from '../../web/world.ts'

let world: World
let search: TypedSearch
const web = makeChatId('web', 'own')
const talk = makeChatId('talk', 'room')
const theirs = makeChatId('telegram', '77')
const ids: Record<string, number> = {}

beforeAll(() => {
  world = createWorld({ clock: createSteadyClock(systemClock) })
  const { db, ownerId } = world
  db.raw.exec("INSERT INTO person (id, name, role, created_at) VALUES (77, 'Cy', 'member', 0)")
  const say = (
    key: string,
    text: string,
    { chat = web as ChatId, name = 'Ana', day = '2026-03-10', files = [] as string[], remoteId = key } = {},
  ) => {
    const at = new Date(`${day}T12:00:00Z`)
    ensureChat(db, { id: chat, title: chat, audience: 'group', personId: chat === theirs ? 77 : ownerId }, at)
    const place = { chat, lane: rootLane(chat), origin: 'chat', trust: 'member', at, receivedAt: at } as const
    ids[key] = insertMessage(db, { ...place, author: 'human', kind: 'conversation', name, text, remoteId, files })
    const named = files.map((file) => ({ name: file, hash: 'a'.repeat(64), bytes: 1, type: 'text/plain' }))
    if (named.length > 0) {
      db.raw
        .prepare('INSERT OR IGNORE INTO file (hash, bytes, type, created_at) VALUES (?, 1, ?, 0)')
        .run('a'.repeat(64), 'text/plain')
      attachFiles(db, ids[key] ?? 0, named)
    }
  }
  say('foreign', 'the kitchen of somebody else', { chat: theirs })
  say(
    'long',
    `Among very many other things that were said on that long day ${'and so on '.repeat(30)} the kitchen came up`,
  )
  say('kitchen', 'The kitchen sink drips')
  say('apart', 'The sink of the old kitchen')
  say('café', 'We met in the Café Müller', { chat: talk, name: 'Bo Novak', day: '2025-01-05' })
  say('plan', 'here is the island', { files: ['roof-plan.pdf'], name: 'Bo Novak', chat: talk })
  say('before', 'the boiler is broken', { remoteId: 'edited' })
  say('after', '[edited] the boiler is fine', { remoteId: 'edited' })
  say('gone', 'a zeppelin over the boiler')
  markDeleted(db, ids.gone ?? 0, momentOf(world.clock))
  search = createTypedSearch(db)
})
afterAll(() => world.close())

/** By what the lines are called here. */
function found(words: string, filter: object = {}): string[] {
  const reader = { personId: world.ownerId, chat: undefined, everywhere: true }
  const names = new Map(Object.entries(ids).map(([key, id]) => [id, key]))
  return search({ words, ...filter }, reader, 30).lines.map(({ id }) => names.get(id) ?? '')
}

test.each([
  [
    'a beginning finds the word, and the shortest line that holds it comes first',
    'kitch',
    ['kitchen', 'apart', 'long'],
  ],
  ['words side by side come before the same words apart', 'kitchen sink', ['kitchen', 'apart', 'long']],
  ['every word may be a beginning', 'kitch sin', ['kitchen', 'apart', 'long']],
  ['a phrase is found as it stands', '"kitchen sink"', ['kitchen']],
  ['in the marks of other languages too', '„old kitchen“', ['apart']],
  ['and a word may stand beside it', '"the kitchen" drip', ['kitchen']],
  ['accents and capitals are no matter', 'cafe mull', ['café']],
  ['a small word is the beginning of another', 'is', ['plan']],
  ['files are found by their names', 'roof-pl', ['plan']],
  ['what was edited is found by what it says now', 'boil', ['after']],
  ['what was deleted is not', 'zeppelin', []],
  ['nothing is nothing', 'xylophone', []],
])('%s', (_, words, expected) => expect(found(words)).toEqual(expected))

test.each([
  ['channel', { channel: 'talk' }, ['plan', 'café']],
  ['person, by one of their names', { person: 'novak' }, ['plan', 'café']],
  ['what came with files', { withFiles: true }, ['plan']],
  ['a stretch of time', { until: new Date('2025-01-06T00:00:00Z') }, ['café']],
  ['and two of them at once', { from: new Date('2025-06-01T00:00:00Z'), person: 'Bo' }, ['plan']],
])('without a word, what is asked for by %s', (_, filter, expected) => expect(found('', filter)).toEqual(expected))

test('a word and a filter narrow each other', () => {
  expect(found('met', { channel: 'talk' })).toEqual(['café'])
  expect(found('kitchen', { person: 'Bo' })).toEqual([])
})

test('what begins too many words to be read from the index is found among the newest lines', () => {
  const { db, ownerId } = world
  const at = new Date('2026-03-11T00:00:00Z')
  const place = { chat: web, lane: rootLane(web), origin: 'chat', trust: 'member', at, receivedAt: at } as const
  for (let n = 0; n < 40; n++)
    insertMessage(db, {
      ...place,
      author: 'human',
      kind: 'conversation',
      personId: ownerId,
      name: 'Ana',
      text: `marble${n} ${n === 7 ? 'quartz' : 'stone'}`,
    })
  const fresh = createTypedSearch(db)
  const reader = { personId: ownerId, chat: undefined, everywhere: true }
  expect(fresh({ words: 'marb' }, reader, 30).lines).toHaveLength(30)
  expect(fresh({ words: 'marb quar' }, reader, 1).lines.map(({ text }) => text)).toEqual(['marble7 quartz'])
  const { isHit } = fresh({ words: 'marb' }, reader, 1)
  expect(['marble7', 'marb', 'amarb', 'stone'].map(isHit)).toEqual([true, true, false, false])
})
