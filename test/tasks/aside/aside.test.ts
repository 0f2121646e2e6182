import { describe, expect, onTestFinished, test } from 'vitest'
import { createIntent } from '../../../src/spawner/claude/own-tools.ts'
import type { BrainEvent, Turn } from '../../../src/spawner/spawner.ts'
import { readLines } from '../../../src/store/messages/lines.ts'
import { abandonedTasks, freeTask } from '../../../src/store/work/claims.ts'
import { listTasks, readTask } from '../../../src/store/work/tasks.ts'
import { MAX_ASIDES } from '../../../src/tasks/aside/aside.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { toolChat as chat, press } from '../../support/tool-world.ts'

// Work beside the chat: the chat goes on, and the result comes as a reply to the request.

type Step = (turn: Turn, signal: AbortSignal) => Promise<BrainEvent | undefined>

/** A brain that answers the chat at once and works beside it in the steps that the test gives. */
function worldWith(options: WorldOptions = {}) {
  const asides: { turn: Turn; take(step: Step): void }[] = []
  const script: Script = async function* (turn, signal) {
    if (turn.kind !== 'aside') return yield { kind: 'done', text: `heard: ${turn.question}` }
    const steps: Step[] = []
    let ring = () => {}
    asides.push({
      turn,
      take(step) {
        steps.push(step)
        ring()
      },
    })
    signal.addEventListener('abort', () => ring())
    while (!signal.aborted) {
      const event = await steps.shift()?.(turn, signal)
      if (event) yield event
      if (event?.kind === 'done' || event?.kind === 'failed') return
      if (steps.length === 0 && !signal.aborted) await new Promise<void>((resolve) => (ring = resolve))
    }
  }
  const brain = { ...createScriptedBrain(script), hasSessions: true, hasTools: true }
  const world = createRoadWorld({ brain, ...options })
  const stop = new AbortController()
  const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
  onTestFinished(async () => {
    for (const { take } of asides) take(async () => ({ kind: 'done', text: 'too late' }))
    stop.abort()
    await running
  })
  const begun = async (count = 1) => {
    await expect.poll(() => asides.length).toBe(count)
    return asides[count - 1] as (typeof asides)[number]
  }
  const finish = (text: string, at = -1) => asides.at(at)?.take(async () => ({ kind: 'done', text }))
  return Object.assign(world, { brain, begun, finish })
}

const bodies = (world: RoadWorld) => world.web.sent.map(({ body }) => body)
const sent = async (world: RoadWorld, part: string) =>
  await expect.poll(() => bodies(world).filter((body) => body.includes(part)).length).toBe(1)

describe('a request with /aside', () => {
  test('is worked on while the chat goes on, and its result is a reply to it', async () => {
    const world = worldWith()
    expect(world.say('/aside compare the offers')).toMatchObject({ status: 'stored', task: 1 })
    const { turn } = await world.begun()
    await sent(world, 'as task 1')
    world.say('hello')
    await sent(world, 'heard: hello')
    const offered = () => readLines(world.db, chat, { limit: 9 }).flatMap(({ offers }) => offers)
    expect(offered()).toMatchObject([{ label: 'Stop' }])
    world.finish('The second is the cheapest.')
    await sent(world, 'cheapest')

    const result = world.web.sent.find(({ body }) => body.includes('cheapest'))
    expect(result).toMatchObject({ task: 1, route: { chat, replyTo: 'k1' } })
    expect(turn.question).toBe('/aside compare the offers')
    expect(turn.session).toBeUndefined()
    expect(turn.text).toContain('You do this work beside the chat')
    // The chat knew of it, and afterwards has both lines.
    const hello = world.brain.turns.find(({ question }) => question === 'hello')
    expect(hello?.text).toContain('Beside this chat you are already working on task 1 (asked for at ')
    world.say('thanks')
    await sent(world, 'heard: thanks')
    const thanks = world.brain.turns.at(-1)
    expect(thanks?.session?.isNew).toBe(false)
    expect(thanks?.text).toContain('The second is the cheapest.')
    expect(thanks?.text).not.toContain('already working')
    // Nothing of it is shown in the chat as if somebody there were waiting.
    expect(world.web.shown.filter((progress) => progress.task === 1)).toEqual([])
    expect(readLines(world.db, chat, { limit: 9 })[0]).toMatchObject({
      text: '/aside compare the offers',
      receipt: undefined,
    })
    expect(offered()).toEqual([])
  })

  test('is an explanation without words', async () => {
    const world = worldWith()
    expect(world.say('/aside')).toMatchObject({ task: undefined })
    await sent(world, '/aside compare these three offers')
  })

  test('hears what replies to it or to the notice about it', async () => {
    const world = worldWith()
    world.say('/aside compare the offers')
    const { take } = await world.begun()
    await sent(world, 'as task 1')
    const notice = world.web.sent.find(({ body }) => body.includes('as task 1'))
    const heard: (string | undefined)[] = []
    for (const replyTo of ['k1', `r${notice?.id}`]) {
      world.say(`not the third (${replyTo})`, { replyTo })
      await new Promise<void>((resolve) =>
        take(async (turn) => {
          heard.push((await turn.takeJoined?.())?.text)
          resolve()
          return undefined
        }),
      )
    }
    expect(heard).toEqual([expect.stringContaining('not the third (k1)'), expect.stringContaining('not the third')])
    world.finish('The second.')
    await sent(world, 'The second.')
    expect(bodies(world).filter((body) => body.startsWith('heard'))).toEqual([])
    // Once it has ended, a reply to it is for the chat.
    world.say('why the second?', { replyTo: 'k1' })
    await sent(world, 'heard: why the second?')
  })

  test('can be listed and stopped by its number or its button', async () => {
    const world = worldWith()
    world.say('/aside compare the offers')
    world.say('/aside look for hotels')
    await world.begun(2)
    world.say('/tasks')
    await sent(world, 'Task 2, beside the chat, in progress: /aside look for hotels')
    world.say('/stop')
    await sent(world, 'There is nothing to stop. I go on working beside the chat (task 1 and 2)')
    world.say('/stop 1')
    await sent(world, 'Task 1 is stopped.')
    const notice = world.web.sent.find(({ body }) => body.includes('as task 2'))
    press(world, notice?.buttons[0]?.data ?? '')
    await expect.poll(() => listTasks(world.db, { limit: 9, open: true })).toEqual([])
    world.say('/stop 1')
    await sent(world, 'Task 1 has already ended.')
    expect([1, 2].map((id) => readTask(world.db, id)?.state)).toEqual(['cancelled', 'cancelled'])
  })

  test('is refused beyond a few of one person', async () => {
    const world = worldWith()
    for (let n = 0; n < MAX_ASIDES; n++) world.say(`/aside work ${n}`)
    expect(world.say('/aside one more')).toMatchObject({ task: undefined })
    await sent(world, 'You already have 3 tasks beside your chats')
    world.say('hello')
    await sent(world, 'heard: hello')
  })

  test('is worked on again after a crash, and answered once', async () => {
    const world = worldWith()
    world.say('/aside compare the offers')
    await world.begun()
    for (const task of abandonedTasks(world.db, -1, 0)) {
      const now = world.clock.now()
      freeTask(world.db, task, { suspicion: 0, dueAt: world.clock.steady() }, now)
    }
    world.worker.wake()
    await world.begun(2)
    world.finish('from the lost run', 0)
    world.finish('The second.')
    await sent(world, 'The second.')
    expect(bodies(world)).not.toContain('from the lost run')
  })
})

