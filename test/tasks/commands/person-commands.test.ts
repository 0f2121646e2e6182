import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { readPerson } from '../../../src/store/people/people.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const from = (id: number, chat = id) =>
  ({
    channel: 'telegram',
    chat: makeChatId('telegram', String(chat)),
    sender: { channel: 'telegram', id: String(id) },
    senderName: `Person ${id}`,
  }) as const

function createWorld() {
  const brain = createScriptedBrain(echo)
  const world = createRoadWorld({ brain })
  const ask = (id: number, text: string, chat = id) => {
    world.say(text, from(id, chat))
    const last = "SELECT text FROM message WHERE chat = ? AND author = 'bot' ORDER BY id DESC"
    return world.db.statement(last).pluck().get(`telegram:${chat}`) as string
  }
  return { world, brain, ask }
}

test('the time zone of a person is used for the prompt and for reminders, and for nobody else', async () => {
  const { world, brain, ask } = createWorld()
  const ben = world.member(43)
  world.member(44)
  expect(ask(43, '/timezone')).toContain('Your time zone is UTC')
  expect(ask(43, '/timezone new york')).toContain('Your time zone is America/New_York now')
  expect(readPerson(world.db, ben.id).timezone).toBe('America/New_York')
  for (const id of [43, 44]) ask(id, '/remind tomorrow at 8 water the plants')
  const planned = world.db.statement('SELECT timezone, next_at % 86400000 / 3600000 AS hour FROM job ORDER BY id').all()
  expect(planned).toEqual([
    { timezone: 'America/New_York', hour: expect.toSatisfy((hour: number) => hour === 12 || hour === 13) },
    { timezone: 'UTC', hour: 8 },
  ])
  ask(43, 'what time is it?')
  await world.settle()
  const { system, text } = brain.turns.at(-1) ?? { system: '', text: '' }
  expect(`${system}${text}`).toContain('America/New_York')
  expect(ask(43, '/timezone default')).toContain('Your time zone is UTC now')
  expect(ask(43, '/timezone Atlantis')).toContain('I know no time zone called "Atlantis"')
  expect(readPerson(world.db, ben.id).timezone).toBeUndefined()
})

test('the language of a person holds in their private chats, and in no group', () => {
  const { world, ask } = createWorld()
  const ben = world.member(43)
  expect(ask(43, '/language')).toContain('in the language that you write in')
  expect(ask(43, '/language Deutsch')).toContain('Ab jetzt spreche ich Deutsch mit dir.')
  expect(readPerson(world.db, ben.id).language).toBe('de')
  expect(ask(43, '/whoami and what else do you know about me')).toContain('Du bist **Member 43**')
  expect(ask(43, '/whoami and what else do you know about me', -100)).toContain('You are **Member 43**')
  expect(ask(43, '/language klingon')).toContain('spreche ich nicht')
  ask(43, '/language default')
  expect(readPerson(world.db, ben.id).language).toBeUndefined()
})
