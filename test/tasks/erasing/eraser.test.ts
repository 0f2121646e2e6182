import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ChatId, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { mergePeople } from '../../../src/store/people/linked-people.ts'
import { insertJob } from '../../../src/store/schedule/jobs.ts'
import { insertAllowance } from '../../../src/store/work/approvals.ts'
import { findBytes, plantedWords } from '../../support/byte-search.ts'
import { size } from '../../support/sizes.ts'
import { type ErasingWorld, garden, house, never, openWorld, plant } from './erasing-world.ts'

test('after a chat is erased, no byte of the data folder holds its words, and the other chat is unchanged', async () => {
  const world = openWorld()
  const words = plantedWords(size(20, 200))
  const kept = plantedWords(6, 'k')
  await plant(world, garden, kept)
  await plant(world, house, words)
  const before = rowsOf(world, garden)
  expect(findBytes(world.dir, words)).not.toEqual([])
  world.db.raw.pragma('wal_checkpoint(TRUNCATE)')
  const keptBefore = fileNames(findBytes(world.dir, kept))
  await world.erase({ chat: house })
  expect(findBytes(world.dir, words)).toEqual([])
  expect(rowsOf(world, garden)).toEqual(before)
  expect(readFileSync(join(world.dir, 'log', 'skein.log'), 'utf8')).toContain(`failed on ${kept[0]}`)
  expect(fileNames(findBytes(world.dir, kept))).toEqual(keptBefore)
})

test('an erased message takes its versions and its answer with it, and the rest of the chat stays', async () => {
  const world = openWorld()
  const [gone = '', edited = '', kept = ''] = plantedWords(3)
  const { db, say, settle } = world
  say(`The ${gone} is here.`, { chat: house, remoteId: 'm1', keys: ['one'] })
  await settle()
  say(`The ${kept} is here.`, { chat: house })
  await settle()
  const edit = { kind: 'edit', chat: house, remoteId: 'm1', keys: ['two'] } as const
  say(`The ${edited} is here.`, edit as never)
  await settle()
  const id = db.raw
    .prepare("SELECT id FROM message WHERE text LIKE ? AND author = 'human'")
    .pluck()
    .get(`%${gone}%`) as number
  expect(world.eraser.preview({ message: id })).toMatchObject({ messages: 4, answers: 2 })
  await world.erase({ message: id })
  expect(findBytes(world.dir, [gone, edited])).toEqual([])
  expect(findBytes(world.dir, [kept])).not.toEqual([])
  // The platform may report the same message and later versions of it again.
  expect(say(`The ${gone} is here.`, { chat: house, remoteId: 'm1', keys: ['one'] }).status).toBe('ignored')
  expect(say(`The ${gone} is new.`, { ...edit, keys: ['three'] } as never).status).toBe('ignored')
  expect(world.eraser.preview({ message: id }).messages).toBe(0)
})

test('an answer elsewhere that quotes an erased line goes with it, and the other answers there stay', async () => {
  const [gone = '', kept = ''] = plantedWords(2)
  const quote = `You wrote: The ${gone} is behind the small shed in the garden.`
  const world = openWorld((turn) => [
    { kind: 'done', text: turn.question.includes('where') ? quote : `Noted, as always. ${turn.question}` },
  ])
  world.say(`The ${gone} is behind the small shed in the garden.`, { chat: house })
  world.say(`The ${kept} is a rose.`, { chat: garden })
  await world.settle()
  world.say('And where is the other thing?', { chat: garden })
  await world.settle()
  expect(world.db.raw.prepare('SELECT count(*) FROM message WHERE text = ?').pluck().get(quote)).toBe(1)
  await world.erase({ chat: house })
  expect(findBytes(world.dir, [gone])).toEqual([])
  const left = "SELECT text FROM message WHERE chat = ? AND text <> '' ORDER BY id"
  expect(world.db.raw.prepare(left).pluck().all(garden)).toEqual([
    `The ${kept} is a rose.`,
    `Noted, as always. The ${kept} is a rose.`,
    'And where is the other thing?',
  ])
})

