import { expect, test } from 'vitest'
import { chatter, HOUR } from '../../support/many-messages.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

// What a reply to an old line brings with it.

const DAY = 24 * HOUR

function createChat() {
  const brain = { ...createScriptedBrain(() => [{ kind: 'done', text: 'Noted.' }]), hasSessions: true }
  const world = createRoadWorld({ brain })
  return {
    world,
    async say(text: string, extra = {}) {
      world.say(text, extra)
      await world.settle()
      world.clock.advance(60_000)
      const turn = brain.turns.at(-1)
      return { text: turn?.text ?? '', all: `${turn?.system}\n${turn?.text}`, isNew: turn?.session?.isNew }
    },
    pass(days: number) {
      world.clock.advance(days * DAY)
      chatter(world, 40, 'we talked about the garden for a good while')
    },
  }
}

async function withAnOldRent() {
  const chat = createChat()
  await chat.say('the landlord sent a letter')
  await chat.say('the rent is 870 euros from May on', { remoteId: 'rent' })
  chat.pass(6)
  await chat.say('since the new contract the rent is 890 euros')
  for (let week = 0; week < 4; week++) chat.pass(10)
  return chat
}

test('a reply that names nothing brings what was said later on the same matter', async () => {
  const chat = await withAnOldRent()
  chat.world.clock.advance(DAY)
  const bare = await chat.say('does that still hold?')
  expect(bare.all).not.toContain('890 euros')
  chat.pass(10)
  chat.world.clock.advance(DAY)
  const reply = await chat.say('does that still hold?', { replyTo: 'rent' })
  expect(reply.all).toContain('the rent is 870 euros from May on\n</quoted-reply')
  expect(reply.all).toContain('since the new contract the rent is 890 euros')
})

test('in a session that goes on it also brings the lines next to the one it replies to, once', async () => {
  const chat = await withAnOldRent()
  chat.world.clock.advance(DAY)
  const opening = await chat.say('good morning')
  expect(opening).toMatchObject({ isNew: true })
  const reply = await chat.say('does that still hold?', { replyTo: 'rent' })
  expect(reply).toMatchObject({ isNew: false })
  expect(reply.text).toMatch(
    /\n\[you 10:00\] Noted\.\n…\n\[you 10:01 → Ana 10:01\] Noted\.\n[^]*890 euros[^]*<quoted-reply/,
  )
  const again = await chat.say('are you sure?', { replyTo: 'rent' })
  expect(again.text).not.toContain('<recalled')
})
