import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { Trust } from '../../../src/domain/person.ts'
import { createLinking } from '../../../src/tasks/people/linking.ts'
import { createMessageReader } from '../../../src/tasks/recall/message-reader.ts'
import { createSearch } from '../../../src/tasks/recall/search.ts'
import type { Scope } from '../../../src/tools/tool.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const from = (id: number, chat = id) =>
  ({
    channel: 'telegram',
    chat: makeChatId('telegram', String(chat)),
    sender: { channel: 'telegram', id: String(id) },
    senderName: `Person ${id}`,
  }) as const

/** Ben has the addresses 43 and 50, and began a group. Eve has 66. Each said in each place who the plumber is. */
async function createWorld(sharedHistory: boolean) {
  const brain = createScriptedBrain(echo)
  const world = createRoadWorld({ brain, conversation: { sharedHistory } })
  const { db, clock } = world
  const [ben, eve] = [world.member(43), world.member(66)]
  const linking = createLinking({ ...world.stopping, dataDir: '/nonexistent' })
  linking.link({ channel: 'telegram', id: '50' }, ben.id)
  const places = [
    [43, 43, 'Novak'],
    [43, -200, 'Quist'],
    [66, 66, 'Zeller'],
    [1, 1, 'Okafor'],
  ] as const
  for (const [id, chat, plumber] of places) world.say(`the plumber is called ${plumber}`, from(id, chat))
  await world.settle()
  clock.advance(3 * 86_400_000)
  const library = createMessageReader({
    db,
    clock,
    search: createSearch(db, clock, () => 'UTC'),
    isSharedHistory: () => sharedHistory,
  })
  return {
    world,
    linking,
    /** What the model is shown when this person asks in this chat. */
    async prompt(id: number, chat = id) {
      world.say('what is the plumber called?', from(id, chat))
      await world.settle()
      const turn = brain.turns.at(-1)
      return names(`${turn?.system ?? ''}${turn?.text ?? ''}`)
    },
    async command(id: number, chat = id) {
      world.say('/search plumber', from(id, chat))
      await world.settle()
      const last = "SELECT text FROM message WHERE chat = ? AND author = 'bot' ORDER BY id DESC"
      return names(db.statement(last).pluck().get(`telegram:${chat}`) as string)
    },
    async tool(id: number, chat = id, trust: Trust = 'member') {
      const person = id === 66 ? eve : ben
      const scope = {
        ...from(id, chat),
        task: 0,
        lane: '',
        person,
        timezone: 'UTC',
        trust,
        foreign: [],
        noteForeign() {},
      }
      const query = { query: 'plumber', order: 'best', offset: 0, limit: 10, neighbours: 1, cleared: false } as const
      const found = await library.search(scope as unknown as Scope, query)
      return names(JSON.stringify(found))
    },
  }
}

function names(text: string): string[] {
  return ['Novak', 'Quist', 'Zeller', 'Okafor'].filter((name) => text.includes(name))
}

describe('with shared history', () => {
  test('what a person said in one private chat is known in the others, and nothing of groups or of others is', async () => {
    const ben = await createWorld(true)
    expect(await ben.prompt(50)).toEqual(['Novak'])
    expect(await ben.command(50)).toEqual(['Novak'])
    expect(await ben.tool(50)).toEqual(['Novak'])
    expect(await ben.prompt(66)).toEqual(['Zeller'])
    expect(await ben.tool(66)).toEqual(['Zeller'])
  })

  test('a group knows what was said there and nothing else', async () => {
    const ben = await createWorld(true)
    expect(await ben.prompt(43, -200)).toEqual(['Quist'])
    expect(await ben.command(43, -200)).toEqual(['Quist'])
    expect(await ben.tool(43, -200)).toEqual(['Quist'])
  })

  test('while somebody else’s text is before the model, other chats stay closed', async () => {
    const ben = await createWorld(true)
    expect(await ben.tool(50, 50, 'untrusted')).toEqual([])
  })

  test('an address that was taken off sees nothing any more', async () => {
    const ben = await createWorld(true)
    ben.linking.unlink({ channel: 'telegram', id: '50' })
    ben.world.member(50)
    expect(await ben.prompt(50)).toEqual([])
    expect(await ben.command(50)).toEqual([])
  })
})

test('without it every private chat of a member is on its own, also for search', async () => {
  const ben = await createWorld(false)
  expect(await ben.prompt(50)).toEqual([])
  expect(await ben.command(50)).toEqual([])
  expect(await ben.tool(50)).toEqual([])
  expect(await ben.tool(43)).toEqual(['Novak'])
})
