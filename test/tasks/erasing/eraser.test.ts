import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { ErasureScope } from '../../../src/domain/erasure.ts'
import { type ChatId, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { insertFact } from '../../../src/store/memory/facts.ts'
import { createEraser, type Eraser } from '../../../src/tasks/erasing/eraser.ts'
import { cancelTasks } from '../../../src/tasks/run/stop.ts'
import { findBytes, plantedWords } from '../../support/byte-search.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo, type Script } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'
import { size } from '../../support/sizes.ts'
import { placeStore } from '../../support/template-store.ts'

interface ErasingWorld extends RoadWorld {
  dir: string
  eraser: Eraser
  erase(scope: ErasureScope): Promise<void>
}

const house = makeChatId('web', 'house')
const garden = makeChatId('web', 'garden')
const never = new AbortController().signal

function openWorld(script: Script = echo): ErasingWorld {
  const dir = mkdtempSync(join(tmpdir(), 'skein-erase-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  placeStore(dir)
  const brain = { ...createScriptedBrain(script), hasSessions: true }
  const world = createRoadWorld({ dataDir: dir, brain })
  const eraser = createEraser({
    ...world,
    dataDir: dir,
    log: silentLog,
    fileStore: world.files.fileStore,
    workspaces: world.files.workspaces,
    logFile: join(dir, 'log', 'skein.log'),
    cancel: (tasks, now, afterCommit) => void cancelTasks(world.stopping, tasks, 'deleted', now, afterCommit),
    forget: async () => {},
  })
  return {
    ...world,
    dir,
    eraser,
    async erase(scope) {
      const { state } = await eraser.finish(eraser.begin(scope), never)
      expect(state).toBe('done')
    },
  }
}

/** Says lines with these words in a chat, and leaves them in every other place where a daemon could. */
async function plant(world: ErasingWorld, chat: ChatId, words: string[]): Promise<void> {
  const { db, clock, files, dir, say, settle, owner } = world
  const [text = '', edited = '', inFile = '', fileName = '', ...others] = words
  const file = await storeFile(db, files.fileStore, Readable.from([Buffer.from(`about ${inFile}`)]), clock.steady)
  if ('tooLarge' in file) throw new Error('too large')
  say(`The ${text} is in the cellar.`, {
    chat,
    files: [{ hash: file.hash, name: `${fileName}.txt` }],
    remoteId: `${chat}-1`,
  })
  await settle()
  say(`The ${edited} is in the cellar, ${others.join(' and ')}.`, { chat })
  await settle()
  const workspace = files.workspaces.pathOf(chat)
  mkdirSync(join(workspace, '.kept'), { recursive: true })
  writeFileSync(join(workspace, `${fileName}.txt`), `about ${inFile}`)
  writeFileSync(join(workspace, '.kept', 'owner-1-result.txt'), JSON.stringify({ found: text }))
  const session = `session-${chat.replace(':', '-')}`
  const task = db.raw.prepare('SELECT max(id) FROM task WHERE chat = ?').pluck().get(chat) as number
  db.raw
    .prepare("INSERT INTO session_turn (session, task_id, generation, text, files, at) VALUES (?, ?, 1, ?, '[]', 1)")
    .run(session, task, text)
  db.raw.prepare('INSERT INTO session_view (session, view, at) VALUES (?, ?, 1)').run(session, text)
  db.raw
    .prepare("INSERT INTO task_event (task_id, kind, data, at) VALUES (?, 'x', ?, 1)")
    .run(task, JSON.stringify(text))
  db.raw
    .prepare(
      `INSERT INTO approval (task_id, generation, person_id, lane, hash, tool, effect, state, created_at, expires_at)
     VALUES (?, 1, ?, ?, 'h', 'write', ?, 'used', 1, 1)`,
    )
    .run(task, owner.id, rootLane(chat), `Write ${text}?`)
  const line = db.raw.prepare('SELECT min(id) FROM message WHERE chat = ?').pluck().get(chat) as number
  insertFact(
    db,
    {
      statement: `The cellar holds ${text}`,
      kind: 'fact',
      toldById: owner.id,
      aboutId: owner.id,
      saidAt: clock.now(),
      trust: 'owner',
      scope: 'private',
      writtenBy: 'command',
      messageId: line,
    },
    clock.now(),
  )
  db.raw
    .prepare(
      `INSERT INTO summary (lane, text, made, trust, from_id, to_id, from_at, to_at, messages, created_at)
     VALUES (?, ?, 'model', 'owner', ?, ?, 1, 1, 2, 1)`,
    )
    .run(rootLane(chat), `They spoke about ${text}.`, line, line)
  const projects = join(dir, 'claude', 'projects', 'work')
  mkdirSync(projects, { recursive: true })
  writeFileSync(join(projects, `${session}.jsonl`), `${JSON.stringify({ text })}\n`)
  mkdirSync(join(dir, 'log'), { recursive: true })
  const log = [`{"msg":"started"}`, `{"msg":"failed on ${text}"}`, ''].join('\n')
  writeFileSync(join(dir, 'log', 'skein.log'), log, { flag: 'a' })
  writeFileSync(join(dir, 'log', `skein.log.2026-03-14T10-00-00-00${chat.length % 10}Z.gz`), gzipSync(log))
}

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
  expect(say(`The ${gone} is here.`, { chat: house, remoteId: 'm1', keys: ['one'] }).status).toBe('duplicate')
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

test('an erased person leaves nothing of theirs, and others keep what they said', async () => {
  const world = openWorld()
  const [own = '', inGroup = '', kept = '', note = ''] = plantedWords(4)
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
  clock.advance(1000)
  await world.erase({ person: ben.id })
  expect(findBytes(world.dir, [own, inGroup, note])).toEqual([])
  expect(findBytes(world.dir, [kept])).not.toEqual([])
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
    await world.eraser.resume(never)
    expect(findBytes(world.dir, [gone, ...others]), `broken off at ${breakAt}`).toEqual([])
    expect(world.db.raw.prepare('SELECT state FROM erasure').pluck().all()).toEqual(['done'])
    if (breakAt > 60) throw new Error('it never ends')
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

/** Ids, names of states and of programs, numbers, and what the owner configured. */
const withoutWords =
  /^__drizzle|\.(?:id|key|kind|state|status|origin|chat|lane|queue|channel|account|remote|remote_id|remote_chat|role|trust|source|hash|session|brain|model|scope|author|timezone|audience|schedule_key|boot|type|made|expects|call|reply_to|owner_address|written_by|file|emoji|why|opens|due|options|dropped)$|^(?:channel_cursor|channel_memory|pairing|pairing_failure|web_session|meta|setting|stream|erasure|erased_key|estimate|usage|vector_model|allowance)\./

/** What an erasure empties, removes or looks through. */
const erased =
  /^(?:message\.(?:text|name|raw)|message_file\.name|message_vector\.(?:bits|vector)|outbox\.(?:body|route|error|buttons)|task\.(?:route|reason|instruction)|task_event\.data|epoch\.(?:prompt|terms|reason|foreign)|action\.(?:line|input|output)|answer\.thought|approval\.(?:tool|effect|rule|gist|settled)|assembly\.(?:reason|parts|left_out|system|text|reported|failed)|summary\.text|correction\.text|thread_state\.(?:question|choices)|unread\.raw|instance\.cause|chat\.(?:title|facts)|kept_chat\.name|person\.name|address\.name|job\.(?:name|route|destinations|text)|job_run\.(?:sources|places|result|extras|reason)|session_result\.text|session_step\.(?:said|calls|joined)|session_turn\.(?:text|files|answer)|session_view\.view|foreign_file\.(?:path|words)|fact\.(?:subject|statement)|profile_version\.text)$/

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
