import { expect, test } from 'vitest'
import { answerApproval, insertApproval } from '../../../src/store/work/approvals.ts'
import { readTask } from '../../../src/store/work/tasks.ts'
import { describeTask, readTaskReport } from '../../../src/tasks/reports/task-report.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const usage = {
  model: 'opus',
  inputTokens: 1200,
  outputTokens: 34,
  cacheReadTokens: 5600,
  cacheWriteTokens: 700,
  costUsd: 0.0123,
  contextTokens: 7500,
  windowTokens: undefined,
  firstTextMs: 1500,
}

/** A task that failed once, asked a question, did something and answered. */
async function createAnswered() {
  const brain = createScriptedBrain(function* () {
    if (brain.turns.length === 1) {
      yield { kind: 'failed', failure: { class: 'overloaded', retry: true, what: 'It was busy.' } }
      return
    }
    yield { kind: 'action', action: { line: 'Bash: mow \u001b[31mthe lawn', failed: false } }
    yield { kind: 'action', action: { line: 'Write: bill.txt', failed: true } }
    yield { kind: 'usage', usage }
    yield { kind: 'done', text: 'The lawn\nis mown.' }
  })
  const world = createRoadWorld({ brain })
  const said = world.say('mow the lawn')
  const id = 'task' in said ? (said.task ?? 0) : 0
  const task = readTask(world.db, id)
  if (!task) throw new Error('no task')
  const { db, clock, owner } = world
  const asked = {
    taskId: id,
    generation: 1,
    personId: owner.id,
    lane: task.lane,
    hash: 'h',
    tool: 'Bash',
    gist: 'mow',
    rule: null,
  }
  const { id: question } = insertApproval(db, { ...asked, effect: 'run "mow"', expiresAt: clock.steady() }, clock.now())
  answerApproval(db, question, { state: 'yes', by: owner.id, settled: 'Allowed.' }, clock.now())
  await world.settle()
  clock.advance(3_600_000)
  await world.settle()
  return { world, id }
}

test('a task is told whole: what was asked, tried, allowed, done, paid and sent', async () => {
  const { world, id } = await createAnswered()
  const report = readTaskReport(world.db, id)
  expect(report).toMatchObject({
    id,
    state: 'answered',
    attempt: 2,
    person: 'Ana',
    messages: [{ name: 'Ana', text: 'mow the lawn' }],
    approvals: [{ effect: 'run "mow"', state: 'yes', tool: 'Bash' }],
    actions: [{ failed: false }, { line: 'Write: bill.txt', failed: true }],
    usage: [{ model: 'opus', inputTokens: 1200, usd: 0.0123 }],
    deliveries: [{ kind: 'reply', channel: 'web', state: 'sent', text: 'The lawn\nis mown.' }],
  })
  expect(report?.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['claimed', 'answered']))
})

test('in words it can be read, in the times of whoever reads it, and drives no terminal', async () => {
  const { world, id } = await createAnswered()
  const report = readTaskReport(world.db, id)
  const told = (report ? describeTask(report, (ms) => `<${new Date(ms).getUTCHours()} o'clock>`) : []).join('\n')
  expect(told).toMatch(
    new RegExp(`^Task ${id}: reply for Ana in root:web:a\n {2}answered\n {2}attempt 2\n {2}received <10 o'clock>`),
  )
  expect(told).toContain("Messages\n  <10 o'clock>  Ana: mow the lawn\n")
  expect(told).toMatch(/Questions\n.*1: mow \(yes, /)
  expect(told).toContain('Actions\n  Bash: mow [31mthe lawn\n  Write: bill.txt (failed)\n')
  expect(told).toContain('opus for chat: 1200 tokens in, 34 out, 5600 from cache, 700 written to the cache, $0.0123')
  expect(told).toContain('reply to web: sent: The lawn is mown.')
  expect(told).not.toContain('\u001b')
})

test('of what there was nothing, nothing is told', () => {
  const world = createRoadWorld()
  const said = world.say('later')
  const report = readTaskReport(world.db, 'task' in said ? (said.task ?? 0) : 0)
  const told = (report ? describeTask(report, String) : []).join('\n')
  expect(told).toMatch(/queued\n {2}attempt 0\n {2}received \d+\nMessages\n/)
  for (const title of ['Questions', 'Actions', 'Calls', 'Sent']) expect(told).not.toContain(title)
  expect(readTaskReport(world.db, 99)).toBeUndefined()
})
