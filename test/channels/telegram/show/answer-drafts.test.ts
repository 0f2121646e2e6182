import { expect, test } from 'vitest'
import { defaultPace } from '../../../../src/channels/telegram/show/answer-display.ts'
import { rootLane } from '../../../../src/domain/ids.ts'
import type { Progress, TaskState } from '../../../../src/domain/task.ts'
import { createTelegram } from '../../../peers/telegram/telegram.ts'
import { until } from '../../../support/until.ts'
import { chatOf, createTestInbox, delivery, type Rig, type RigOptions, startRig } from '../rig.ts'

const pace = { draftGap: 20, draftRefresh: 150, typingRefresh: 60, editGap: 120, slowestEditGap: 200, patience: 400 }

async function startChat(options: RigOptions = {}) {
  const rig = await startRig({
    bot: { can_read_all_group_messages: true },
    ...options,
    channel: { pace, ...options.channel },
  })
  const ana = rig.telegram.user({ id: 42, name: 'Ana' })
  return { ...rig, ana, home: rig.telegram.privateChat(ana), group: rig.telegram.group({ members: [ana] }) }
}

/** Shows what a task in this chat does. */
function narrate({ channel }: Rig, chat: { id: number }, messages: number[] = [], task = 7) {
  const place = { chat: chatOf(chat), lane: rootLane(chatOf(chat)), task }
  return {
    state: (state: TaskState, kept = false) => channel.show({ ...place, kind: 'state', state, messages, kept }),
    says: (text: string) => channel.show({ ...place, kind: 'draft', text } satisfies Progress),
    uses: (line: string) => channel.show({ ...place, kind: 'tool', line }),
  }
}

test('alone with somebody the answer grows as a draft that can be stopped, and gives way to the final', async () => {
  const rig = await startChat()
  const task = narrate(rig, rig.home)
  task.state('running')
  await rig.telegram.called('sendMessageDraft')
  expect(rig.home.draft()).toMatchObject({ text: '', canStop: true })
  task.uses('reading a file')
  await rig.telegram.until('the tool', () => rig.home.draft()?.text === 'reading a file')
  task.says('**Half** an')
  await rig.telegram.until('the draft', () => rig.home.draft()?.text === 'Half an')
  task.state('answered')
  await rig.channel.send(delivery(rig.channel, rig.home, '**Half** an answer'), rig.signal)
  const drafts = rig.telegram.callsOf('sendMessageDraft').length
  task.says('too late')
  expect(rig.home.answers().map(({ text }) => text)).toEqual(['Half an answer'])
  expect(rig.telegram.callsOf('sendMessageDraft').length).toBe(drafts)
})

test('a draft is kept alive while nothing new is said', async () => {
  const rig = await startChat()
  narrate(rig, rig.home).state('running')
  await rig.telegram.called('sendMessageDraft', 3)
  const [first, second] = rig.telegram.callsOf('sendMessageDraft')
  expect((second?.mono ?? 0) - (first?.mono ?? 0)).toBeGreaterThanOrEqual(pace.draftRefresh - 20)
  expect(defaultPace.draftRefresh).toBeLessThan(20_000)
})

test('where drafts are not known, typing is', async () => {
  const rig = await startChat()
  rig.telegram.fail('sendMessageDraft', { refuse: 404, description: 'Not Found: method not found' })
  narrate(rig, rig.home).state('running')
  await rig.telegram.called('sendChatAction', 2)
  expect(rig.telegram.callsOf('sendMessageDraft')).toHaveLength(1)
})

test('a final never waits for a draft', async () => {
  const rig = await startChat()
  const task = narrate(rig, rig.home)
  rig.telegram.fail('sendMessageDraft', { delayMs: 3_600_000 })
  task.state('running')
  await rig.telegram.until('the draft', () => rig.telegram.callsOf('sendMessageDraft').length === 1)
  expect(await rig.channel.send(delivery(rig.channel, rig.home, 'Done.'), rig.signal)).toMatchObject({ status: 'sent' })
})

test('the stop button speaks the language of the chat', async () => {
  const inbox = createTestInbox()
  inbox.languageIn = () => 'de'
  const rig = await startChat({ inbox })
  const task = narrate(rig, rig.group)
  task.state('running')
  task.says('Eins')
  await rig.telegram.until('the message', () => rig.group.answers()[0]?.text === 'Eins')
  expect(rig.group.answers()).toMatchObject([{ buttons: [['Stopp']] }])
})

