import { describe, expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundEdit, InboundMessage } from '../../../src/domain/message.ts'
import { createIntent } from '../../../src/spawner/claude/own-tools.ts'
import { readLines } from '../../../src/store/messages/lines.ts'
import { readApproval } from '../../../src/store/work/approvals.ts'
import { splitTask } from '../../../src/store/work/task-regrouping.ts'
import { listTasks, messageIdsOf, readTask } from '../../../src/store/work/tasks.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'

const chat = makeChatId('web', 'a')
const group = makeChatId('telegram', '-100')
const states = (world: RoadWorld) =>
  listTasks(world.db, { limit: 9 })
    .map((task) => task.state)
    .toReversed()
const inGroup = (id: number, more: Partial<InboundMessage> = {}): Partial<InboundMessage> => ({
  channel: 'telegram',
  chat: group,
  sender: { channel: 'telegram', id: String(id) },
  senderName: `Member ${id}`,
  ...more,
})

/** Wants leave for each command of what begins with "bake", and says what became of it; hears everything else. */
function bakery({ commands = ['make cake'], said = '' } = {}) {
  const script: Script = async function* (turn, signal) {
    if (!turn.question.startsWith('bake')) return yield { kind: 'done', text: `heard: ${turn.question}` }
    if (said !== '') yield { kind: 'text', text: said }
    const bench = { ...turn, workspace: world.files.workspaces.pathOf(turn.chat), ownTools: ['Bash' as const] }
    const ask = (command: string) =>
      world.permissions.ask(bench, createIntent({ name: 'Bash', input: { command } }), signal)
    const answers = await Promise.all(commands.map(ask))
    if (!signal.aborted) yield { kind: 'done', text: answers.map(({ verdict }) => verdict).join(' and ') }
  }
  const world = createRoadWorld({ brain: createScriptedBrain(script) })
  const stop = new AbortController()
  const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
  onTestFinished(async () => {
    stop.abort()
    await running
  })
  const bodies = () => world.web.sent.map(({ body }) => body).filter((body) => !body.includes('may I'))
  /** All that was said there, in messages however short. */
  const inTheGroup = () => world.telegram.sent.map(({ body }) => body).join('')
  const asked = async (count = 1) => {
    const questions = () =>
      [...world.web.sent, ...world.telegram.sent].filter(({ body }) => body.includes('may I')).length
    await expect.poll(questions).toBe(count)
  }
  return Object.assign(world, { bodies, inTheGroup, asked })
}

/** Until this is the last thing said. */
async function hears(bodies: () => string[], last: string): Promise<void> {
  await expect.poll(() => bodies().at(-1)).toBe(last)
}

const WITHDRAWN = 'Question 1 is canceled: what I asked about was not done.'
const CHANGED = `I took that as a new message, not as an answer. ${WITHDRAWN}`
const BEGINS = 'This is a new conversation. Earlier messages are kept and can still be found.'

describe('a plain word while a question is open', () => {
  test.each([
    ['yes', 'allow', 'I took that as your answer to question 1. Ana allowed it once.'],
    ['Ja, gerne!', 'allow', 'Ich habe das als deine Antwort auf Frage 1 verstanden. Ana hat es einmal erlaubt.'],
    ['ok', 'allow', 'I took that as your answer to question 1. Ana allowed it once.'],
    ['👍🏽', 'allow', 'I took that as your answer to question 1. Ana allowed it once.'],
    ['Nein danke.', 'deny', 'Ich habe das als deine Antwort auf Frage 1 verstanden. Ana hat Nein gesagt.'],
    ['no', 'deny', 'I took that as your answer to question 1. Ana said no.'],
  ])('answers it: %s', async (word, verdict, outcome) => {
    const world = bakery()
    world.say('bake')
    await world.asked()
    expect(world.say(word)).toMatchObject({ status: 'stored', task: undefined })
    await hears(world.bodies, verdict)
    expect(world.bodies()).toEqual([outcome, verdict])
    // It is said to us and not to the model.
    expect(readLines(world.db, chat, { limit: 9 }).find(({ text }) => text === word)).toMatchObject({ kind: 'command' })
  })

  test('of the two that are open answers none until it is clear which', async () => {
    const world = bakery({ commands: ['make cake', 'make tea'] })
    world.say('bake')
    await world.asked(2)
    world.say('yes')
    await hears(world.bodies, 'Please give the number of the question you are answering.')
    const second = world.web.sent.find(({ body }) => body.includes('make tea'))
    world.say('no', { replyTo: `r${second?.id}` })
    await hears(world.bodies, 'I took that as your answer to question 2. Ana said no.')
    world.say('yes')
    await hears(world.bodies, 'allow and deny')
  })

  test.each<[string, string, Partial<InboundMessage>]>([
    ['in reply to something else', 'yes', { replyTo: 'k1' }],
    ['that somebody else said', 'yes', { forwardedFrom: 'Bob' }],
    ['with more behind it', 'yes, but make it a pie', {}],
    ['that is a question', 'ok?', {}],
  ])('is no answer %s', async (_name, text, extra) => {
    const world = bakery()
    world.say('bake')
    await world.asked()
    world.say(text, extra)
    await expect.poll(() => world.bodies().length).toBe(2)
    expect(world.bodies()[0]).toBe(CHANGED)
    expect(readApproval(world.db, 1)).toMatchObject({ state: 'expired' })
  })

  test('is no answer to a question that nobody has seen yet', async () => {
    const world = bakery()
    world.web.receipts.push({ status: 'retry', reason: 'the network is down', afterMs: 3_600_000 })
    world.say('bake')
    await expect.poll(() => readApproval(world.db, 1)?.state).toBe('open')
    await expect.poll(() => world.web.receipts.length).toBe(0)
    world.say('yes')
    expect(readApproval(world.db, 1)).toMatchObject({ state: 'expired' })
  })
})

