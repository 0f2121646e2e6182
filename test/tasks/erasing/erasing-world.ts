import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import type { ErasureScope } from '../../../src/domain/erasure.ts'
import { type ChatId, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { userFile } from '../../../src/domain/profile.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { insertFact } from '../../../src/store/memory/facts.ts'
import { addProposal } from '../../../src/store/profile/proposals.ts'
import { createEraser, type Eraser } from '../../../src/tasks/erasing/eraser.ts'
import { cancelTasks } from '../../../src/tasks/run/stop.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, echo, type Script } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'
import { placeStore } from '../../support/template-store.ts'

export interface ErasingWorld extends RoadWorld {
  dir: string
  eraser: Eraser
  /** What the eraser logged as a warning. */
  warnings: string[]
  erase(scope: ErasureScope): Promise<void>
}

export const house = makeChatId('web', 'house')
export const garden = makeChatId('web', 'garden')
export const never = new AbortController().signal

export function openWorld(script: Script = echo, config: WorldOptions['config'] = {}): ErasingWorld {
  const dir = mkdtempSync(join(tmpdir(), 'skein-erase-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  placeStore(dir)
  const warnings: string[] = []
  const brain = { ...createScriptedBrain(script), hasSessions: true }
  const world = createRoadWorld({ dataDir: dir, brain, config })
  const eraser = createEraser({
    ...world,
    dataDir: dir,
    log: { ...silentLog, warn: (_fields: unknown, text?: string) => void warnings.push(text ?? '') },
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
    warnings,
    async erase(scope) {
      const { state } = await eraser.finish(eraser.begin(scope), never)
      expect(state).toBe('done')
    },
  }
}

/** Says lines with these words in a chat, and leaves them in every other place where a daemon could. */
export async function plant(world: ErasingWorld, chat: ChatId, words: string[]): Promise<void> {
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
  const proposal = { file: userFile(owner.id), personId: owner.id, chat, messageId: undefined, taskId: 0 } as const
  const proposed = { section: 'Cellar', before: '', text: `The cellar holds ${text}.`, reason: `It holds ${text}.` }
  addProposal(db, { ...proposal, ...proposed }, clock.now())
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
