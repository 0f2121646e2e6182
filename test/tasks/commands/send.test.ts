import { expect, test } from 'vitest'
import { makeChatId, noticesChat } from '../../../src/domain/ids.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const home = { chat: makeChatId('telegram', '1'), sender: { channel: 'telegram', id: '1' } } as const
const drafted = { status: 'drafted', remoteId: '<d@x>', where: 'Drafts of skein@x', to: 'eve@x' } as const

const notices = ({ web }: RoadWorld) =>
  web.sent.filter(({ route }) => route.chat === noticesChat).map(({ body }) => body)
const states = ({ db }: RoadWorld) =>
  db.raw.prepare("SELECT state FROM outbox WHERE kind = 'reply' ORDER BY id").pluck().all()

const changeIn = (question: string) => /changed: (.*)/.exec(question)?.[1] ?? question

/** An answer in the drafts of Telegram, of all places; its number. */
async function withDraft(): Promise<{ world: RoadWorld; id: number }> {
  const brain = createScriptedBrain((turn) => [{ kind: 'done', text: `echo: ${changeIn(turn.question)}` }])
  const world = createRoadWorld({ brain })
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
    [
      'The reply to eve@x is saved in Drafts of skein@x. It has not been sent.',
      '**Subject:** write to Eve',
      '**They wrote:**\n> write to Eve',
      '**Draft:**\n> echo: write to Eve',
      `Reply "yes" to this message to send it, or reply with what to change. From any chat, \`/send ${id}\` sends it and \`/send ${id} make it shorter\` changes it.`,
    ].join('\n\n'),
  ])
  expect(world.web.sent.find(({ route }) => route.chat === noticesChat)?.buttons).toEqual([
    { label: 'Send', data: `send ${id}` },
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
    expect.stringMatching(
      new RegExp(
        `Draft ${id}\\*\\* in Drafts of skein@x, to eve@x[^]*They wrote:[^]*write to Eve[^]*echo: write to Eve`,
      ),
    ),
    expect.stringContaining('- Drafts waiting to be sent: 1; /send lists them'),
    `Sending draft ${id}: “echo: write to Eve”.`,
    `There is no draft ${id}. There are no drafts to send.`,
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

/** A reply to the newest notice about a draft. */
function replyToNotice(world: RoadWorld, text: string) {
  const notice = world.db.raw
    .prepare("SELECT remote_id FROM outbox WHERE buttons LIKE '%send %' AND route ->> 'chat' = ? ORDER BY id DESC")
    .pluck()
    .get(noticesChat) as string
  world.say(text, { chat: noticesChat, replyTo: notice })
}

test('a reply with a change has it revised; the new version is shown, and the old one cannot be sent any more', async () => {
  const { world, id } = await withDraft()
  world.telegram.receipts.push({ ...drafted, remoteId: '<d2@x>' })
  replyToNotice(world, 'Add that I am away in May')
  await world.settle()
  const [first, second] = world.db.raw.prepare("SELECT id, state FROM outbox WHERE kind = 'reply' ORDER BY id").all()
  expect([first, second]).toMatchObject([{ id, state: 'dead' }, { state: 'drafted' }])
  const shown = notices(world).at(-1)
  expect(shown).toContain('> write to Eve')
  expect(shown).toContain('**Draft:**\n> echo: Add that I am away in May')
  world.say(`/send ${id}`)
  replyToNotice(world, 'yes')
  await world.settle()
  const said = world.web.sent.filter(({ kind }) => kind === 'command').map(({ body }) => body)
  expect(said[0]).toBe(`Changing draft ${id}. I will show you the new version. Nothing is sent until you say so.`)
  expect(said[1]).toContain(`There is no draft ${id}.`)
  expect(said[2]).toMatch(/^Sending draft \d+: “echo: Add that I am away in May”/)
  expect(world.telegram.sent.filter(({ kind }) => kind === 'reply')).toMatchObject([{ approved: true }])
})

test('a version of a version replaces all before it', async () => {
  const { world, id } = await withDraft()
  world.telegram.receipts.push({ ...drafted, remoteId: '<d2@x>' })
  world.say(`/send ${id} shorter`)
  await world.settle()
  const second = world.db.raw.prepare("SELECT id FROM outbox WHERE state = 'drafted'").pluck().get() as number
  world.telegram.receipts.push({ ...drafted, remoteId: '<d3@x>' })
  world.say(`/send ${second} and kinder`)
  await world.settle()
  expect(states(world)).toEqual(['dead', 'dead', 'drafted'])
})