test('an answer elsewhere that uses a fact or a search result from an erased line goes with it', async () => {
  const [inFact = '', inResult = '', kept = ''] = plantedWords(3)
  const said = (question: string) =>
    [inFact, inResult].find((word) => question.includes(`about ${word === inFact ? 'facts' : 'results'}`)) ?? ''
  const world = openWorld((turn) => [{ kind: 'done', text: `It is ${said(turn.question)}.` }])
  const { db, say, settle, clock } = world
  say(`The ${inResult} is mine.`, { chat: house })
  say(`/remember Our shed hides the ${inFact}`, { chat: house })
  await settle()
  for (const text of ['Tell me about facts.', 'And once more about facts.', 'And about results.']) {
    clock.advance(60_000)
    say(text, { chat: garden })
    await settle()
  }
  say(`The ${kept} is mine, too.`, { chat: garden })
  await settle()
  db.raw
    .prepare(
      `INSERT INTO action (message_id, seq, line, failed, output)
       SELECT id, 0, 'Searched', 0, ? FROM message WHERE author = 'bot' AND text LIKE ?`,
    )
    .run(JSON.stringify([inResult]), `%${inResult}%`)
  await world.erase({ chat: house })
  expect(findBytes(world.dir, [inFact, inResult])).toEqual([])
  const left = "SELECT text FROM message WHERE chat = ? AND author = 'bot' AND text <> ''"
  expect(db.raw.prepare(left).pluck().all(garden)).toEqual(['It is .'])
})

test('an erased person leaves nothing of theirs, and others keep what they said', async () => {
  const world = openWorld()
  const [own = '', inGroup = '', kept = '', note = '', beside = '', job = ''] = plantedWords(6)
  const { db, say, settle, clock } = world
  const ben = world.member(2)
  const bens = { channel: 'telegram', sender: { channel: 'telegram', id: '2' }, senderName: 'Ben' } as const
  const [group, direct] = [makeChatId('telegram', '-7'), makeChatId('telegram', '2')]
  say(`The ${own} is mine.`, { chat: direct, ...bens })
  say(`The ${inGroup} is mine.`, { chat: group, ...bens })
  await settle()
  say(`The ${kept} is mine.`, { chat: group, channel: 'telegram', sender: { channel: 'telegram', id: '1' } })
  await settle()
  mkdirSync(join(world.dir, 'profile', 'people', String(ben.id)), { recursive: true })
  writeFileSync(join(world.dir, 'profile', 'people', String(ben.id), 'USER.md'), `# Ben\n\n${note}\n`)
  db.raw
    .prepare("INSERT INTO profile_version (file, text, origin, at) VALUES (?, ?, 'hand', 1)")
    .run(`people/${ben.id}/USER.md`, note)
  writeFileSync(join(world.dir, 'profile', 'people', String(ben.id), 'draft.txt'), beside)
  const due = { kind: 'once', at: clock.now().getTime() + 1000 } as const
  const place = { chat: group, lane: rootLane(group), route: { chat: group }, destinations: [], timezone: 'UTC' }
  const bensJob = { kind: 'scheduled', name: job, text: job, due, nextAt: due.at, options: {} } as const
  insertJob(db, { ...place, ...bensJob, source: 'person', personId: ben.id }, clock.now())
  const tasks = db.raw.prepare('SELECT count(*) FROM task WHERE person_id = ?').pluck().get(ben.id)
  expect(world.eraser.preview({ person: ben.id })).toMatchObject({ jobs: 1, tasks })
  clock.advance(1000)
  await world.erase({ person: ben.id })
  expect(findBytes(world.dir, [own, inGroup, note, beside, job])).toEqual([])
  expect(existsSync(join(world.dir, 'profile', 'people', String(ben.id)))).toBe(false)
  expect(findBytes(world.dir, [kept])).not.toEqual([])
})

