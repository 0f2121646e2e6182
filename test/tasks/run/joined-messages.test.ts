import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { InboundMessage } from '../../../src/domain/message.ts'
import { createIntent } from '../../../src/spawner/claude/own-tools.ts'
import type { JoinedMessages, Turn } from '../../../src/spawner/spawner.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { insertAllowance } from '../../../src/store/work/approvals.ts'
import { findOutcome } from '../../../src/store/work/outcomes.ts'
import { listTasks, taskEvents } from '../../../src/store/work/tasks.ts'
import { recover } from '../../../src/tasks/queue/recovery.ts'
import { lastAssembly } from '../../../src/tasks/reports/context-report.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { placeStore } from '../../support/template-store.ts'
import { toolChat as chat } from '../../support/tool-world.ts'

// What is said while a turn runs joins that turn, where its brain asks for it between two steps.

const lane = `root:${chat}` as never
const bodies = (world: RoadWorld) => world.web.sent.map(({ body }) => body)
const states = (world: RoadWorld) =>
  listTasks(world.db, { limit: 9 })
    .map(({ id, state }) => `${id} ${state}`)
    .toReversed()
const tasksOf = (world: RoadWorld) =>
  world.db.raw.prepare('SELECT message_id AS message, task_id AS task FROM task_message ORDER BY message_id').all()

/** A brain whose steps are the test's: it stands between two of them until it is told to hear or to answer. */
function createSteps() {
  type Step = { hear(heard: Promise<JoinedMessages | undefined>): void } | { say: string }
  const turns: { turn: Turn; take(step: Step): void }[] = []
  const script: Script = async function* (turn, signal) {
    if (!turn.question.startsWith('long')) return yield { kind: 'done', text: `heard: ${turn.question}` }
    const steps: Step[] = []
    let ring = () => {}
    const take = (step: Step) => {
      steps.push(step)
      ring()
    }
    turns.push({ turn, take })
    signal.addEventListener('abort', () => ring())
    while (!signal.aborted) {
      const step = steps.shift()
      if (!step) await new Promise<void>((resolve) => (ring = resolve))
      else if ('say' in step) return yield { kind: 'done', text: step.say }
      else step.hear(turn.takeJoined?.() ?? Promise.resolve(undefined))
    }
  }
  return {
    turns,
    script,
    hear: (at = -1) => new Promise<JoinedMessages | undefined>((hear) => turns.at(at)?.take({ hear })),
    say: (say: string) => turns.at(-1)?.take({ say }),
  }
}

function worldWith({ sessions = true, ...options }: WorldOptions & { sessions?: boolean } = {}) {
  const steps = createSteps()
  const brain = { ...createScriptedBrain(steps.script), hasSessions: sessions }
  const world = createRoadWorld({ brain, ...options })
  const stop = new AbortController()
  const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
  onTestFinished(async () => {
    for (const { take } of steps.turns) take({ say: 'too late' })
    stop.abort()
    await running
  })
  const begun = async (count = 1) => await expect.poll(() => steps.turns.length).toBe(count)
  const said = async (...all: string[]) => await expect.poll(() => bodies(world)).toEqual(all)
  return Object.assign(world, { brain, steps, begun, said })
}

/** Another person in a group of ours. */
const group = { chat: 'telegram:-5' as never, channel: 'telegram' } as const
const from = (id: string): Partial<InboundMessage> => ({ ...group, sender: { channel: 'telegram', id } })

