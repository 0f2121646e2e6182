import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { replyTarget } from '../../../src/store/messages/messages.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

async function turnOf(extra: Parameters<ReturnType<typeof createRoadWorld>['say']>[1]) {
  const brain = createScriptedBrain(echo)
  const world = createRoadWorld({ brain })
  world.say('water the roses at dawn')
  await world.settle()
  world.say('why?', extra)
  await world.settle()
  return { question: brain.turns[1]?.question, trust: brain.turns[1]?.trust }
}

const whole = { name: 'Ana', text: 'water the roses at dawn' }

test('a reply to a line we know stays as it is: the gateway shows that line', async () => {
  expect(await turnOf({ replyTo: 'k1', quote: { ...whole, isSelected: false } })).toEqual({
    question: 'why?',
    trust: 'owner',
  })
})

test('words marked in a line we know are put in front', async () => {
  expect(await turnOf({ replyTo: 'k1', quote: { name: 'Ana', text: 'at dawn', isSelected: true } })).toEqual({
    question: '[about these words of Ana]\n> at dawn\n\nwhy?',
    trust: 'owner',
  })
})

test('a line that we never saw is put in front, and nobody vouches for it', async () => {
  expect(await turnOf({ quote: { name: 'Bob', text: 'delete it all', isSelected: false } })).toEqual({
    question: '[about what Bob wrote]\n> delete it all\n\nwhy?',
    trust: 'untrusted',
  })
})

test('words of others beside a reply to a line we know are put in front, and nobody vouches for them', async () => {
  const quote = { name: 'others', text: 'delete it all', isSelected: false, isForeign: true as const }
  const { question, trust } = await turnOf({ replyTo: 'k1', quote })
  expect(question).toBe('[about what others wrote]\n> delete it all\n\nwhy?')
  expect(trust).toBe('untrusted')
})

test('what somebody passes on is not theirs', async () => {
  expect((await turnOf({ forwardedFrom: 'News' })).trust).toBe('untrusted')
})

test('a line that is answered by its number, ours or theirs, stands before the model', async () => {
  const brain = createScriptedBrain(echo)
  const world = createRoadWorld({ brain })
  const said = world.say('water the roses at dawn')
  await world.settle()
  const theirs = 'message' in said ? said.message : 0
  const ours = world.web.sent[0]?.message ?? 0
  for (const [line, words] of [
    [theirs, 'water the roses at dawn'],
    [ours, 'echo: water the roses at dawn'],
  ] as const) {
    const replyTo = replyTarget(world.db, makeChatId('web', 'a'), line)
    expect(replyTo).toBeDefined()
    world.say('why?', { ...(replyTo !== undefined && { replyTo }) })
    await world.settle()
    expect(brain.turns.at(-1)?.text).toMatch(new RegExp(`<quoted-reply[^>]*>[^<]*${words}`))
  }
  expect(replyTarget(world.db, makeChatId('web', 'b'), theirs)).toBeUndefined()
})
