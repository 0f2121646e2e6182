import { expect, test } from 'vitest'
import type { BrainEvent, Failure } from '../../../src/spawner/spawner.ts'
import { listTasks } from '../../../src/store/work/tasks.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const refused: Failure = {
  class: 'auth',
  what: 'Claude did not accept the API key or sign-in.',
  advice: 'The owner should check the key.',
  ownerAdvice: 'Check the key.',
  retry: false,
}
const limited: Failure = {
  class: 'rate_limit',
  what: 'Claude is limiting how much we may ask.',
  advice: 'Please try again in a few minutes.',
  retry: true,
  afterMs: 300_000,
}

const telegram = (id: number) => {
  const sender = { channel: 'telegram', id: String(id) } as const
  return { channel: 'telegram', chat: `telegram:${id}`, sender, senderName: `Member ${id}` } as never
}

async function statusOf(world: RoadWorld, id?: number): Promise<string> {
  const sent = id === undefined ? world.web.sent : world.telegram.sent
  const before = sent.length
  world.say('/status', id === undefined ? {} : telegram(id))
  await world.settle()
  return sent
    .slice(before)
    .map(({ body }) => body)
    .join('')
}

test('with a credential that is refused status says so and when it is tried again, to each in their words', async () => {
  const answers: BrainEvent[] = [{ kind: 'failed', failure: refused }]
  const world = createRoadWorld({ brain: createScriptedBrain(() => [answers[0] ?? { kind: 'done', text: 'fine' }]) })
  world.member(7)
  expect(await statusOf(world)).not.toContain('not available')
  world.say('hello')
  await world.settle()
  const told = world.web.sent.map(({ body }) => body).join('\n')
  expect(told).toContain('Claude did not accept the API key or sign-in. Check the key.')
  expect(told).not.toContain('The owner')
  expect(await statusOf(world)).toContain(
    '**It is not available right now.** Claude did not accept the API key or sign-in. Check the key. I will try again at 10:15; /retry tries at once.',
  )
  expect(await statusOf(world, 7)).toContain(
    'It is not available right now.** Something is wrong. I will try again at 10:15',
  )
  // Others are sent to the owner, who is not sent to themselves.
  world.say('me too', telegram(7))
  await world.settle()
  expect(world.telegram.sent.map(({ body }) => body).join('')).toContain('The owner should check the key.')
  world.clock.advance(16 * 60_000)
  expect(await statusOf(world)).toContain('The next message tries again')
  answers.shift()
  world.say('again')
  await world.settle()
  expect(await statusOf(world)).not.toContain('not available')
})

test('work that is rate-limited says why it waits and until when', async () => {
  const world = createRoadWorld({ brain: createScriptedBrain(() => [{ kind: 'failed', failure: limited }], 3) })
  world.say('hello')
  await world.settle()
  expect(listTasks(world.db, { limit: 1 })[0]).toMatchObject({
    state: 'retry',
    reason: 'Claude is limiting how much we may ask.',
  })
  const shown = world.web.shown.findLast(({ kind }) => kind === 'state')
  expect(shown).toMatchObject({ state: 'retry', reason: 'Claude is limiting how much we may ask.' })
  expect(await statusOf(world)).toContain('1 to be retried at 10:05: Claude is limiting how much we may ask.')
})

test('what came and could not be read is told to the owner, and to nobody else', async () => {
  const world = createRoadWorld()
  world.member(7)
  expect(await statusOf(world)).not.toContain('could not be read')
  const odd = {
    kind: 'unreadable',
    channel: 'telegram',
    account: '777',
    raw: '{"odd":1}',
    at: world.clock.now(),
  } as const
  world.inbox.accept([
    { ...odd, key: 'one' },
    { ...odd, key: 'two' },
  ])
  expect(await statusOf(world)).toContain('2 items on telegram could not be read')
  expect(await statusOf(world, 7)).not.toContain('could not be read')
})

test('an account that another Skein uses too is told to the owner, and to nobody else, for a week', async () => {
  const world = createRoadWorld()
  world.member(7)
  const at = world.clock.now().toISOString()
  world.inbox.keep({ channel: 'talk', account: 'skein@cloud.example', name: 'other-daemon', value: at })
  expect(await statusOf(world)).toContain('Another Skein seems to use skein@cloud.example (talk)')
  expect(world.overview().sharedAccounts).toMatchObject([{ channel: 'talk', last: world.clock.now() }])
  expect(await statusOf(world, 7)).not.toContain('Another Skein')
  world.clock.advance(8 * 86_400_000)
  expect(await statusOf(world)).not.toContain('Another Skein')
})
