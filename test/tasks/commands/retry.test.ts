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
      ? { kind: 'failed', failure: { class: 'model', sentence: 'No such model.', retry: false } }
      : { kind: 'done', text: 'now it works' },
  ])
  const world = createRoadWorld({ brain })
  world.say('hello')
  await world.settle()
  world.say('/retry')
  await world.settle()
  expect(bodies(world)).toEqual([
    expect.stringContaining('No such model.'),
    'Trying again (task 1): “hello”.',
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

describe('means what it was offered for, whatever was said since', () => {
  const failure = { class: 'model', sentence: 'No such model.', retry: false } as const
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

  test('the notice names its number, and the answer says what is tried again', async () => {
    const world = await worldAfter('break this', 'and this?', '/retry')
    expect(bodies(world)).toEqual([
      'I could not answer. No such model. Write /retry 1 to try again.',
      'did: and this?',
      'Trying again (task 1): “break this”.',
      'did: break this',
    ])
  })

  test('a number picks one of several; without one it is the one offered last, then the one before', async () => {
    const world = await worldAfter('break a', 'break b', 'break c', 'fine', '/retry 2', '/retry', '/retry', '/retry')
    const said = bodies(world).filter((body) => body.startsWith('Trying'))
    expect(said).toEqual([
      'Trying again (task 2): “break b”.',
      'Trying again (task 3): “break c”.',
      'Trying again (task 1): “break a”.',
      'Trying again (task 4): “fine”.',
    ])
  })

  test('an offer of days ago is meant only by its number', async () => {
    const world = await worldAfter('break this')
    world.clock.advance(3 * 86_400_000)
    for (const text of ['fine', '/retry', '/retry 1']) {
      world.say(text)
      await world.settle()
    }
    expect(bodies(world).filter((body) => body.startsWith('Trying'))).toEqual([
      'Trying again (task 2): “fine”.',
      'Trying again (task 1): “break this”.',
    ])
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
    world.say('/retry')
    world.say('later')
    open()
    await expect.poll(() => bodies(world).at(-1)).toBe('did: later')
    stop.abort()
    await Promise.all(running)
    expect(bodies(world).slice(1)).toEqual([
      'Trying again as soon as what is under way is done (task 1): “break this”.',
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
    expect(world.telegram.sent.at(-1)?.body).toBe('There is no task 1 for you to try again.')
    expect(bodies(world).at(-1)).toBe('There is no task 99 for you to try again.')
  })
})

test('with nothing to try again it says so', async () => {
  const world = createRoadWorld()
  world.say('/retry')
  await world.settle()
  expect(bodies(world)).toEqual(['There is nothing here to try again.'])
})
