import { describe, expect, test } from 'vitest'
import type { SeenMessage } from '../../../peers/talk/rooms/place.ts'
import { deliver, delivery, never, startSending } from './rig.ts'

const fileOf = ({ messageParameters }: SeenMessage) =>
  (messageParameters as { file?: { name: string; path: string } }).file?.name
const linesOf = (seen: SeenMessage[]) => seen.map((one) => fileOf(one) ?? one.message)

describe('a file in a room', () => {
  test.each([17, 22, 24] as const)('is there with its words, under its own name, on version %i', async (version) => {
    const { sender, server, group, alice, bot, shelve } = await startSending({ version })
    const asked = group.say(alice, 'the report, please')
    const files = [shelve('Report 7.txt', 'all of it')]
    const receipt = await sender.send(delivery(group, 'Here it is, @all.', { replyTo: asked, files }), never)
    const seen = group.saidBy(bot)
    expect(receipt).toEqual({ status: 'sent', remoteId: String(seen[0]?.id) })
    if (version === 17) expect(linesOf(seen)).toEqual(['Here it is, @\u200ball.', 'Report 7.txt'])
    else expect(seen).toMatchObject([{ message: 'Here it is, @\u200ball.', parent: { id: asked } }])
    expect(fileOf(seen.at(-1) as SeenMessage)).toBe('Report 7.txt')
    const shares = server.traffic.calls.flatMap(({ route }) => (/^(share|attachment)$/.test(route) ? [route] : []))
    expect(shares).toEqual([version === 24 ? 'attachment' : 'share'])
    expect(new Set(seen.map(({ referenceId }) => referenceId)).size).toBe(seen.length)
  })

  test('without words has the name of its message all the same, so that a reply to it finds its lane', async () => {
    const { sender, group, bot, shelve } = await startSending()
    const receipt = await sender.send(delivery(group, '', { files: [shelve('a.txt', 'a')] }), never)
    expect(receipt).toEqual({ status: 'sent', remoteId: String(group.saidBy(bot)[0]?.id) })
  })

  test('several are as many messages, and a recording is one', async () => {
    const { sender, group, bot, shelve } = await startSending({ version: 22 })
    const files = [shelve('a.txt', 'a'), shelve('b.txt', 'b'), shelve('said.ogg', 'c')]
    await sender.send(delivery(group, 'three', { files }), never)
    const seen = group.saidBy(bot)
    expect(linesOf(seen)).toEqual(['three', 'a.txt', 'b.txt', 'said.ogg'])
    expect(seen.at(-1)?.messageType).toBe('voice-message')
  })

  test('two of one name do not touch each other, nor anything that others shared', async () => {
    const { sender, server, group, alice, bot, shelve } = await startSending()
    const theirs = group.share(alice, { name: 'a.txt', bytes: 'of alice' })
    await sender.send(delivery(group, '', { files: [shelve('a.txt', 'first')] }), never)
    await sender.send(delivery(group, '', { files: [shelve('a.txt', 'second')] }), never)
    const contents = server.world.homes.shares.map(({ node }) => String(node.bytes))
    expect(contents).toEqual(['of alice', 'first', 'second'])
    expect(group.message(theirs, alice)).toBeDefined()
    expect(linesOf(group.saidBy(bot))).toEqual(['a.txt', 'a.txt'])
  })

  test('that there is no room for is told of, with its words', async () => {
    const { sender, server, group, bot, shelve } = await startSending({ version: 22 })
    server.quota(bot, 4)
    const files = [shelve('big.txt', 'more than that')]
    expect(await sender.send(delivery(group, 'Here.', { files }), never)).toMatchObject({ status: 'sent' })
    expect(group.saidBy(bot).map(({ message }) => message)).toEqual([
      'Here.\n\n*(big.txt could not be attached: my storage on this Nextcloud server is full; its administrator can raise the quota of my account)*',
    ])
  })

  test('that is not on the shelf any more is told of', async () => {
    const { sender, group, bot } = await startSending()
    const files = [{ hash: 'gone', name: 'gone.txt', bytes: 1, type: 'text/plain' as const }]
    await sender.send(delivery(group, '', { files }), never)
    expect(group.saidBy(bot)[0]?.message).toContain('gone.txt could not be attached')
  })

  test('into a locked room waits as the words would', async () => {
    const { sender, group, alice, shelve } = await startSending()
    group.lock(alice)
    expect(await sender.send(delivery(group, '', { files: [shelve('a.txt', 'a')] }), never)).toMatchObject({
      status: 'retry',
      reason: { en: 'the room is locked (read-only)' },
    })
  })
})

describe('a file whose answer is lost', () => {
  test.each([
    ...(['put', 'share', 'mkcol', 'send', 'chat', 'capabilities'] as const).flatMap((route) =>
      (['reset-before', 'reset-after', 'gateway-before', 'gateway-after', 'error-after'] as const).map(
        (fault) => [17, route, fault] as const,
      ),
    ),
    ...(['put', 'attachment', 'attachment-folder'] as const).flatMap((route) =>
      (['reset-before', 'reset-after', 'gateway-after'] as const).map((fault) => [24, route, fault] as const),
    ),
  ])('on version %i, %s: %s', async (version, route, fault) => {
    const { sender, server, group, alice, bot, shelve } = await startSending({ version })
    const asked = group.say(alice, 'the files')
    server.fail(route, fault)
    const files = [shelve('a.txt', 'a'), shelve('b.txt', 'b')]
    const receipt = await deliver(() => sender, delivery(group, 'Both:', { replyTo: asked, files }))
    expect(receipt.status).toBe('sent')
    expect(linesOf(group.saidBy(bot))).toEqual(['Both:', 'a.txt', 'b.txt'])
  })

  test('is there once, also when nothing is remembered between two tries', async () => {
    const { start, server, group, alice, bot, shelve } = await startSending()
    const asked = group.say(alice, 'the files')
    for (const route of ['send', 'share', 'share']) server.fail(route, 'reset-after')
    const files = [shelve('a.txt', 'a'), shelve('b.txt', 'b')]
    await deliver(start, delivery(group, 'Both:', { replyTo: asked, files }))
    expect(linesOf(group.saidBy(bot))).toEqual(['Both:', 'a.txt', 'b.txt'])
  })
})
