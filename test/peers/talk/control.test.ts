import { expect, test } from 'vitest'
import { call, spreed, start } from './client.ts'

test('a program outside makes people and rooms, lets them speak, and sets faults', async () => {
  const { talk, bot } = await start({ version: 22 })
  const order = async (verb: string, body: object = {}) =>
    (await call(talk, undefined, 'POST', `/-/${verb}`, body)).body
  const cleo = (await order('user', { id: 'cleo' })) as { appPassword: string }
  expect(cleo.appPassword).toHaveLength(72)
  const { token } = (await order('group', { name: 'Yard', members: ['cleo', 'skein'] })) as { token: string }
  const { id } = (await order('say', { token, by: 'cleo', text: 'hello @skein' })) as { id: number }
  await order('react', { token, by: 'skein', message: id, emoji: '👍' })
  await order('join', { token, who: 'guest/ab12' })
  await order('share', { token, by: 'cleo', file: { name: 'a.txt', caption: 'look' } })
  const seen = (await order('seen', { token, who: 'skein' })) as { message: string; systemMessage: string }[]
  expect(seen.map(({ message, systemMessage }) => systemMessage || message)).toEqual([
    'conversation_created',
    'user_added',
    'hello {mention-user1}',
    'reaction',
    'user_added',
    'look',
  ])
  await order('fail', { route: 'rooms@skein', fault: 'gateway-before', times: 2 })
  await order('state', { isUnderMaintenance: true })
  expect(await bot('GET', `${spreed}/v4/room`)).toMatchObject({ status: 502 })
  await order('mend')
  expect(await bot('GET', `${spreed}/v4/room`)).toMatchObject({ status: 200 })
  expect(await order('traffic')).toMatchObject({ inFlight: 0, most: 1, routes: { rooms: { calls: 2, most: 1 } } })
  expect(await order('dance')).toMatchObject({ error: expect.stringContaining('there is no order dance') })
})

test('two hundred rooms are no burden', async () => {
  const { talk, alice, skein, bot } = await start()
  for (let i = 0; i < 200; i += 1) {
    const room = talk.group(`Room ${i}`, [alice, skein])
    for (let n = 0; n < 20; n += 1) room.say(alice, `line ${n}`)
  }
  const got = await bot('GET', `${spreed}/v4/room`)
  expect(got.data).toHaveLength(202)
})
