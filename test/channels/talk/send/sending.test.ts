import { describe, expect, test } from 'vitest'
import { delivery, never, startSending } from './rig.ts'

describe('an answer in a room', () => {
  test('is a reply, under the name that its receipt gives', async () => {
    const { sender, group, alice, bot } = await startSending()
    const asked = group.say(alice, '@skein what is it?')
    const receipt = await sender.send(delivery(group, 'It is **this**.', { replyTo: asked }), never)
    const [seen] = group.saidBy(bot)
    expect(receipt).toEqual({ status: 'sent', remoteId: String(seen?.id) })
    expect(seen).toMatchObject({ message: 'It is **this**.', parent: { id: asked } })
  })

  test('carries the reference of its task, and each part another', async () => {
    const { sender, group, bot } = await startSending()
    await sender.send(delivery(group, 'one', { task: 7, key: 'task:7:g1:answer:0' }), never)
    await sender.send(delivery(group, 'two', { task: 7, key: 'task:7:g1:answer:1' }), never)
    const references = group.saidBy(bot).map(({ referenceId }) => referenceId)
    for (const reference of references) expect(reference).toMatch(/^skein:7:result:0a1b2c3d:[0-9a-f]{24}$/)
    expect(new Set(references).size).toBe(2)
  })

  test.each([
    ['that was deleted', 'deleted'],
    ['of another room', 'elsewhere'],
    ['that never was', 'never'],
  ])('to a message %s is said all the same', async (_, how) => {
    const { sender, group, direct, alice, bot } = await startSending()
    const there = group.say(alice, 'asked')
    if (how === 'deleted') group.remove(alice, there)
    const replyTo = how === 'deleted' ? there : how === 'elsewhere' ? direct.say(alice, 'x') : 99_999
    expect(await sender.send(delivery(group, 'answered', { replyTo }), never)).toMatchObject({ status: 'sent' })
    expect(group.saidBy(bot).map(({ message }) => message)).toEqual(['answered'])
  })

  test('goes into its thread, also when what it answers is gone, and into the room when the thread is', async () => {
    const { sender, group, alice, bot } = await startSending({ version: 22 })
    const topic = group.say(alice, 'a thread', { threadTitle: 'Plans' })
    const asked = group.say(alice, 'in it', { threadId: topic })
    await sender.send(delivery(group, 'one', { replyTo: asked, topic }), never)
    group.remove(alice, asked)
    await sender.send(delivery(group, 'two', { replyTo: asked, topic }), never)
    await sender.send(delivery(group, 'three', { replyTo: asked, topic: 99_999 }), never)
    expect(group.saidBy(bot).map(({ message, threadId }) => [message, threadId === topic])).toEqual([
      ['one', true],
      ['two', true],
      ['three', false],
    ])
  })

  test('rings once: only its first part does', async () => {
    const { sender, server, group } = await startSending()
    await sender.send(delivery(group, 'one'), never)
    await sender.send(delivery(group, 'two', { part: 1, body: '{"text":"two"}' }), never)
    const sent = server.traffic.calls.filter(({ route }) => route === 'send')
    expect(sent.map(({ params }) => params.silent)).toEqual([undefined, true])
  })

  test('calls nobody, whatever it says, and is no command', async () => {
    const { sender, group, bot } = await startSending()
    for (const text of ['@all look', '`@alice` and @bob', '```\n@all\n```', '/help @skein', '  //x @"alice"'])
      expect(await sender.send(delivery(group, text), never)).toMatchObject({ status: 'sent' })
    const seen = group.saidBy(bot)
    expect(seen).toHaveLength(5)
    for (const { messageParameters } of seen) expect(messageParameters).toEqual([])
    expect(seen.at(-1)?.message.replaceAll('\u200b', '')).toBe('//x @"alice"')
  })

  test('of somebody who came a while ago it knows too', async () => {
    const { sender, server, group, alice, bot, clock } = await startSending()
    await sender.send(delivery(group, 'first'), never)
    const dora = server.user('dora')
    group.add(alice, dora)
    clock.advance(301_000)
    await sender.send(delivery(group, 'hello @dora'), never)
    expect(group.saidBy(bot).at(-1)?.messageParameters).toEqual([])
    expect(server.traffic.calls.filter(({ route }) => route === 'participants')).toHaveLength(2)
  })
})

