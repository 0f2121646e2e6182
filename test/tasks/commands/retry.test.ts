import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { listTasks, readTask } from '../../../src/store/work/tasks.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => delivery.body)

test('reopens the same task as its next generation', async () => {
  let tries = 0
  const brain = createScriptedBrain(() => [
    ++tries === 1
      ? { kind: 'failed', failure: { class: 'model', what: 'No such model.', retry: false } }
      : { kind: 'done', text: 'now it works' },
  ])
  const world = createRoadWorld({ brain })
  world.say('hello')
  await world.settle()
  world.say('/retry')
  await world.settle()
  expect(bodies(world)).toEqual([
    expect.stringContaining('No such model.'),
    'Retrying now (task 1): “hello”.',
    'now it works',
  ])
  expect(readTask(world.db, 1)).toMatchObject({ state: 'answered', generation: 2, attempt: 1 })
  expect(listTasks(world.db, { limit: 5 })).toHaveLength(1)
})

test('twice in a row is two more answers, each under its own key', async () => {
  const world = createRoadWorld()
  world.say('hello')
  for (const _ of [1, 2]) {
    await world.settle()
    world.say('/retry')
  }
  await world.settle()
  expect(bodies(world).filter((body) => body === 'echo: hello')).toHaveLength(3)
})

describe('without a number means the last message of this chat', () => {
  const failure = { class: 'model', what: 'No such model.', retry: false } as const
  /** What begins with "break" fails the first time. */
  const fragile = () => {
    const broken = new Set<string>()
    return createScriptedBrain(({ question }) => {
      if (!question.startsWith('break') || broken.has(question)) return [{ kind: 'done', text: `did: ${question}` }]
      broken.add(question)
      return [{ kind: 'failed', failure }]
    })
  }
  const worldAfter = async (...said: string[]) => {
    const world = createRoadWorld({ brain: fragile() })
    for (const text of said) {
      world.say(text)
      await world.settle()
    }
    return world
  }

  test('also after an older failure, which the notice offers by its number', async () => {
    const world = await worldAfter('break this', 'and this?', '/retry', '/retry 1')
    expect(bodies(world)).toEqual([
      'I could not answer. No such model. Write /retry 1 to try again.',
      'did: and this?',
      'Retrying now (task 2): “and this?”.',
      'did: and this?',
      'Retrying now (task 1): “break this”.',
      'did: break this',
    ])
  })

  test('also after /stop, whatever failed before', async () => {
    let tries = 0
    const brain = createScriptedBrain(async function* ({ question }, signal) {
      if (question === 'break this') return yield { kind: 'failed', failure }
      if (question === 'slow' && ++tries === 1) {
        yield { kind: 'text', text: 'Once' }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return
      }
      yield { kind: 'done', text: `did: ${question}` }
    })
    const world = createRoadWorld({ brain })
    world.say('break this')
    await world.settle()
    world.say('slow')
    const stop = new AbortController()
    const running = [world.worker.run(stop.signal), world.deliver.run(stop.signal)]
    await expect.poll(() => brain.turns.length).toBe(2)
    world.say('/stop')
    world.say('/retry')
    await expect.poll(() => bodies(world).at(-1)).toBe('did: slow')
    stop.abort()
    await Promise.all(running)
    expect(bodies(world).filter((body) => body.startsWith('Retrying'))).toEqual(['Retrying now (task 2): “slow”.'])
  })

  test('while something else is under way it comes next, and what is written then is not mixed into it', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let tries = 0
    const brain = createScriptedBrain(async function* ({ question }) {
      if (question === 'slow') await gate
      if (question === 'break this' && ++tries === 1) return yield { kind: 'failed', failure }
      yield { kind: 'done', text: `did: ${question}` }
    })
    const world = createRoadWorld({ brain })
    world.say('break this')
    await world.settle()
    world.say('slow')
    const stop = new AbortController()
    const running = [world.worker.run(stop.signal), world.deliver.run(stop.signal)]
    await expect.poll(() => brain.turns.length).toBe(2)
    world.say('/retry 1')
    world.say('later')
    open()
    await expect.poll(() => bodies(world).at(-1)).toBe('did: later')
    stop.abort()
    await Promise.all(running)
    expect(bodies(world).slice(1)).toEqual([
      'I will retry this as soon as the current work is done (task 1): “break this”.',
      'did: slow',
      'did: break this',
      'did: later',
    ])
  })

  test("is nobody else's", async () => {
    const world = await worldAfter('break this')
    world.member(7)
    const bob = { channel: 'telegram', chat: makeChatId('telegram', '7') } as const
    world.say('/retry 1', { ...bob, sender: { channel: 'telegram', id: '7' } })
    world.say('/retry 99')
    await world.settle()
    expect(world.telegram.sent.at(-1)?.body).toBe('There is no task 1 that you can retry.')
    expect(bodies(world).at(-1)).toBe('There is no task 99 that you can retry.')
  })
})

test('in a group, a guest repeats their own last message and not somebody else’s', async () => {
  const world = createRoadWorld()
  world.member(7)
  const group = { channel: 'telegram', chat: makeChatId('telegram', '-100'), audience: 'group' } as const
  const bob = { ...group, sender: { channel: 'telegram', id: '7' } } as const
  world.say('what Bob asked', bob)
  await world.settle()
  world.member(8)
  world.say('what Eve asked', { ...group, sender: { channel: 'telegram', id: '8' } })
  await world.settle()
  world.say('/retry', bob)
  await world.settle()
  const said = world.telegram.sent.map(({ body }) => body)
  expect(said.filter((body) => body.startsWith('Retrying'))).toEqual(['Retrying now (task 1): “what Bob asked”.'])
})

describe('while the model is not asked because it failed', () => {
  test('it is asked again at once, also from a chat with nothing to try again', async () => {
    let works = false
    const brain = createScriptedBrain(() => [
      works
        ? { kind: 'done', text: 'fine' }
        : { kind: 'failed', failure: { class: 'auth', what: 'The key was refused.', retry: false } },
    ])
    const world = createRoadWorld({ brain })
    world.say('hello')
    await world.settle()
    works = true
    world.say('/retry', { chat: makeChatId('web', 'other') })
    await world.settle()
    expect(bodies(world).at(-1)).toBe('There is nothing here to retry. The next message goes to the model again.')
    world.say('and now?')
    await world.settle()
    expect(bodies(world).at(-1)).toBe('fine')
  })

  test('a message that waits for it goes at once', async () => {
    let works = false
    const brain = createScriptedBrain(() => [
      works
        ? { kind: 'done', text: 'fine' }
        : { kind: 'failed', failure: { class: 'overloaded', what: 'Too busy.', retry: true } },
    ])
    const world = createRoadWorld({ brain })
    world.say('hello')
    await world.settle()
    expect(readTask(world.db, 1)?.state).toBe('retry')
    works = true
    world.say('/retry')
    await world.settle()
    expect(bodies(world)).toEqual(['Retrying now (task 1): “hello”.', 'fine'])
  })
})

test('with nothing to try again it says so', async () => {
  const world = createRoadWorld()
  world.say('/retry')
  await world.settle()
  expect(bodies(world)).toEqual(['There is nothing here to retry.'])
})