test('an erased fact of few words goes also from the lists that the commands showed', async () => {
  const world = openWorld()
  const [word = ''] = plantedWords(1)
  const { db, say, settle } = world
  say(`/remember Clara avoids ${word}`, { chat: house })
  say('/memory', { chat: house })
  say('What does Clara do?', { chat: house })
  await settle()
  // As a fact that was found in a conversation has it.
  db.raw.exec("UPDATE fact SET subject = 'Clara'")
  const fact = db.raw.prepare('SELECT id, message_id AS source FROM fact').get() as { id: number; source: number }
  await world.erase({ fact: fact.id, sources: [fact.source] })
  expect(findBytes(world.dir, [word])).toEqual([])
})

test('an erased person takes along the people who were merged into them', async () => {
  const world = openWorld()
  const [name = '', unjoined = '', rule = ''] = plantedWords(3)
  const { db, clock } = world
  const [ben, before] = [world.member(2), world.member(3)]
  db.raw.prepare('UPDATE person SET name = ? WHERE id = ?').run(name, before.id)
  insertAllowance(db, before.id, rule, clock.now())
  db.transaction(() => {
    db.raw.prepare("UPDATE person SET role = 'guest' WHERE id = ?").run(before.id)
    mergePeople(db, before.id, ben.id)
  })
  const folders = [join(world.dir, 'profile', 'people'), join(world.dir, 'notes')].map((f) =>
    join(f, String(before.id)),
  )
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'USER.md'), unjoined)
  }
  await world.erase({ person: ben.id })
  expect(findBytes(world.dir, [name, unjoined, rule])).toEqual([])
})

test('an erased chat takes its profile and the files of its skills with it', async () => {
  const world = openWorld()
  const [inProfile = '', inSkill = '', elsewhere = ''] = plantedWords(3)
  world.say('Hello.', { chat: house })
  await world.settle()
  const rooms = join(world.dir, 'profile', 'rooms')
  for (const [room, word] of [
    ['web-house', inSkill],
    ['web-house2', elsewhere],
  ] as const) {
    mkdirSync(join(rooms, room, 'skills', 'report'), { recursive: true })
    writeFileSync(join(rooms, room, 'skills', 'report', 'template.csv'), word)
    world.db.raw
      .prepare("INSERT INTO profile_version (file, text, origin, at) VALUES (?, ?, 'hand', 1)")
      .run(`rooms/${room}/ROOM.md`, word)
  }
  writeFileSync(join(rooms, 'web-house', 'ROOM.md'), inProfile)
  await world.erase({ chat: house })
  expect(findBytes(world.dir, [inProfile, inSkill])).toEqual([])
  expect(readdirSync(rooms)).toEqual(['web-house2'])
  expect(world.db.raw.prepare('SELECT text FROM profile_version').pluck().all()).toEqual([elsewhere])
})

test('everything before a date goes, in all chats, and what came after stays', async () => {
  const world = openWorld()
  const [old = '', oldElsewhere = '', kept = ''] = plantedWords(3)
  const { say, settle, clock } = world
  say(`The ${old} is here.`, { chat: house })
  say(`The ${oldElsewhere} is here.`, { chat: garden })
  await settle()
  clock.advance(86_400_000)
  const before = clock.now().getTime()
  clock.advance(1000)
  say(`The ${kept} is here.`, { chat: house })
  await settle()
  await world.erase({ before })
  expect(findBytes(world.dir, [old, oldElsewhere])).toEqual([])
  expect(findBytes(world.dir, [kept])).not.toEqual([])
})

test('an erasure that breaks off at any moment is finished by the next start', async () => {
  const [gone = '', ...others] = plantedWords(6)
  // Each wait inside an erasure is a place where it may break off.
  for (let breakAt = 0, isDone = false; !isDone; breakAt += size(5, 1)) {
    const world = openWorld()
    await plant(world, house, [gone, ...others])
    const id = world.eraser.begin({ chat: house })
    isDone = (await world.eraser.finish(id, abortedAt(breakAt))).state === 'done'
    expect(world.warnings).toEqual(isDone ? [] : ['an erasure is not finished; the next start continues it'])
    await world.eraser.resume(never)
    expect(findBytes(world.dir, [gone, ...others]), `broken off at ${breakAt}`).toEqual([])
    expect(world.db.raw.prepare('SELECT state FROM erasure').pluck().all()).toEqual(['done'])
    if (breakAt > 90) throw new Error('it never ends')
  }
})

