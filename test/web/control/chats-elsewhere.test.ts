import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { ensureChat } from '../../../src/store/messages/chats.ts'
import { addPerson, linkAddress } from '../../../src/store/people/people.ts'
import { calls } from '../../../src/web/control/calls.ts'
import { hear } from '../browser/hear.ts'
import { here, openHouse } from './house.ts'

test("the owner's private chats of other channels can be followed and written in, and nobody else's", async () => {
  const { daemon, world } = await openHouse()
  const { db, clock, ownerId } = world
  const other = addPerson(db, { name: 'Bo', role: 'member' }, clock.now())
  for (const [id, person] of [
    ['42', ownerId],
    ['43', other.id],
  ] as const) {
    const address = { channel: 'telegram', id } as const
    linkAddress(db, address, person, 'x', clock.now())
    ensureChat(db, { id: makeChatId('telegram', id), title: id, audience: 'private', owner: address }, clock.now())
  }
  const own = makeChatId('telegram', '42')
  hear(world, makeChatId('telegram', '-1'), {})
  expect((await daemon.ask(calls.chats, {})).map(({ id }) => id)).toEqual([own])

  const leave = new AbortController()
  const events = daemon.stream(calls.events, { chat: own }, leave.signal)[Symbol.asyncIterator]()
  expect((await events.next()).value).toEqual({ kind: 'hello' })
  await daemon.ask(calls.send, { ...here, chat: own, text: 'from the terminal' })
  expect(world.accepted[0]).toMatchObject({ chat: own, saidElsewhere: true })
  const texts: string[] = []
  while (texts.at(-1) !== 'from the terminal') {
    const { value } = await events.next()
    if (value?.kind === 'line') texts.push(value.line.text)
  }
  leave.abort()

  for (const other of ['telegram:43', 'telegram:-1', 'telegram:44']) {
    const asked = [
      daemon.ask(calls.chat, { chat: other }),
      daemon.ask(calls.lines, { chat: other }),
      daemon.ask(calls.stop, { chat: other }),
      daemon.ask(calls.send, { ...here, chat: other, text: 'x' }),
    ]
    for (const answer of asked) await expect(answer).rejects.toThrow('There is no such chat.')
    const foreign = daemon.stream(calls.events, { chat: other }, leave.signal)[Symbol.asyncIterator]()
    await expect(foreign.next()).rejects.toThrow()
  }
  expect(world.accepted).toHaveLength(1)
})