test('in a group it types, then edits one message no faster than allowed, and the final takes its place', async () => {
  const rig = await startChat()
  const question = rig.group.say(rig.ana, '@skein_test_bot what now?')
  const event = await rig.inbox.until((events) => events.find(({ kind }) => kind === 'message'))
  const task = narrate(rig, rig.group, [1])
  task.state('running')
  await rig.telegram.called('sendChatAction', 2)
  for (const text of ['One', 'One two', 'One two three', 'One two three four']) {
    task.says(text)
    await rig.telegram.until(text, () => rig.group.answers()[0]?.text === text)
  }
  expect(rig.group.answers()).toMatchObject([{ reply: question.message_id, buttons: [['Stop']] }])
  const receipt = await rig.channel.send(
    delivery(rig.channel, rig.group, 'One two three four five', {
      replyTo: Number('remoteId' in event ? event.remoteId : 0),
    }),
    rig.signal,
  )
  expect(rig.group.answers()).toMatchObject([{ text: 'One two three four five', buttons: [] }])
  expect(receipt).toEqual({ status: 'sent', remoteId: String(rig.group.answers()[0]?.id) })
  const writes = rig.telegram.calls
    .filter(({ method }) => method === 'sendMessage' || method === 'editMessageText')
    .slice(0, 4)
  for (const [at, { mono }] of writes.slice(1).entries())
    expect(mono - (writes[at]?.mono ?? 0)).toBeGreaterThanOrEqual(pace.editGap - 5)
  expect(defaultPace.editGap).toBeGreaterThanOrEqual(3000)
})

test('an answer that was written into its placeholder can be written again without harm', async () => {
  const rig = await startChat()
  const task = narrate(rig, rig.group)
  task.state('running')
  task.says('Half')
  await rig.telegram.until('the placeholder', () => rig.group.answers().length === 1)
  const final = delivery(rig.channel, rig.group, 'Whole')
  rig.telegram.fail('editMessageText', 'reset-after')
  expect((await rig.channel.send(final, rig.signal)).status).toBe('unknown')
  expect(await rig.channel.reconcile(final, rig.signal)).toEqual({ status: 'absent' })
  expect((await rig.channel.send(final, rig.signal)).status).toBe('sent')
  expect(rig.group.answers().map(({ text }) => text)).toEqual(['Whole'])
})

test('a placeholder that hangs does not hold the final up, and goes when it arrives', async () => {
  const rig = await startChat()
  const task = narrate(rig, rig.group)
  rig.telegram.fail('sendMessage', { delayMs: 900 })
  task.state('running')
  task.says('Half')
  await rig.telegram.until('the placeholder', () => rig.telegram.callsOf('sendMessage').length === 1)
  await rig.channel.send(delivery(rig.channel, rig.group, 'Whole'), rig.signal)
  await rig.telegram.called('deleteMessage')
  expect(rig.group.answers().map(({ text }) => text)).toEqual(['Whole'])
})

test('an edit in doubt is never followed by a final in the same place', async () => {
  const rig = await startChat()
  const task = narrate(rig, rig.group)
  task.state('running')
  task.says('Half')
  await rig.telegram.until('the placeholder', () => rig.group.answers().length === 1)
  rig.telegram.fail('editMessageText', 'reset-after')
  task.says('Half of it')
  await rig.telegram.until('the edit', () => rig.telegram.callsOf('editMessageText').length === 1)
  await rig.channel.send(delivery(rig.channel, rig.group, 'Whole'), rig.signal)
  expect(rig.group.answers().map(({ text }) => text)).toEqual(['Whole'])
  expect(rig.telegram.callsOf('editMessageText')).toHaveLength(1)
})

test('a chat that asked for a pause gets no gestures meanwhile', async () => {
  const rig = await startChat()
  rig.telegram.flood(600, rig.home)
  await rig.channel.send(delivery(rig.channel, rig.home, 'a'), rig.signal)
  const task = narrate(rig, rig.home)
  task.state('running')
  task.says('a')
  const bob = rig.telegram.privateChat(rig.telegram.user({ id: 43, name: 'Bob' }))
  narrate(rig, bob, [], 8).state('running')
  await rig.telegram.called('sendMessageDraft', 2)
  expect(rig.telegram.callsOf('sendMessageDraft').map(({ args }) => args.chat_id)).toEqual([43, 43])
})

test('what was said until it was stopped becomes the line that is kept, also when the next answer has begun; the rest goes', async () => {
  const rig = await startChat()
  const task = narrate(rig, rig.group)
  task.state('running')
  task.says('Half')
  await rig.telegram.until('the placeholder', () => rig.group.answers().length === 1)
  task.state('cancelled', true)
  const next = narrate(rig, rig.group, [], 8)
  next.state('running')
  next.says('Again')
  await rig.telegram.until('the next placeholder', () => rig.group.answers().length === 2)
  await rig.channel.send(delivery(rig.channel, rig.group, 'Half of it'), rig.signal)
  expect(rig.group.answers()).toMatchObject([{ text: 'Half of it', buttons: [] }, { text: 'Again' }])
  next.state('failed')
  await rig.telegram.until('it gone', () => rig.group.answers().length === 1)
})

test('a draft whose line was never sent goes with the next one that is', async () => {
  const rig = await startChat()
  const task = narrate(rig, rig.group)
  task.state('running')
  task.says('Lost')
  await rig.telegram.until('the placeholder', () => rig.group.answers().length === 1)
  task.state('answered')
  const next = narrate(rig, rig.group, [], 8)
  next.state('running')
  await rig.channel.send(delivery(rig.channel, rig.group, 'Next', { task: 8 }), rig.signal)
  await rig.telegram.until('it gone', () => rig.group.answers().length === 1)
  expect(rig.group.answers().map(({ text }) => text)).toEqual(['Next'])
})

