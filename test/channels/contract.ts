import { describe, expect, test } from 'vitest'
import type { Accepted, Channel, Inbox } from '../../src/channels/channel.ts'
import type { Delivery } from '../../src/domain/delivery.ts'
import { NotStoredError } from '../../src/domain/errors.ts'
import { channelOf, makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { ChannelMemory, Cursor, InboundEvent, InboundMessage } from '../../src/domain/message.ts'
import type { Address } from '../../src/domain/person.ts'
import { textIn } from '../../src/messages/localized.ts'

/** One platform with one person on it who writes to us alone, and our channel before it. Everything ends with the test. */
export interface Platform {
  /** A channel that begins to listen, over the same platform as the ones before. */
  listen(inbox: Inbox): Promise<Listening>
  /** What people see of ours, oldest first. */
  shown(): string[]
  delivery(channel: Channel, text: string, key: string): Delivery
  /** The next send arrives, and its answer does not; undefined where nothing can come between. */
  loseAnswer?(): void
  /** The next send does not arrive, and nobody says so. Only where a look can tell that it is not there. */
  loseSend?(): void
  /** The person's own address. */
  person: Address
}

export interface Listening {
  channel: Channel
  /** The person writes; resolves when it is in the hands of the platform or, where there is none, of the inbox. */
  say(text: string, key: string): Promise<void>
  /** The platform tells of the last thing said once more, as it does when it is in doubt. */
  repeat(): void
  stop(): Promise<void>
}

/** What every channel has to keep, whatever its platform is. */
export function channelContract(name: string, open: () => Promise<Platform>): void {
  describe(`the contract of a channel, kept by ${name}`, () => {
    test('what is said comes in order, each once, under names that stay the same', async () => {
      const inbox = createKeyedInbox()
      const { say } = await (await open()).listen(inbox)
      for (const text of ['one', 'two', 'three']) await say(text, text)
      await inbox.until(['one', 'two', 'three'])
      expect(inbox.messages.every(({ keys, raw }) => keys.length > 0 && raw !== '')).toBe(true)
      expect(new Set(inbox.messages.flatMap(({ keys }) => keys)).size).toBe(3)
    })

    test('who speaks and who reads along is said by the channel', async () => {
      const platform = await open()
      const inbox = createKeyedInbox()
      const { say } = await platform.listen(inbox)
      await say('one', 'k')
      await inbox.until(['one'])
      expect(inbox.messages).toMatchObject([{ sender: platform.person, audience: 'private', addressed: true }])
    })

    test('what the platform tells twice is one message', async () => {
      const inbox = createKeyedInbox()
      const { say, repeat } = await (await open()).listen(inbox)
      await say('one', 'k')
      await inbox.until(['one'])
      repeat()
      await say('two', 'l')
      await inbox.until(['one', 'two'])
      expect(inbox.duplicates()).toBe(1)
    })

    test('what could not be stored is not acknowledged, and comes again under the same name', async () => {
      const inbox = createKeyedInbox()
      const { say } = await (await open()).listen(inbox)
      inbox.refuse(1)
      await say('keep me', 'k')
      await inbox.until(['keep me'])
      expect(inbox.refused).toHaveLength(1)
      expect(inbox.refused[0]).toEqual(inbox.messages[0]?.keys)
    })

    test('where it had read up to moves with what it read, never before', async () => {
      const inbox = createKeyedInbox()
      const { say } = await (await open()).listen(inbox)
      await say('one', 'k')
      await inbox.until(['one'])
      for (const { with: events } of inbox.moves) expect(events).toBeGreaterThan(0)
    })

    test('after a restart it goes on from there, and nothing comes twice', async () => {
      const platform = await open()
      const inbox = createKeyedInbox()
      const first = await platform.listen(inbox)
      await first.say('before', 'a')
      await inbox.until(['before'])
      await first.stop()
      const second = await platform.listen(inbox)
      await second.say('after', 'b')
      await inbox.until(['before', 'after'])
    })

    test('a delivery is shown once, and its receipt says under which name', async () => {
      const platform = await open()
      const { channel } = await platform.listen(createKeyedInbox())
      const receipt = await channel.send(platform.delivery(channel, 'hello', 'd1'), never)
      expect(receipt).toEqual({ status: 'sent', remoteId: expect.stringMatching(/.+/) })
      expect(platform.shown()).toEqual(['hello'])
    })

    test('deliveries arrive in the order in which they were sent', async () => {
      const platform = await open()
      const { channel } = await platform.listen(createKeyedInbox())
      for (const text of ['a', 'b', 'c']) await channel.send(platform.delivery(channel, text, text), never)
      expect(platform.shown()).toEqual(['a', 'b', 'c'])
    })

    test('a send whose answer is lost is told as unknown, and never as sent or absent by a guess', async () => {
      const platform = await open()
      const { channel } = await platform.listen(createKeyedInbox())
      const delivery = platform.delivery(channel, 'hello', 'd1')
      platform.loseAnswer?.()
      const receipt = await channel.send(delivery, never)
      expect(receipt.status).toBe(platform.loseAnswer ? 'unknown' : 'sent')
      const found = await channel.reconcile(delivery, never)
      // Absent may only say who can show the same line twice without anybody seeing two.
      if (found.status === 'absent') await channel.send(delivery, never)
      expect(new Set(platform.shown())).toEqual(new Set(['hello']))
      if (!platform.loseAnswer) expect(found).toEqual({ status: 'absent' })
      else if (platform.loseSend) expect(found).toEqual({ status: 'sent', remoteId: expect.stringMatching(/.+/) })
      else expect(found).toEqual({ status: 'unknown' })
    })

    test('who can tell what became of a send can also tell that it never arrived', async () => {
      const platform = await open()
      const { channel } = await platform.listen(createKeyedInbox())
      if (!platform.loseSend) return
      const delivery = platform.delivery(channel, 'hello', 'd1')
      platform.loseSend()
      expect((await channel.send(delivery, never)).status).toBe('unknown')
      expect(await channel.reconcile(delivery, never)).toEqual({ status: 'absent' })
      expect(await channel.send(delivery, never)).toMatchObject({ status: 'sent' })
      expect(platform.shown()).toEqual(['hello'])
    })

    test('a place to speak first is the same when it is asked for again, or is refused in words', async () => {
      const platform = await open()
      const { channel } = await platform.listen(createKeyedInbox())
      const opening = { to: platform.person, title: 'The morning', key: 'briefing-1' }
      const opened = await channel.open(opening, never)
      expect(await channel.open(opening, never)).toEqual(opened)
      if (opened.status === 'opened') expect(channelOf(opened.route.chat)).toBe(channel.name)
      else expect(textIn(opened.reason, 'en')).toMatch(/\w+ \w+/)
      expect(platform.shown()).toEqual([])
    })

    test('a stop ends it, whatever it waits for, and nothing is taken afterwards; it can be closed twice', async () => {
      const inbox = createKeyedInbox()
      const { stop, channel } = await (await open()).listen(inbox)
      await stop()
      expect(inbox.messages).toEqual([])
      expect(() => channel.show({ kind: 'draft', ...nowhere(channel), text: 'late' })).not.toThrow()
      await channel.close()
      await channel.close()
    })

    test('it counts as trying for as long as it listens', async () => {
      const { channel } = await (await open()).listen(createKeyedInbox())
      expect(channel.lastAttempt()).toBeGreaterThan(0)
    })
  })
}

const never = new AbortController().signal

function nowhere({ name }: Channel) {
  const chat = makeChatId(name, '999')
  return { chat, lane: rootLane(chat), task: 1 }
}

/** Keeps what the store would: a message whose key it knows is a duplicate. */
function createKeyedInbox() {
  const cursors = new Map<string, string>()
  const memories = new Map<string, string>()
  const messages: InboundMessage[] = []
  const refused: string[][] = []
  const moves: { with: number; cursor: Cursor }[] = []
  let refusals = 0
  let duplicates = 0
  const nameOf = (channel: string, account: string, stream: string) => `${channel} ${account} ${stream}`

  function take(event: InboundEvent): Accepted {
    if (event.kind !== 'message') return { status: 'ignored' }
    const seen = messages.findIndex(({ keys }) => keys.some((key) => event.keys.includes(key)))
    if (seen >= 0) {
      duplicates++
      return { status: 'duplicate', message: seen }
    }
    messages.push(event)
    return { status: 'stored', message: messages.length, task: undefined }
  }

  return {
    messages,
    refused,
    moves,
    duplicates: () => duplicates,
    refuse(times: number) {
      refusals = times
    },
    accept(events: InboundEvent[], cursor?: Cursor): Accepted[] {
      if (events.length > 0 && refusals-- > 0) {
        refused.push(events.flatMap((event) => (event.kind === 'message' ? event.keys : [])))
        throw new NotStoredError('the disk is full')
      }
      if (cursor) {
        moves.push({ with: events.length, cursor })
        cursors.set(nameOf(cursor.channel, cursor.account, cursor.stream), cursor.value)
      }
      return events.map(take)
    },
    keep(memory: ChannelMemory, events: InboundEvent[] = []): Accepted[] {
      memories.set(nameOf(memory.channel, memory.account, memory.name), memory.value)
      return events.map(take)
    },
    memory: (channel: string, account: string, name: string) => memories.get(nameOf(channel, account, name)),
    knows: () => true,
    isWorkedOn: () => true,
    wasErased: () => false,
    languageIn: () => 'en' as const,
    cursor: (channel: string, account: string, stream: string) => cursors.get(nameOf(channel, account, stream)),
    /** Resolves when exactly these texts have come, in this order. */
    until: (texts: string[]) =>
      expect.poll(() => messages.map(({ text }) => text), { interval: 5, timeout: 60_000 }).toEqual(texts),
  }
}
