import { GrammyError } from 'grammy/web'
import { expect, test } from 'vitest'
import { failureOf } from '../../../../src/channels/telegram/wire/failure.ts'
import { createPollBackoff } from '../../../../src/channels/telegram/wire/outage.ts'
import { NotStoredError } from '../../../../src/domain/errors.ts'
import type { InboundEvent } from '../../../../src/domain/message.ts'
import { systemClock } from '../../../../src/lib/time/clock.ts'
import { type AnyText, textIn } from '../../../../src/messages/localized.ts'
import type { Fault } from '../../../peers/telegram/http/faults.ts'
import { createTelegram, type Telegram } from '../../../peers/telegram/telegram.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { until } from '../../../support/until.ts'
import { createTestInbox, startRig } from '../rig.ts'

const texts = (events: InboundEvent[]) => events.flatMap((event) => (event.kind === 'message' ? [event.text] : []))

test('a batch is acknowledged only after it was stored', async () => {
  const inbox = createTestInbox()
  let refusals = 2
  const decide = inbox.decide
  inbox.decide = (event) => {
    if (refusals-- > 0) throw new NotStoredError('the disk is full')
    return decide(event)
  }
  const { telegram } = await startRig({ inbox })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  telegram.privateChat(ana).say(ana, 'keep me')
  await until(() => expect(texts(inbox.events).includes('keep me') || telegram.updates.size() === 0).toBe(true))
  expect(texts(inbox.events)).toEqual(['keep me'])
  await telegram.until('the acknowledgement', () => telegram.updates.size() === 0)
})

test('one update that the daemon stumbles over is put aside as it came, and what comes with it and after it is taken in', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  const inbox = createTestInbox()
  const decide = inbox.decide
  inbox.decide = (event) => {
    if (event.kind === 'message' && event.text === 'poison') throw new Error('a bug of ours')
    return decide(event)
  }
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const chat = telegram.privateChat(ana)
  for (const text of ['before', 'poison', 'with it']) chat.say(ana, text)
  await startRig({ telegram, inbox, awaitPoll: false })
  chat.say(ana, 'after')
  await until(() => expect(texts(inbox.events).includes('after') || telegram.updates.size() === 0).toBe(true))
  expect(texts(inbox.events)).toEqual(['before', 'with it', 'after'])
  const aside = inbox.events.filter(({ kind }) => kind === 'unreadable')
  expect(aside).toMatchObject([{ raw: expect.stringContaining('poison') }])
})

test('after a restart it goes on where it had stored, and nothing comes twice', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  const inbox = createTestInbox()
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const chat = telegram.privateChat(ana)
  const first = await startRig({ telegram, inbox })
  chat.say(ana, 'one')
  await inbox.until((events) => texts(events).includes('one'))
  await first.stop()
  chat.say(ana, 'two')
  await startRig({ telegram, inbox, awaitPoll: false })
  await inbox.until((events) => texts(events).includes('two'))
  expect(texts(inbox.events)).toEqual(['one', 'two'])
})

test('the place it had reached belongs to one server and one bot', async () => {
  const { inbox, telegram } = await startRig()
  const ana = telegram.user({ id: 42, name: 'Ana' })
  telegram.privateChat(ana).say(ana, 'one')
  await inbox.until((events) => texts(events).includes('one'))
  expect([...inbox.cursors.keys()]).toEqual([`telegram ${telegram.bot.id} updates@${telegram.url()}`])
})

test('when the platform counts anew from below, nothing is skipped', async () => {
  const { inbox, telegram } = await startRig({ firstUpdate: 900_000 })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const chat = telegram.privateChat(ana)
  chat.say(ana, 'high')
  await telegram.until('the acknowledgement', () => texts(inbox.events).length === 1 && telegram.updates.size() === 0)
  telegram.updates.renumber(17)
  chat.say(ana, 'low')
  await inbox.until((events) => texts(events).includes('low'))
  chat.say(ana, 'lower still')
  await inbox.until((events) => texts(events).includes('lower still'))
  await telegram.until('the acknowledgement', () => telegram.updates.size() === 0)
  expect(texts(inbox.events)).toEqual(['high', 'low', 'lower still'])
  expect(telegram.callsOf('getUpdates').at(-1)?.args.offset).toBe(19)
})