test('what was done for an answer can be unfolded below it, after the mark of one that was stopped', async () => {
  const rig = await startChat()
  const actions = [
    { line: 'ran make', failed: false },
    { line: 'ran\nmake test', failed: true },
  ]
  const [body] = rig.channel.manners.parts?.('**It** is', { actions, unfinished: 'stopped' }) ?? []
  expect(JSON.parse(body ?? '')).toEqual({
    text: 'It is\n\n(stopped)\n\nran make\nran make test (failed)',
    entities: [
      { type: 'bold', offset: 0, length: 2 },
      { type: 'italic', offset: 7, length: 9 },
      { type: 'expandable_blockquote', offset: 18, length: 31 },
    ],
  })
  expect(rig.channel.manners.parts?.('', { actions: [], unfinished: 'cut off' })).toHaveLength(1)
})

test('the stop under a placeholder stops, and says so to who pressed it', async () => {
  const rig = await startChat()
  const task = narrate(rig, rig.group)
  task.state('running')
  task.says('Half')
  const shown = await rig.telegram.until('the placeholder', () => rig.group.answers()[0])
  const press = rig.group.press(rig.ana, { message_id: shown.id }, 'Stop')
  await rig.inbox.until((events) => events.find((event) => event.kind === 'stop' && event.sender.id === '42'))
  await rig.telegram.called('answerCallbackQuery')
  expect(press.answer?.text).toBe('Stopped.')
})

test('a placeholder that a crash left behind is taken away at the next start', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  const inbox = createTestInbox()
  const first = await startChat({ telegram, inbox })
  const task = narrate(first, first.group)
  task.state('running')
  task.says('Half')
  await inbox.until(() => [...inbox.memories.keys()].some((key) => key.endsWith('placeholders')))
  expect(first.group.answers()).toHaveLength(1)
  await first.stop()
  await startRig({ telegram, inbox, awaitPoll: false })
  await telegram.called('deleteMessage')
  expect(first.group.answers()).toEqual([])
})

test('a placeholder that could not be taken away while nobody answered goes later, also after a restart', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  const inbox = createTestInbox()
  const first = await startChat({ telegram, inbox })
  const task = narrate(first, first.group)
  task.state('running')
  task.says('Half')
  await telegram.until('the placeholder', () => first.group.answers().length === 1)
  telegram.fail('deleteMessage', { refuse: 502, description: 'Bad Gateway' })
  task.state('failed')
  await telegram.called('deleteMessage')
  await first.stop()
  expect(first.group.answers()).toHaveLength(1)
  telegram.fail('deleteMessage', { refuse: 502, description: 'Bad Gateway' })
  // The second run is refused at its start, and tries again a minute later.
  await startRig({ telegram, inbox, awaitPoll: false, channel: { secondMs: 1 } })
  await telegram.until('it gone', () => first.group.answers().length === 0)
  await until(() => expect(inbox.memory('telegram', String(telegram.bot.id), 'placeholders')).toBe('[]'))
})

test('a placeholder that we may not delete is tried only once, and forgotten', async () => {
  const rig = await startChat({ channel: { secondMs: 1 } })
  const task = narrate(rig, rig.group)
  task.state('running')
  task.says('Half')
  await rig.telegram.until('the placeholder', () => rig.group.answers().length === 1)
  rig.telegram.fail('deleteMessage', { refuse: 400, description: "Bad Request: message can't be deleted" })
  task.state('failed')
  await rig.telegram.called('deleteMessage')
  await until(() => expect(rig.inbox.memory('telegram', String(rig.telegram.bot.id), 'placeholders')).toBe('[]'))
  expect(rig.telegram.callsOf('deleteMessage')).toHaveLength(1)
})

test('a look that an earlier run left, or that could not be taken back, goes once nobody works on it', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  const inbox = createTestInbox()
  const first = await startChat({ telegram, inbox })
  const [left, open] = ['left', 'open'].map((text) => first.home.say(first.ana, text))
  const looks = () => first.home.messages().map(({ reactions }) => Object.values(reactions))
  await until(() => expect(looks()).toEqual([['👀'], ['👀']]))
  telegram.fail('setMessageReaction', { refuse: 502, description: 'Bad Gateway' })
  await first.channel.send(
    delivery(first.channel, first.home, 'Done.', { replyTo: left?.message_id ?? 0 }),
    first.signal,
  )
  await telegram.called('setMessageReaction', 3)
  await first.stop()
  inbox.isWorkedOn = (_chat, id) => id === String(open?.message_id)
  await startRig({ telegram, inbox, awaitPoll: false })
  await until(() => expect(looks().slice(0, 2)).toEqual([[], ['👀']]))
})