describe('what a server says to a send', () => {
  test.each([
    [
      'a room that is locked',
      'lock',
      {
        status: 'retry',
        reason: { en: 'the room is locked (read-only)', de: expect.any(String) as string },
        afterMs: 60_000,
        closed: true,
      },
    ],
    [
      'a room we were put out of',
      'expel',
      {
        status: 'refused',
        reason: { en: 'the room is gone, or I am no longer in it', de: expect.any(String) as string },
      },
    ],
    [
      'a room that is gone',
      'drop',
      {
        status: 'refused',
        reason: { en: 'the room is gone, or I am no longer in it', de: expect.any(String) as string },
      },
    ],
    [
      'no right to write',
      'permit',
      { status: 'refused', reason: { en: 'I am not allowed to write in this room', de: expect.any(String) as string } },
    ],
    [
      'a closed lobby',
      'lobby',
      {
        status: 'retry',
        reason: { en: 'the lobby of the room is closed', de: expect.any(String) as string },
        afterMs: 60_000,
        closed: true,
      },
    ],
  ])('%s', async (_, how, expected) => {
    const { sender, group, alice, bot } = await startSending()
    if (how === 'lock') group.lock(alice)
    if (how === 'expel') group.expel(alice, bot)
    if (how === 'drop') group.drop()
    if (how === 'permit') group.permit(bot, 1 + 2)
    if (how === 'lobby') group.lobby(alice)
    expect(await sender.send(delivery(group, 'hello'), never)).toEqual(expected)
  })

  test.each([
    ['reset-before', { status: 'unknown' }],
    ['reset-after', { status: 'unknown' }],
    ['cut-after', { status: 'unknown' }],
    ['error-after', { status: 'unknown' }],
    ['malformed-after', { status: 'unknown' }],
    ['gateway-before', { status: 'retry', away: true, maybeArrived: true }],
    ['timeout-after', { status: 'retry', away: true, maybeArrived: true }],
    ['unavailable-before', { status: 'retry', away: true }],
    ['maintenance-before', { status: 'retry', away: true }],
    ['throttled-before', { status: 'throttled' }],
  ] as const)('%s', async (fault, expected) => {
    const { sender, server, group } = await startSending()
    server.fail('send', fault)
    expect(await sender.send(delivery(group, 'hello'), never)).toMatchObject(expected)
  })

  test('nobody there at all', async () => {
    const { sender, server, group } = await startSending()
    await server.down()
    expect(await sender.send(delivery(group, 'hello'), never)).toMatchObject({ status: 'retry', away: true })
    expect(await sender.reconcile(delivery(group, 'hello'), never)).toEqual({ status: 'away' })
  })

  test('what breaks while it only looks is never in doubt', async () => {
    const { sender, server, group, bot } = await startSending()
    server.fail('capabilities', 'reset-after')
    const one = delivery(group, 'hello')
    expect(await sender.send(one, never)).toMatchObject({ status: 'retry', away: true })
    expect(await sender.send({ ...one, attempt: 2 }, never)).toMatchObject({ status: 'sent' })
    expect(group.saidBy(bot)).toHaveLength(1)
  })

  test('where nobody says who is there it is said all the same, and calls nobody', async () => {
    const { sender, server, group, bot } = await startSending()
    server.fail('participants', 'reset-after')
    expect(await sender.send(delivery(group, 'hello @bob'), never)).toMatchObject({ status: 'sent' })
    expect(group.saidBy(bot)).toMatchObject([{ message: 'hello @\u200bbob', messageParameters: [] }])
  })

  test('a password that was revoked is told as such, and nothing is lost', async () => {
    const { sender, server, group, bot } = await startSending()
    server.revoke(bot)
    expect(await sender.send(delivery(group, 'hello'), never)).toMatchObject({ status: 'retry', away: true })
  })

  test('a text that is too long for it goes as a file', async () => {
    const { sender, group, bot } = await startSending({ version: 19 })
    const long = `${'A line of words.\n'.repeat(2100)}the end`
    expect(await sender.send(delivery(group, '', { body: JSON.stringify({ text: long }) }), never)).toMatchObject({
      status: 'sent',
    })
    const [seen] = group.saidBy(bot)
    expect(seen?.messageParameters).toMatchObject({ file: { name: 'answer.md' } })
    expect(seen?.message).toContain('The whole answer is in the file')
  })
})