test('its question waits beside the chat: other messages do not cancel it, and a plain yes answers it', async () => {
  const world = worldWith()
  world.say('/aside tidy up')
  const { take } = await world.begun()
  let verdict: string | undefined
  take(async (turn, signal) => {
    const intent = createIntent({ name: 'Bash', input: { command: 'rm old.txt' } }, false)
    const judged = world.permissions.judge(turn, intent)
    const answer = judged.verdict === 'ask' ? await world.permissions.ask(turn, intent, signal) : judged
    verdict = answer.verdict
    return undefined
  })
  await sent(world, 'may I')
  expect(bodies(world).find((body) => body.includes('may I'))).not.toContain('any other message')
  world.say('hello')
  await sent(world, 'heard: hello')
  expect(verdict).toBeUndefined()
  world.say('yes')
  await expect.poll(() => verdict).toBe('allow')
  world.finish('Tidy.')
  await sent(world, 'Tidy.')
})

test('words of others that it reads lower its result, and not the conversation of the chat', async () => {
  const world = worldWith()
  world.say('hello')
  await sent(world, 'heard: hello')
  world.say('/aside read that page')
  const { take } = await world.begun()
  take(async (turn) => {
    const foreign = [{ kind: 'page' as const, name: 'example.org', trust: 'untrusted' as const }]
    world.toolset.toolsFor(turn).noteForeign(foreign)
    return { kind: 'done', text: 'It says so.' }
  })
  await sent(world, 'It says so.')
  const trusts = world.db.raw.prepare("SELECT trust FROM message WHERE text = 'It says so.'").pluck().all()
  expect(trusts).toEqual(['untrusted'])
  expect(world.db.raw.prepare('SELECT trust FROM epoch').pluck().all()).toEqual(['owner'])
})

describe('the tool begin_aside', () => {
  const asking = (world: RoadWorld, turn: Turn, input: object) =>
    world.toolset.toolsFor(turn).call('begin_aside', input)

  test.each([true, false])('is offered to answers if brain.asides is %s', async (isOn) => {
    const offered: string[][] = []
    const script: Script = async function* (turn) {
      const tools = world.toolset.toolsFor(turn)
      offered.push(tools.list().map(({ name }) => name))
      if (turn.kind === 'reply' && isOn) {
        const { text } = await asking(world, turn, { what: 'look for hotels' })
        yield { kind: 'done', text: `tool: ${text}` }
      } else {
        yield { kind: 'done', text: `${turn.kind}: ${turn.question}` }
      }
    }
    const world = createRoadWorld({ brain: { ...createScriptedBrain(script), hasTools: true } })
    world.say(`/config brain.asides ${isOn}`)
    world.say('please look for hotels on the side')
    await world.settle()
    expect(offered.map((names) => names.includes('begin_aside'))).toEqual(isOn ? [true, false] : [false])
    if (!isOn) return
    expect(bodies(world).slice(1)).toEqual([
      expect.stringContaining('as task 2'),
      expect.stringContaining('tool: Begun as task 2.'),
      'aside: look for hotels',
    ])
    const result = world.web.sent.at(-1)
    expect(result).toMatchObject({ task: 2, route: { replyTo: 'k2' } })
  })
})
