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
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
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

function openWorld(): ErasingWorld {
  const dir = mkdtempSync(join(tmpdir(), 'skein-erase-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  placeStore(dir)
  const brain = { ...createScriptedBrain(echo), hasSessions: true }
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