test('after six days of silence the old place is not asked for again', async () => {
  const clock = createTestClock()
  const inbox = createTestInbox()
  const stream = (telegram: { bot: { id: number }; url(): string }) =>
    `telegram ${telegram.bot.id} updates@${telegram.url()}`
  const fresh = await createTelegram({ secondMs: 20 })
  inbox.cursors.set(stream(fresh), `500@${clock.now().getTime() - 5 * 86_400_000}`)
  await startRig({ telegram: fresh, inbox, channel: { clock } })
  expect(fresh.callsOf('getUpdates')[0]?.args.offset).toBe(500)
  const stale = await createTelegram({ secondMs: 20 })
  inbox.cursors.set(stream(stale), `500@${clock.now().getTime() - 7 * 86_400_000}`)
  await startRig({ telegram: stale, inbox, channel: { clock } })
  expect(stale.callsOf('getUpdates')[0]?.args.offset).toBeUndefined()
})

test('it says what it wants to hear, every time', async () => {
  const { telegram } = await startRig()
  await telegram.called('getUpdates', 2)
  for (const { args } of telegram.callsOf('getUpdates').slice(0, 2)) {
    expect(args.allowed_updates).toEqual([
      'message',
      'edited_message',
      'callback_query',
      'my_chat_member',
      'message_reaction',
      'stopped_message_generation',
    ])
  }
})

test.each([
  ['a server that restarts', 'error-before'],
  ['a proxy in the way', 'gateway-before'],
  ['a connection that is reset', 'reset-before'],
  ['an answer that is no JSON', 'malformed-after'],
  ['an answer that breaks off', 'cut-after'],
  ['a line that is dead', 'silence-before'],
] as const)('it goes on after %s', async (_name, fault) => {
  const { rig, say, spoil } = await startTalking()
  await spoil(fault, 2)
  say('still there?')
  await rig.inbox.until((events) => texts(events).includes('still there?'))
  await rig.telegram.listening()
  expect(texts(rig.inbox.events)).toEqual(['before', 'still there?'])
})

test('it goes on when every connection is cut, and when the server was away', async () => {
  const { telegram, inbox, channel } = await startRig()
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const chat = telegram.privateChat(ana)
  telegram.hangUp()
  chat.say(ana, 'one')
  await inbox.until((events) => texts(events).includes('one'))
  await telegram.down()
  chat.say(ana, 'two')
  await telegram.up()
  await inbox.until((events) => texts(events).includes('two'))
  expect(channel.lastRoundTrip()).toBeDefined()
})

test('a pause it is asked for is kept', async () => {
  const { rig, say, spoil } = await startTalking()
  await spoil({ refuse: 429, description: 'Too Many Requests', parameters: { retry_after: 5 } }, 1)
  say('wait for me')
  await rig.inbox.until((events) => texts(events).includes('wait for me'))
  const polls = rig.telegram.callsOf('getUpdates')
  const [asked, next] = polls.slice(polls.findIndex((call) => call.fault !== undefined))
  // Five seconds at a fiftieth of the time.
  expect((next?.mono ?? 0) - (asked?.mono ?? 0)).toBeGreaterThanOrEqual(95)
})

test.each([
  [0, 1000],
  [7, 7000],
  [1e9, 86_400_000],
  [Number.POSITIVE_INFINITY, 86_400_000],
  [-5, 30_000],
])('asked to wait %d s it waits %d ms', (seconds, ms) => {
  const parameters = { retry_after: seconds }
  const answer = { ok: false, error_code: 429, description: 'Too Many Requests', parameters } as const
  expect(failureOf(new GrammyError('sendMessage', answer, 'sendMessage', {}))).toEqual({
    kind: 'throttled',
    afterMs: ms,
  })
})

test('a server that does not wait for news is asked twice a second, and heard at once', async () => {
  // Counted from before the first call: on a busy machine that one may arrive late, and the next ones not.
  const started = performance.now()
  const { telegram, inbox } = await startRig({
    secondMs: 200,
    ignoresTimeout: true,
    awaitPoll: false,
    channel: { secondMs: 200 },
  })
  await telegram.called('getUpdates', 6)
  const polls = telegram.callsOf('getUpdates').map(({ mono }) => mono)
  expect((polls[5] ?? 0) - started).toBeGreaterThan(450)
  const ana = telegram.user({ id: 42, name: 'Ana' })
  telegram.privateChat(ana).say(ana, 'hello')
  await inbox.until((events) => texts(events).includes('hello'))
})

test('a group that moves and is spoken in within one batch keeps its mode', async () => {
  const telegram = await createTelegram({ secondMs: 20, bot: { can_read_all_group_messages: true } })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const small = telegram.group({ basic: true, members: [ana] })
  telegram.migrate(small, ana).say(ana, 'nobody in particular is meant')
  const groupMode = (chat: string) => (chat === `telegram:${small.id}` ? 'always' : 'off')
  const { inbox } = await startRig({ telegram, awaitPoll: false, channel: { groupMode } })
  const said = await inbox.until((events) => events.find((event) => event.kind === 'message'))
  expect(said).toMatchObject({ text: 'nobody in particular is meant', addressed: true })
})

