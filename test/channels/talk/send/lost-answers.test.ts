import { describe, expect, test } from 'vitest'
import { findReferences } from '../../../../src/channels/talk/send/message-reference.ts'
import type { Fault } from '../../../peers/talk/http/faults.ts'
import { reportFigures } from '../../../support/report-figures.ts'
import { seeded } from '../../../support/seeded.ts'
import { size } from '../../../support/sizes.ts'
import { deliver, delivery, never, startSending } from './rig.ts'

const CUTS = size(100, 500)
const kinds: Fault[] = [
  'reset-after',
  'reset-before',
  'cut-after',
  'error-after',
  'gateway-after',
  'timeout-after',
  'malformed-after',
]

describe('a send whose answer does not come', () => {
  test(`${CUTS} times: nothing is doubled, nothing is lost`, async () => {
    const { start, server, group, direct, alice, bot } = await startSending()
    const random = seeded(13)
    const wanted: string[] = []
    let sender = start()
    for (let cut = 0; cut < CUTS; cut++) {
      const room = random() < 0.7 ? group : direct
      const replyTo = room.say(alice, `question ${cut}`)
      // Others talk meanwhile, and every third time the daemon is another one afterwards.
      for (let others = 0; others < 2; others++) room.say(alice, 'by the way')
      server.fail('send', kinds[cut % kinds.length] ?? 'reset-after')
      const one = delivery(room, `answer ${cut}`, { replyTo })
      const { status } = await deliver(() => {
        if (random() < 0.3) sender = start()
        return sender
      }, one)
      expect(status).toBe('sent')
      wanted.push(`answer ${cut}`)
    }
    const said = [...group.saidBy(bot), ...direct.saidBy(bot)].map(({ message }) => message)
    const lost = wanted.filter((text) => !said.includes(text))
    reportFigures('talk cut', { sends: CUTS, lost: lost.length, doubled: said.length - new Set(said).size })
    expect(lost).toEqual([])
    expect(said).toHaveLength(CUTS)
  })

  test('what stands there is found by its reference, and told by its number', async () => {
    const { sender, server, group, alice, bot } = await startSending()
    const one = delivery(group, 'hello', { replyTo: group.say(alice, 'hi') })
    server.fail('send', 'reset-after')
    expect((await sender.send(one, never)).status).toBe('unknown')
    expect(await sender.reconcile(one, never)).toEqual({ status: 'sent', remoteId: String(group.saidBy(bot)[0]?.id) })
  })

  test('what was deleted since was there', async () => {
    const { sender, server, group, alice, bot } = await startSending()
    const one = delivery(group, 'hello', { replyTo: group.say(alice, 'hi') })
    server.fail('send', 'reset-after')
    await sender.send(one, never)
    const [seen] = group.saidBy(bot)
    group.remove(bot, seen?.id ?? 0)
    expect(await sender.reconcile(one, never)).toEqual({ status: 'sent', remoteId: String(seen?.id) })
  })

  test('it is looked for beyond pages of others, whether or not it answers one', async () => {
    for (const isReply of [true, false]) {
      const { sender, server, group, alice, bot } = await startSending()
      const asked = group.say(alice, 'hi')
      for (let line = 0; line < 450; line++) group.say(alice, `line ${line}`)
      const one = delivery(group, 'hello', isReply ? { replyTo: asked } : {})
      server.fail('send', 'reset-after')
      await sender.send(one, never)
      for (let line = 0; line < 450; line++) group.say(alice, `line ${line}`)
      expect(await sender.reconcile(one, never)).toEqual({ status: 'sent', remoteId: String(group.saidBy(bot)[0]?.id) })
    }
  })

  test('it is looked for no further back than what it answers, also where people go on talking', async () => {
    const { sender, server, group, alice } = await startSending()
    for (let line = 0; line < 450; line++) group.say(alice, `line ${line}`)
    const one = delivery(group, 'hello', { replyTo: group.say(alice, 'hi') })
    server.fail('send', 'reset-before')
    await sender.send(one, never)
    server.traffic.reset()
    const talking = setInterval(() => group.say(alice, 'and on and on'), 1)
    expect(await sender.reconcile(one, never)).toEqual({ status: 'absent' })
    clearInterval(talking)
    expect(server.traffic.calls.filter(({ route }) => route === 'chat')).toHaveLength(1)
  })

  test('a room with more than anybody reads back leaves it in doubt, and the repeat says so', async () => {
    const { start, server, group, alice, bot } = await startSending()
    const one = delivery(group, 'hello')
    server.fail('send', 'reset-before')
    await start().send(one, never)
    for (let line = 0; line < 5100; line++) group.say(alice, 'x')
    expect(await start().reconcile(one, never)).toEqual({ status: 'unknown' })
    await start().send({ ...one, attempt: 2, maybeRepeat: true }, never)
    expect(group.saidBy(bot).map(({ message }) => message)).toEqual([
      'hello\n\n*(sent again after an interruption; you may have this twice)*',
    ])
  })

  test('what an older installation said under the same key is not taken for it', async () => {
    const { start, server, group, bot } = await startSending()
    const one = delivery(group, 'hello')
    await start('an older one').send(one, never)
    server.fail('send', 'reset-before')
    await start('this one').send(one, never)
    expect(await start('this one').reconcile(one, never)).toEqual({ status: 'absent' })
    expect(group.saidBy(bot)).toHaveLength(1)
  })

  test.each(['skein:1:result:ffffffff:abc', 'skein:1:result:abc'])(
    'what another run or an older version wrote as %s is found',
    async (referenceId) => {
      const { client, group, alice, bot } = await startSending()
      const first = group.say(alice, 'hi')
      const posted = group.say(bot, 'hello', { referenceId })
      const wanted = 'skein:1:result:0a1b2c3d:abc'
      const found = await findReferences(client, { token: group.token, after: first, references: [wanted] }, never)
      expect(found.ok && [...found.value.ids]).toEqual([[wanted, String(posted)]])
    },
  )

  test('a reference that somebody else wrote is not ours', async () => {
    const { client, group, alice } = await startSending()
    const first = group.say(alice, 'hi')
    group.say(alice, 'forged', { referenceId: 'skein:1:result:0' })
    const found = await findReferences(
      client,
      { token: group.token, after: first, references: ['skein:1:result:0'] },
      never,
    )
    expect(found.ok && [...found.value.ids]).toEqual([])
  })

  test('a room that says no when it is looked into is told of by the next try', async () => {
    const { sender, server, group, alice } = await startSending()
    const one = delivery(group, 'hello', { replyTo: group.say(alice, 'hi') })
    server.fail('send', 'reset-after')
    await sender.send(one, never)
    group.lobby(alice)
    expect(await sender.reconcile(one, never)).toEqual({ status: 'absent' })
    expect(await sender.send({ ...one, attempt: 2 }, never)).toMatchObject({ status: 'retry', afterMs: 60_000 })
    group.lobby(alice, false)
    expect(await sender.send({ ...one, attempt: 3 }, never)).toMatchObject({ status: 'sent' })
    expect(group.seenBy(alice).filter(({ message }) => message === 'hello')).toHaveLength(1)
  })
})