describe.each([{ sessions: true }, { sessions: false }])('a message sent meanwhile (sessions: $sessions)', (kind) => {
  test('joins the running turn once, is answered with it and starts nothing of its own', async () => {
    const world = worldWith(kind)
    world.say('long story')
    await world.begun()
    expect(await world.steps.hear()).toBeUndefined()
    const second = world.say('and make it <short>')
    const heard = await world.steps.hear()
    expect(heard).toMatchObject({ trust: 'owner', files: [] })
    const fence = /<message-([0-9a-f]{8}) /.exec(world.steps.turns[0]?.turn.text ?? '')?.[1]
    expect(heard?.text).toContain(`<message-${fence} from="Ana"`)
    expect(heard?.text).toContain('note="sent while you were working; your one reply should answer this too"')
    expect(heard?.text).toContain('and make it <short>')
    expect(await world.steps.hear()).toBeUndefined()
    world.steps.say('A fox.')
    await world.said('A fox.')

    expect(tasksOf(world)).toEqual([
      { message: 1, task: 1 },
      { message: 2, task: 1 },
    ])
    expect(states(world)).toEqual(['1 answered', '2 cancelled'])
    expect(taskEvents(world.db, 1)).toContainEqual(
      expect.objectContaining({ kind: 'joined', data: 'messages 2 of task 2' }),
    )
    const why = 'Its message was added to task 1, which was already running.'
    expect(taskEvents(world.db, 2).at(-1)).toMatchObject({ kind: 'cancelled', data: { en: why } })
    expect(second).toMatchObject({ status: 'stored', message: 2 })
    expect(findOutcome(world.db, 2)).toMatchObject({ state: 'answered', replies: ['A fox.'] })
    // Whoever watches never sees it cancelled.
    const shown = world.web.shown.flatMap((progress) => (progress.kind === 'state' ? [progress] : []))
    const ofSecond = shown.filter(({ messages }) => messages.includes(2)).map(({ task, state }) => `${task} ${state}`)
    expect(ofSecond).toEqual(['2 queued', '1 running', '1 answered'])
    // The record of the turn holds both.
    const seen = lastAssembly(world.db, lane)
    expect(seen?.taskId).toBe(1)
    expect(seen?.text).toMatch(/long story[\s\S]*and make it <short>/)
    expect(seen?.parts.filter(({ kind: part }) => part === 'message')).toMatchObject([
      { messages: [1], reason: { en: 'in every request' } },
      { messages: [2], reason: { en: 'sent while the answer was being written' } },
    ])

    world.say('thanks')
    await world.said('A fox.', 'heard: thanks')
    const next = world.brain.turns.at(-1)
    const times = `${next?.system}${next?.text}`.split('and make it').length - 1
    // In a session it was said once and for all; a turn that stands alone is told of it once.
    expect(times).toBe(kind.sessions ? 0 : 1)
    world.say('/retry 2')
    await world.said('A fox.', 'heard: thanks', `There is nothing left in task 2. ${why}`)
  })

  test('lowers what the turn, its tools and its answer are trusted with', async () => {
    const world = worldWith(kind)
    world.say('long story')
    await world.begun()
    const [turn] = world.steps.turns.map((under) => under.turn)
    expect(turn?.trust).toBe('owner')
    const folder = turn?.workspace ?? ''
    const write = createIntent({ name: 'Write', input: { file_path: join(folder, 'a.txt'), content: 'x' } }, false)
    insertAllowance(world.db, world.owner.id, 'Write', world.clock.now())
    expect(turn && world.permissions.judge(turn, write)).toEqual({ verdict: 'allow' })
    const source = Readable.from([Buffer.from('name;age\n')])
    const table = await storeFile(world.db, world.files.fileStore, source, world.clock.steady)
    if (!('hash' in table)) throw new Error('not stored')
    world.say('with these', { files: [{ ...table, name: 'ages.csv' }] })
    const heard = await world.steps.hear()
    expect(heard?.trust).toBe('untrusted')
    expect(heard?.text).toContain('[file] ages.csv')
    // It is where the turn's own files are.
    expect(heard?.files).toMatchObject([{ name: 'ages.csv' }])
    const path = heard?.files[0]?.path ?? ''
    expect(readFileSync(path, 'utf8')).toBe('name;age\n')
    if (heard?.files[0]?.form === 'workspace') expect(dirname(path)).toBe(folder)
    expect(turn && world.permissions.judge(turn, write)).toEqual({ verdict: 'ask' })
    world.steps.say('Done.')
    await world.said('Done.')
    const trust = world.db.raw.prepare("SELECT trust FROM message WHERE text = 'Done.'").pluck().get()
    expect(trust).toBe('untrusted')
  })
})

