import { expect, test } from 'vitest'
import { makeChatId, noticesChat } from '../../../src/domain/ids.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const home = { chat: makeChatId('telegram', '1'), sender: { channel: 'telegram', id: '1' } } as const
const drafted = { status: 'drafted', remoteId: '<d@x>', where: 'Drafts of skein@x', to: 'eve@x' } as const

const notices = ({ web }: RoadWorld) =>
  web.sent.filter(({ route }) => route.chat === noticesChat).map(({ body }) => body)
const states = ({ db }: RoadWorld) =>
  db.raw.prepare("SELECT state FROM outbox WHERE kind = 'reply' ORDER BY id").pluck().all()

/** An answer in the drafts of Telegram, of all places; its number. */
async function withDraft(): Promise<{ world: RoadWorld; id: number }> {
  const world = createRoadWorld()
  world.telegram.receipts.push(drafted)
  world.say('write to Eve', home)
  await world.settle()
  const id = world.db.raw.prepare("SELECT id FROM outbox WHERE state = 'drafted'").pluck().get() as number
  return { world, id }
}

test('an answer that lies in the drafts is not sent; the owner hears where it is, once, also after a restart', async () => {
  const { world, id } = await withDraft()
  expect(world.telegram.sent.filter(({ kind }) => kind === 'reply')).toEqual([])
  expect(notices(world)).toEqual([
    `An answer to eve@x lies in Drafts of skein@x and was not sent. Send it from there, or write /send ${id}.`,
  ])
  world.clock.advance(7 * 86_400_000)
  await world.settle()
  expect(states(world)).toEqual(['drafted'])
})

test('what waits behind it in its lane does not wait for it', async () => {
  const { world } = await withDraft()
  world.say('and now?', home)
  await world.settle()
  expect(world.telegram.sent.filter(({ kind }) => kind === 'reply')).toHaveLength(1)
})

test('the owner sends it by its number from any channel, and it goes marked as approved, once', async () => {
  const { world, id } = await withDraft()
  world.say('/send')
  world.say('/status')
  world.say(`/send ${id}`)
  world.say(`/send ${id}`)
  await world.settle()
  const said = world.web.sent.filter(({ kind }) => kind === 'command').map(({ body }) => body)
  expect(said).toEqual([
    expect.stringContaining(`- ${id}: “echo: write to Eve” in Drafts of skein@x`),
    expect.stringContaining('- In the drafts: 1, until you send them; /send lists them'),
    `Sending draft ${id}: “echo: write to Eve”.`,
    `There is no draft ${id}. Nothing waits to be sent.`,
  ])
  expect(world.telegram.sent.filter(({ kind }) => kind === 'reply')).toMatchObject([{ id, approved: true }])
})

test('a member sends nothing from the drafts', async () => {
  const { world, id } = await withDraft()
  world.member(7)
  world.say(`/send ${id}`, { chat: makeChatId('telegram', '7'), sender: { channel: 'telegram', id: '7' } })
  await world.settle()
  expect(states(world)).toEqual(['drafted'])
})

test('of a draft that is gone the owner hears, and whom it was for hears nothing', async () => {
  const { world, id } = await withDraft()
  world.telegram.receipts.push({ status: 'refused', reason: 'it is no longer in Drafts' })
  world.say(`/send ${id}`)
  await world.settle()
  expect(states(world)).toEqual(['dead'])
  expect(notices(world).at(-1)).toContain('could not be delivered: it is no longer in Drafts')
  expect(world.telegram.sent.map(({ body }) => body).filter((body) => body.includes('no longer'))).toEqual([])
})