/** A signal that is aborted from the given look at it on. */
function abortedAt(look: number): AbortSignal {
  let looks = 0
  const { signal } = new AbortController()
  return new Proxy(signal, {
    get(target, name) {
      if (name === 'aborted') return looks++ >= look
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

// A table or column that somebody adds must be emptied by an erasure, or have no words.
test('every column with text is known here', () => {
  const { db } = openWorld()
  const columns = db.raw
    .prepare(
      `SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT LIKE 'message_word%'
         AND columns.type IN ('TEXT', 'text', 'BLOB', 'blob', '') ORDER BY 1`,
    )
    .pluck()
    .all() as string[]
  expect(columns.filter((column) => !withoutWords.test(column) && !erased.test(column))).toEqual([])
})

/** Ids, names of states and of programs, numbers, what the owner configured, and the index of the owner's own files. */
const withoutWords =
  /^__drizzle|^library_|\.(?:id|key|kind|state|status|origin|chat|lane|queue|channel|account|remote|remote_id|remote_chat|role|trust|source|hash|session|brain|model|scope|author|timezone|language|audience|schedule_key|boot|type|made|expects|call|reply_to|owner_address|written_by|file|emoji|why|opens|due|options|dropped|runner)$|^(?:channel_cursor|channel_memory|pairing|pairing_failure|web_session|meta|setting|stream|erasure|erased_key|estimate|usage|vector_model|allowance|paired_runner|removed_runner|runner_erasure|push|push_subscription)\./

/** What an erasure empties, removes or looks through. */
const erased =
  /^(?:message\.(?:text|name|raw)|message_file\.name|message_vector\.(?:bits|vector)|outbox\.(?:body|route|error|buttons)|task\.(?:route|reason|instruction)|task_event\.data|epoch\.(?:prompt|terms|reason|foreign)|action\.(?:line|input|output|said)|answer\.thought|approval\.(?:tool|effect|rule|gist|settled)|assembly\.(?:reason|parts|left_out|system|text|reported|failed)|summary\.text|correction\.text|thread_state\.(?:question|choices)|unread\.raw|instance\.cause|chat\.(?:title|facts)|kept_chat\.name|person\.name|address\.name|job\.(?:name|route|destinations|text)|job_run\.(?:sources|places|result|extras|reason)|session_result\.text|session_step\.(?:said|calls|joined)|session_turn\.(?:text|files|answer)|session_view\.view|foreign_file\.(?:path|words)|fact\.(?:subject|statement)|profile_version\.text|proposal\.(?:section|before|text|reason))$/

/** Everything that the store has about a chat, apart from when things were noted. */
function rowsOf({ db }: ErasingWorld, chat: ChatId): unknown[] {
  const lane = rootLane(chat)
  return [
    'SELECT * FROM message WHERE chat = @chat',
    'SELECT * FROM task WHERE chat = @chat',
    'SELECT task_event.* FROM task_event JOIN task ON task.id = task_id WHERE chat = @chat',
    'SELECT * FROM outbox WHERE lane = @lane',
    'SELECT * FROM assembly WHERE lane = @lane',
    'SELECT * FROM epoch WHERE lane = @lane',
    'SELECT * FROM summary WHERE lane = @lane',
    'SELECT * FROM conversation WHERE chat = @chat',
    'SELECT message_file.* FROM message_file JOIN message ON message.id = message_id WHERE chat = @chat',
    'SELECT * FROM chat_size WHERE chat = @chat',
    'SELECT fact.* FROM fact JOIN message ON message.id = message_id WHERE message.chat = @chat',
  ].map((query) => db.raw.prepare(query).all({ chat, lane }))
}

const fileNames = (found: string[]) => new Set(found.map((place) => place.split(':')[0]))