describe('what joins', () => {
  test('is all that waits, in order, with what was said between and what it replies to', async () => {
    const world = worldWith()
    world.say('the roof is leaking')
    await world.said('heard: the roof is leaking')
    world.say('the sun is shining')
    await world.said('heard: the roof is leaking', 'heard: the sun is shining')
    world.say('long story')
    await world.begun()
    world.say('first')
    world.say('by the way', { addressed: false })
    world.say('second', { replyTo: 'k1' })
    const text = (await world.steps.hear())?.text ?? ''
    expect(text).toMatch(
      /since-last-turn[\s\S]*by the way[\s\S]*quoted-reply[\s\S]*the roof is leaking[\s\S]*first[\s\S]*second/,
    )
    world.say('third')
    expect((await world.steps.hear())?.text).toMatch(/>\nthird\n<\/message/)
    world.steps.say('A fox.')
    await world.said('heard: the roof is leaking', 'heard: the sun is shining', 'A fox.')
    expect(tasksOf(world).slice(2)).toEqual([5, 6, 8, 9].map((message) => ({ message, task: 3 })))
  })

  test('waits until it is all there', async () => {
    const world = worldWith()
    world.say('long story')
    await world.begun()
    world.say('one', { partOf: 'album' })
    expect(await world.steps.hear()).toBeUndefined()
    world.clock.advance(1400)
    world.say('two', { partOf: 'album' })
    world.clock.advance(1400)
    expect(await world.steps.hear()).toBeUndefined()
    world.clock.advance(200)
    expect((await world.steps.hear())?.text).toMatch(/one[\s\S]*two/)
    world.steps.say('Both.')
    await world.said('Both.')
  })

  test('is never a command, and nothing that was said after /new', async () => {
    const world = worldWith()
    world.say('long story')
    await world.begun()
    world.say('/whoami')
    expect(await world.steps.hear()).toBeUndefined()
    world.say('about the fox')
    world.say('/new')
    world.say('something else')
    expect(await world.steps.hear()).toBeUndefined()
    world.steps.say('A fox.')
    await expect.poll(() => bodies(world)).toContain('heard: something else')
    expect(states(world)).toEqual(['1 answered', '2 answered', '3 answered'])
  })

  test('is of the same person only', async () => {
    const world = worldWith()
    world.member(2)
    world.say('long story', from('1'))
    await world.begun()
    world.say('not mine', from('2'))
    expect(await world.steps.hear()).toBeUndefined()
    // It waits with the other's words and is answered with them.
    world.say('mine', from('1'))
    expect(await world.steps.hear()).toBeUndefined()
    world.steps.say('A fox.')
    await expect.poll(() => states(world)).toEqual(['1 answered', '2 answered'])
    expect(tasksOf(world)).toEqual([
      { message: 1, task: 1 },
      { message: 2, task: 2 },
      { message: 3, task: 2 },
    ])
  })

  test('ends with the turn when that is stopped, and a run that was stopped hears nothing more', async () => {
    const world = worldWith()
    world.say('long story')
    await world.begun()
    world.say('and short')
    await world.steps.hear()
    world.say('/stop')
    expect(states(world)).toEqual(['1 cancelled', '2 cancelled'])
    world.say('/retry')
    world.say('now then')
    await world.begun(2)
    expect(world.steps.turns[1]?.turn.question).toBe('long story\nand short')
    expect(await world.steps.turns[0]?.turn.takeJoined?.()).toBeUndefined()
    expect((await world.steps.hear())?.text).toContain('now then')
    world.steps.say('A fox.')
    await expect.poll(() => bodies(world)).toContain('A fox.')
    expect(states(world)).toEqual(['1 answered', '2 cancelled', '3 cancelled'])
  })

  test('that is edited or deleted goes on as what a running turn answers does', async () => {
    const world = worldWith()
    world.say('long story')
    await world.begun()
    world.say('and short')
    await world.steps.hear()
    world.inbox.accept([{ kind: 'delete', chat, remoteId: 'k2', at: world.clock.now() }])
    world.steps.say('A fox.')
    await world.said('A fox.')
    expect(states(world)).toEqual(['1 answered', '2 cancelled'])
    expect(tasksOf(world)).toHaveLength(2)
  })
})

test('killed between the join and the answer, the task is answered once, with all it holds', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-steering-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  placeStore(dataDir)
  let isDead = false
  const first = worldWith({ dataDir, mayBegin: () => !isDead })
  first.say('long story')
  await first.begun()
  first.say('and short')
  await first.steps.hear()

  isDead = true
  const second = worldWith({ dataDir })
  recover(second)
  // What may have killed the daemon waits a while.
  second.clock.advance(6000)
  second.worker.wake()
  await second.begun()
  expect(second.steps.turns[0]?.turn.question).toBe('long story\nand short')
  // What the dead one says is nobody's answer any more, and nothing joins it.
  expect(await first.steps.hear()).toBeUndefined()
  first.steps.say('too late')
  second.steps.say('A fox.')
  await second.said('A fox.')
  expect(states(second)).toEqual(['1 answered', '2 cancelled'])
  expect(bodies(first)).toEqual([])
})