test('a second reader is waited out and told of, never a reason to end', async () => {
  const { rig, say, spoil } = await startTalking()
  await spoil({ refuse: 409, description: 'Conflict: terminated by other getUpdates request' }, 6)
  say('me first')
  await rig.inbox.until((events) => texts(events).includes('me first'))
  expect(rig.troubles[0]).toMatch(/Another program reads the messages/)
  // Twice as long each time, half of it by chance; a busy machine only adds to it.
  const least = [10, 20, 40, 80]
  const pauses = pausesAfterFaults(rig.telegram).slice(0, least.length)
  expect(pauses.map((pause, at) => pause >= (least[at] ?? 0) - TIMER_MS)).toEqual([true, true, true, true])
})

test('a webhook is told of at once', async () => {
  const { rig, spoil } = await startTalking()
  await spoil({ refuse: 409, description: "Conflict: can't use getUpdates method while webhook is active" }, 2)
  expect(rig.troubles[0]).toMatch(/webhook/)
  await rig.telegram.listening()
})

test('a refused token is told of once and tried again every 15 minutes; a hiccup is neither', () => {
  const troubles: string[] = []
  const trouble = (sentence: AnyText) => void troubles.push(textIn(sentence, 'en'))
  const backoff = createPollBackoff({ log: silentLog, clock: systemClock, trouble, second: 1000 })
  const refused = new GrammyError('no', { ok: false, error_code: 401, description: 'Unauthorized' }, 'getUpdates', {})
  const minutes = () => backoff.failed(refused) / 60_000
  expect([minutes(), minutes()].every((wait) => wait < 1)).toBe(true)
  backoff.succeeded()
  expect([minutes(), minutes()].every((wait) => wait < 1)).toBe(true)
  expect(troubles).toEqual([])
  expect([minutes(), minutes()]).toEqual([15, 15])
  expect(troubles).toEqual([expect.stringMatching(/does not accept the bot token.*telegram.token.*every 15 minutes/)])
})

test('a token that is refused does not end the channel, before the first poll or later', async () => {
  const telegram = await createTelegram({ secondMs: 1 })
  const rig = await startRig({ telegram, channel: { secondMs: 1 } })
  telegram.fail('getUpdates', { refuse: 401, description: 'Unauthorized' }, 3)
  telegram.hangUp()
  await telegram.until('the faults', () => telegram.callsOf('getUpdates').filter(({ fault }) => fault).length === 3)
  const ana = telegram.user({ id: 42, name: 'Ana' })
  telegram.privateChat(ana).say(ana, 'after the token was put right')
  await rig.inbox.until((events) => texts(events).includes('after the token was put right'))
  const channel = { token: '123:wrong-token-altogether', secondMs: 0.05 }
  const { troubles } = await startRig({ telegram: await createTelegram(), awaitPoll: false, channel })
  await expect.poll(() => troubles).toEqual([expect.stringContaining('every 15 minutes')])
})

test('a stop ends it while it waits', async () => {
  // The poll that it ends would last for most of an hour.
  const { stop, telegram } = await startRig({ secondMs: 60_000 })
  await stop()
  expect(telegram.callsOf('getUpdates').length).toBe(1)
})

/** A channel in the middle of a conversation, whose next polls can be spoilt. */
async function startTalking() {
  const rig = await startRig()
  const ana = rig.telegram.user({ id: 42, name: 'Ana' })
  const chat = rig.telegram.privateChat(ana)
  return {
    rig,
    say: (text: string) => void chat.say(ana, text),
    /** The poll that waits now still gets what is said; the next ones meet the fault. */
    async spoil(fault: Fault, times: number) {
      rig.telegram.fail('getUpdates', fault, times)
      chat.say(ana, 'before')
      const met = () => rig.telegram.callsOf('getUpdates').filter((call) => call.fault !== undefined).length >= times
      await rig.telegram.until('the faults', met, 20_000)
    },
  }
}

/** How long it waited after each refused poll, in ms. */
/** A timer may be so much early by our clock. */
const TIMER_MS = 2

function pausesAfterFaults({ callsOf }: Telegram): number[] {
  const polls = callsOf('getUpdates')
  return polls.flatMap((call, at) => {
    const next = polls[at + 1]
    return call.fault !== undefined && next ? [next.mono - call.mono] : []
  })
}
