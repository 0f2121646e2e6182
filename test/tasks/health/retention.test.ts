import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countTables } from '../../../src/store/file/count-tables.ts'
import { insertAssembly } from '../../../src/store/recall/assemblies.ts'
import { closeEpochs, findOpenEpoch, openEpoch } from '../../../src/store/recall/epochs.ts'
import { insertActions, insertAnswer, stepsOf, thoughtOf } from '../../../src/store/work/answers.ts'
import { assembliesRemovedTo } from '../../../src/store/work/old-records.ts'
import {
  addSessionResult,
  addSessionStep,
  beginSessionTurn,
  finishSessionTurn,
  keepSessionView,
} from '../../../src/store/work/session-turns.ts'
import { endTasks, enqueueTask } from '../../../src/store/work/tasks.ts'
import { createRetention } from '../../../src/tasks/health/retention.ts'
import { createRecallWorld, noon } from '../../store/recall/recall-world.ts'
import { silentLog } from '../../support/silent-log.ts'
import { createTestClock, onBoth } from '../../support/test-clock.ts'

const DAY = 86_400_000
const never = new AbortController().signal
const settings = { assemblyDays: 90, stepDays: 90, keptDays: 7, upgradeCopies: 2 }

/** A store in which one turn was answered on each of these days, counted back from today. */
function createPast() {
  const world = createRecallWorld()
  const { db, chat, lane, owner, say } = world
  const clock = createTestClock()
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-retention-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const route = { chat }
  const state = { isQuiet: true }

  function turn(daysAgo: number, { ends = true, closes = true } = {}): number {
    const at = new Date(clock.now().getTime() - daysAgo * DAY)
    const session = `s-${daysAgo}`
    const epoch = openEpoch(
      db,
      { lane, brain: 'b', session, prompt: 'p'.repeat(5000), terms: '', trust: 'owner', seen: 0 },
      onBoth(at),
    )
    const { steady } = onBoth(at)
    const times = { dueAt: steady, deadlineAt: steady, queuedAt: steady }
    const task = enqueueTask(db, { kind: 'reply', chat, lane, personId: owner.id, route, ...times }, at)
    insertAssembly(db, {
      taskId: task,
      epochId: epoch.id,
      lane,
      opens: true,
      status: 'NEW',
      reason: '',
      tokens: 1,
      budget: 1,
      parts: [],
      leftOut: {},
      system: 's'.repeat(50_000),
      text: 't',
      at,
    })
    const { id } = beginSessionTurn(db, { session, taskId: task, text: 'q', files: [] }, at)
    const step = addSessionStep(db, id, { said: '', calls: [], trust: 'owner' }, at)
    addSessionResult(db, step, { call: 'c', text: 'result', failed: false, trust: 'owner' }, at)
    finishSessionTurn(db, id, 'a')
    keepSessionView(db, session, '{}', at)
    const line = say(0, `answer of ${daysAgo} days ago`, { at, receivedAt: at, author: 'bot' })
    insertAnswer(db, line, { brain: 'b', model: 'm', ms: 1, usd: 0, thought: 'hm' })
    insertActions(db, line, [{ line: 'read notes.md', failed: false, input: 'notes.md', output: 'text' }])
    if (ends) endTasks(db, [task], 'answered', '', at)
    if (closes) closeEpochs(db, 'idle', at)
    return line
  }

  const retention = createRetention({
    db,
    clock,
    log: silentLog,
    persist: async (write) => write(),
    config: () => ({ retention: settings }),
    dataDir,
    mayBegin: () => state.isQuiet,
  })
  return { ...world, clock, dataDir, retention, turn, state }
}

test('old records go, in steps of limited size; messages, tasks and everything young stays', async () => {
  const { db, retention, turn, clock } = createPast()
  const lines = [200, 100, 91, 89, 1].map((daysAgo) => turn(daysAgo))
  const before = countTables(db.raw)
  expect(await retention.pass(never)).toMatchObject({ assemblies: 3, prompts: 3, turns: 3, details: 6 })
  const after = countTables(db.raw)
  const changed = Object.keys(before).filter((table) => before[table] !== after[table])
  expect(changed.sort()).toEqual(['assembly', 'meta', 'session_result', 'session_step', 'session_turn', 'session_view'])
  expect(after).toMatchObject({ assembly: 2, session_turn: 2, session_step: 2, session_result: 2, session_view: 2 })
  expect(lines.map((line) => stepsOf(db, line))).toMatchObject([
    [{ line: 'read notes.md', input: undefined, output: undefined }],
    [{ input: undefined }],
    [{ input: undefined }],
    [{ input: 'notes.md', output: 'text' }],
    [{ input: 'notes.md' }],
  ])
  expect(lines.map((line) => thoughtOf(db, line))).toEqual([undefined, undefined, undefined, 'hm', 'hm'])
  expect(assembliesRemovedTo(db)).toEqual(new Date(clock.now().getTime() - 91 * DAY))
  expect(db.raw.pragma('foreign_key_check')).toEqual([])
  expect(await retention.pass(never)).toEqual({
    assemblies: 0,
    prompts: 0,
    turns: 0,
    details: 0,
    keptFiles: 0,
    upgradeCopies: 0,
  })
})

test('what an open session or an unfinished task needs stays, however old it is', async () => {
  const { db, retention, turn, lane } = createPast()
  turn(300, { ends: false })
  turn(200, { closes: false })
  expect(await retention.pass(never)).toMatchObject({ assemblies: 0, turns: 0, prompts: 1 })
  expect(findOpenEpoch(db, lane)?.prompt).toHaveLength(5000)
})

test('it waits while the disk is short of space, and a stop ends it', async () => {
  const { db, retention, turn, state } = createPast()
  turn(300)
  state.isQuiet = false
  const stop = new AbortController()
  const waiting = retention.pass(stop.signal)
  stop.abort()
  expect(await waiting).toBeUndefined()
  expect(countTables(db.raw)).toMatchObject({ assembly: 1 })
})

test('only the newest copies from before upgrades stay, and nothing else in that folder is touched', async () => {
  const { retention, dataDir } = createPast()
  const folder = join(dataDir, 'backups')
  mkdirSync(join(folder, 'nightly'), { recursive: true })
  const names = ['before-0001_a.db', 'before-0002_b.db', 'before-0003_c.db', 'mine.db', 'skein-2026.tar.gz']
  for (const [at, name] of names.entries()) {
    writeFileSync(join(folder, name), name)
    utimesSync(join(folder, name), noon.getTime() / 1000 + at, noon.getTime() / 1000 + at)
  }
  expect(await retention.pass(never)).toMatchObject({ upgradeCopies: 1 })
  expect(readdirSync(folder)).toEqual([
    'before-0002_b.db',
    'before-0003_c.db',
    'mine.db',
    'nightly',
    'skein-2026.tar.gz',
  ])
})