describe('anything else from whoever is asked', () => {
  test('withdraws the question, ends its turn and is a turn of its own', async () => {
    const world = bakery({ said: 'The oven is warm.' })
    world.say('bake')
    await world.asked()
    world.say('what time is it?')
    // In the commit that took it in.
    expect(states(world)).toEqual(['cancelled', 'queued'])
    await hears(world.bodies, 'heard: what time is it?')
    expect(world.bodies()).toEqual(['The oven is warm.\n\n*(stopped)*', CHANGED, 'heard: what time is it?'])
    expect(readApproval(world.db, 1)).toMatchObject({
      state: 'expired',
      settled: expect.stringContaining('Canceled, so it was not done.'),
    })
    // What was said until then stands before what was said instead.
    const lines = readLines(world.db, chat, { limit: 9 }).map(({ text }) => text)
    expect(lines.indexOf('The oven is warm.')).toBeLessThan(lines.indexOf('what time is it?'))
  })

  test('does so too for a question that outlived the daemon', async () => {
    const world = bakery()
    world.say('bake')
    await world.asked()
    world.db.raw.prepare(`UPDATE task SET state = 'queued', lease_instance = NULL, due_at = due_at + 3600000`).run()
    world.say('what time is it?')
    await hears(world.bodies, 'heard: what time is it?')
    expect(states(world)).toEqual(['cancelled', 'answered'])
  })

  test('edited words count as new ones, and never as an answer', async () => {
    const world = bakery()
    world.say('bake')
    await world.asked()
    world.inbox.accept([{ ...edited(world, 'k1'), text: 'yes' }])
    await hears(world.bodies, 'heard: [edited] yes')
    expect(world.bodies()).toEqual([CHANGED, 'heard: [edited] yes'])
    expect(states(world)).toEqual(['cancelled', 'answered'])
  })

  test('leaves a question alone whose time is over', async () => {
    const world = bakery()
    world.say('bake')
    await world.asked()
    world.clock.advance(600_001)
    world.say('yes')
    expect(states(world)).toEqual(['waiting', 'queued'])
  })
})

describe('in a group', () => {
  test('what others write waits, and says so; whoever is asked and the owner are heard at once', async () => {
    const world = bakery()
    world.member(7)
    world.member(8)
    world.say('bake', inGroup(7))
    await world.asked()
    world.say('yes', inGroup(8))
    const waits = 'Your message waits until Member 7 has answered question 1, for 10 minutes at most.'
    await expect.poll(world.inTheGroup).toContain(waits)
    world.say('hello?', inGroup(8))
    // Not said to us, so not about us.
    world.say('yes', inGroup(7, { addressed: false }))
    expect(states(world)).toEqual(['waiting', 'queued'])
    expect(readApproval(world.db, 1)).toMatchObject({ state: 'open' })
    world.say('ok', inGroup(1))
    await expect.poll(() => states(world)).toEqual(['answered', 'answered'])
    const taken = 'I took that as your answer to question 1. Ana allowed it once.'
    await expect.poll(world.inTheGroup).toContain(`${waits}${taken}allowheard: yes`)
  })

  test('/new of somebody else leaves the question', async () => {
    const world = bakery()
    world.member(7)
    world.member(8)
    world.say('bake', inGroup(7))
    await world.asked()
    world.say('/new', inGroup(8))
    await expect.poll(world.inTheGroup).toContain(`${BEGINS} Question 1 is still waiting for Member 7.`)
    expect(states(world)).toEqual(['waiting'])
  })
})

describe('/new', () => {
  test('withdraws the question and ends the turn that waits for it', async () => {
    const world = bakery()
    world.say('bake')
    await world.asked()
    world.say('/new')
    expect(states(world)).toEqual(['cancelled'])
    world.say('what time is it?')
    await hears(world.bodies, 'heard: what time is it?')
    expect(world.bodies()[0]).toBe(`${BEGINS} ${WITHDRAWN}`)
    expect(readApproval(world.db, 1)?.settled).toContain('Canceled, so it was not done.')
  })

  test('parts what waits: nothing before it is answered together with anything after it', async () => {
    const world = createRoadWorld()
    const accepted = ['one', 'two', '/new', 'three', 'four'].map((text) => world.say(text))
    expect(accepted.map((one) => 'task' in one && one.task)).toEqual([1, 1, undefined, 2, 2])
    // Words that were edited since are still from before it.
    world.inbox.accept([{ ...edited(world, 'k1'), text: 'one and a half' }])
    world.inbox.accept([{ ...edited(world, 'k2'), text: 'two and a half' }])
    world.say('/new')
    expect(world.say('five')).toMatchObject({ task: 3 })
    expect([1, 2, 3].map((task) => messageIdsOf(world.db, task).length)).toEqual([2, 2, 1])
    world.say('/new')
    // What is put in their place since, because something broke, as well.
    world.db.transaction(() => {
      const whole = readTask(world.db, 2)
      if (whole) splitTask(world.db, whole, 0, world.clock.now())
    })
    expect(world.say('six')).toMatchObject({ task: 6 })
    await world.settle()
    expect(world.web.sent.filter(({ kind }) => kind === 'reply')).toHaveLength(5)
  })
})

let edits = 0
function edited(world: RoadWorld, remoteId: string): Omit<InboundEdit, 'text'> {
  return {
    kind: 'edit',
    channel: 'web',
    account: 'local',
    keys: [`edit:${++edits}`],
    chat,
    audience: 'private',
    remoteId,
    sender: { channel: 'web', id: 'owner' },
    senderName: 'Ana',
    at: world.clock.now(),
    addressed: true,
    raw: '{}',
  }
}
