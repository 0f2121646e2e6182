import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../../src/domain/delivery.ts'
import { chatOf, createTestShelf, delivery, type Rig, startRig } from './rig.ts'

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

async function startChat(rigged?: Parameters<typeof startRig>[0]) {
  const rig = await startRig(rigged)
  const ana = rig.telegram.user({ id: 42, name: 'Ana' })
  return { ...rig, ana, chat: rig.telegram.privateChat(ana) }
}

/** Sends every part of a text, as the outbox would. */
async function sendAll({ channel, signal }: Rig, chat: { id: number }, text: string): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (const part of channel.manners.parts?.(text).keys() ?? [])
    receipts.push(await channel.send(delivery(channel, chat, text, { part }), signal))
  return receipts
}

describe('what is sent', () => {
  test('a text of several parts arrives in order and whole, the first as the reply', async () => {
    const rig = await startChat()
    const question = rig.chat.say(rig.ana, 'tell me')
    const text = Array.from({ length: 300 }, (_, at) => `Paragraph ${at} has some words.`).join('\n\n')
    for (const part of [0, 1, 2])
      await rig.channel.send(delivery(rig.channel, rig.chat, text, { part, replyTo: question.message_id }), rig.signal)
    const answers = rig.chat.answers()
    expect(answers.map((answer) => answer.text).join('\n\n')).toBe(text)
    expect(answers.map((answer) => answer.reply)).toEqual([question.message_id, undefined, undefined])
    expect(answers.every((answer) => answer.text.length <= 4096)).toBe(true)
  })

  test('a very long answer is a file with its beginning as a summary', async () => {
    const rig = await startChat()
    const text = `# Report\n\n${'A sentence of **some** length, again and again. '.repeat(600)}`
    expect(await sendAll(rig, rig.chat, text)).toHaveLength(1)
    const [answer] = rig.chat.answers()
    expect(answer?.file).toMatchObject({ name: 'answer.md' })
    expect(answer?.file?.bytes.toString()).toBe(text)
    expect(answer?.text).toMatch(/^Report\n\nA sentence of some length/)
    expect(answer?.text).toMatch(/The whole answer is in the file\.$/)
  })

  test('links do not unfold, and nobody is mentioned', async () => {
    const rig = await startChat()
    await sendAll(rig, rig.chat, 'See https://a.example/page, @alice, /reset and main.rs')
    const [answer] = rig.chat.answers()
    expect(answer?.preview).toBeUndefined()
    expect(answer?.entities.map(({ type }) => type).filter((type) => type !== 'code')).toEqual(['text_link'])
  })

  test('a table stands in columns where it fits a phone, and is read out where it does not', async () => {
    const rig = await startChat()
    await sendAll(rig, rig.chat, '| what | price |\n|---|--:|\n| rose | 3 |')
    await sendAll(rig, rig.chat, `| what | about it |\n|---|---|\n| rose | ${'thorny '.repeat(9)} |`)
    const [narrow, wide] = rig.chat.answers()
    expect(narrow).toMatchObject({ text: 'what  price\n───────────\nrose      3', entities: [{ type: 'pre' }] })
    expect(wide?.text).toMatch(/^what: rose\nabout it: thorny thorny/)
    expect(wide?.entities.map(({ type }) => type)).toEqual(['bold', 'bold'])
  })

  test('buttons hang below, short ones side by side', async () => {
    const { channel, chat, signal } = await startChat()
    const buttons = [
      { label: 'Yes', data: 'q:1:yes' },
      { label: 'No', data: 'q:1:no' },
      { label: 'Always allow this kind of thing', data: 'q:1:always' },
    ]
    await channel.send({ ...delivery(channel, chat, 'May I?'), buttons }, signal)
    expect(chat.answers()[0]?.buttons).toEqual([['Yes', 'No'], ['Always allow this kind of thing']])
  })

  test.each([
    ['cat.png', 'photo'],
    ['note.ogg', 'voice'],
    ['song.mp3', 'audio'],
    ['clip.mp4', 'video'],
    ['tax.pdf', 'document'],
  ] as const)('%s goes out as a %s', async (name, field) => {
    const fileStore = createTestShelf()
    const { channel, chat, signal } = await startChat({ channel: { fileStore } })
    const file = await fileStore.put(Readable.from([jpeg]), name)
    const receipt = await channel.send({ ...delivery(channel, chat, ''), files: [file] }, signal)
    expect(receipt).toMatchObject({ status: 'sent' })
    const [answer] = chat.answers()
    expect(answer?.message).toHaveProperty(field)
    expect(answer?.file?.bytes.toString()).toBe(jpeg.toString())
  })

  test('a picture the platform will not take goes out as a file', async () => {
    const fileStore = createTestShelf()
    const { channel, chat, signal, telegram } = await startChat({ channel: { fileStore } })
    const file = await fileStore.put(Readable.from([Buffer.from('content')]), 'huge.png')
    telegram.fail('sendPhoto', { refuse: 400, description: 'Bad Request: PHOTO_INVALID_DIMENSIONS' })
    const receipt = await channel.send({ ...delivery(channel, chat, ''), files: [file] }, signal)
    expect(receipt).toMatchObject({ status: 'sent' })
    expect(chat.answers()[0]?.message).toHaveProperty('document')
  })
})

test('words with files that fail halfway go on from there, and nothing comes twice', async () => {
  const fileStore = createTestShelf()
  const { channel, chat, signal, telegram } = await startChat({ channel: { fileStore } })
  const files = []
  for (const name of ['one.pdf', 'two.pdf']) {
    files.push(await fileStore.put(Readable.from([Buffer.from(name)]), name))
  }
  const outgoing = { ...delivery(channel, chat, 'Here they are'), files }
  telegram.fail('sendDocument', { refuse: 429, description: 'Too Many Requests', parameters: { retry_after: 3 } })
  expect(await channel.send(outgoing, signal)).toEqual({ status: 'throttled', afterMs: 3000 })
  telegram.fail('sendDocument', 'error-before')
  expect((await channel.send(outgoing, signal)).status).toBe('unknown')
  expect((await channel.send({ ...outgoing, maybeRepeat: true }, signal)).status).toBe('sent')
  expect(chat.answers().map(({ text, file }) => [text, file?.name])).toEqual([
    ['Here they are', undefined],
    [expect.stringContaining('sent again'), 'one.pdf'],
    ['', 'two.pdf'],
  ])
})

describe('where it goes', () => {
  test('into the topic it came from, and into the chat once the topic is gone', async () => {
    const { telegram, channel, signal, ana } = await startChat()
    const forum = telegram.forum({ members: [ana] })
    const topic = forum.topic('Roses', ana)
    await channel.send(delivery(channel, forum, 'here', { topic }), signal)
    expect(forum.answers().at(-1)).toMatchObject({ text: 'here', topic })
    forum.dropTopic(topic)
    const late = await channel.send(delivery(channel, forum, 'there', { topic }), signal)
    await channel.send(delivery(channel, forum, 'and there', { topic }), signal)
    expect(late.status).toBe('sent')
    expect(forum.answers().map(({ text, topic: where }) => [text, where])).toEqual([
      ['there', undefined],
      ['and there', undefined],
    ])
    const refused = telegram.callsOf('sendMessage').filter(({ outcome }) => outcome?.ok === false)
    expect(refused).toHaveLength(1)
  })

  test('a message that was deleted meanwhile still gets its answer', async () => {
    const { channel, chat, signal, ana } = await startChat()
    const question = chat.say(ana, 'never mind')
    chat.remove(question)
    const receipt = await channel.send(delivery(channel, chat, 'I do', { replyTo: question.message_id }), signal)
    expect(receipt.status).toBe('sent')
    expect(chat.answers()[0]?.reply).toBeUndefined()
  })

  test('a group that moved gets it where it is now, and the daemon is told', async () => {
    const { telegram, channel, inbox, signal, ana } = await startChat()
    const group = telegram.group({ basic: true, members: [ana] })
    const next = telegram.migrate(group, ana)
    await inbox.until((events) => events.filter((event) => event.kind === 'membership').length === 2)
    inbox.events.length = 0
    const receipt = await channel.send(delivery(channel, group, 'still here', { replyTo: 3 }), signal)
    expect(receipt.status).toBe('sent')
    expect(next.answers().map(({ text }) => text)).toEqual(['still here'])
    expect(inbox.events).toMatchObject([
      { kind: 'membership', standing: 'moved', chat: chatOf(group), movedTo: chatOf(next) },
    ])
  })
})

describe('what becomes of it', () => {
  test.each<[string, (rig: Awaited<ReturnType<typeof startChat>>) => void | Promise<void>, Partial<Receipt>]>([
    ['blocked', ({ chat, ana }) => chat.expel(ana), { status: 'retry', reason: expect.stringContaining('blocked') }],
    ['deleted', ({ chat }) => chat.deactivate(), { status: 'retry', reason: expect.stringContaining('deactivated') }],
    ['429', ({ telegram }) => telegram.flood(77), { status: 'throttled', afterMs: 77_000 }],
    ['500 before', ({ telegram }) => telegram.fail('sendMessage', 'error-before'), { status: 'unknown' }],
    ['500 after', ({ telegram }) => telegram.fail('sendMessage', 'error-after'), { status: 'unknown' }],
    [
      '502 from a proxy',
      ({ telegram }) => telegram.fail('sendMessage', 'gateway-before'),
      { status: 'retry', away: true },
    ],
    [
      '504 from a proxy',
      ({ telegram }) => telegram.fail('sendMessage', 'timeout-after'),
      { status: 'retry', away: true, maybeArrived: true },
    ],
    [
      '502 from Telegram itself',
      ({ telegram }) => telegram.fail('sendMessage', { refuse: 502, description: 'Bad Gateway' }),
      { status: 'unknown' },
    ],
    ['a reset', ({ telegram }) => telegram.fail('sendMessage', 'reset-after'), { status: 'unknown' }],
    ['half an answer', ({ telegram }) => telegram.fail('sendMessage', 'cut-after'), { status: 'unknown' }],
    ['no JSON', ({ telegram }) => telegram.fail('sendMessage', 'malformed-after'), { status: 'unknown' }],
    [
      'nobody there',
      ({ telegram }) => telegram.down(),
      { status: 'retry', reason: expect.stringContaining('ECONNREFUSED') },
    ],
    ['a dead token', ({ telegram }) => telegram.revoke(), { status: 'retry', afterMs: 900_000 }],
    [
      'a plain no',
      ({ telegram }) => telegram.fail('sendMessage', { refuse: 400, description: 'Bad Request: no' }),
      { status: 'refused', reason: 'Bad Request: no' },
    ],
  ])('%s', async (_name, spoil, expected) => {
    const rig = await startChat()
    await spoil(rig)
    expect(await rig.channel.send(delivery(rig.channel, rig.chat, 'hello'), rig.signal)).toMatchObject(expected)
  })

  test('a chat that is closed to us is told of, so that what goes there waits', async () => {
    const { channel, chat, inbox, signal } = await startChat()
    chat.deactivate()
    await channel.send(delivery(channel, chat, 'hello'), signal)
    const event = await inbox.until((events) => events.find(({ kind }) => kind === 'membership'))
    expect(event).toMatchObject({ chat: chatOf(chat), standing: 'out' })
  })

  test('another chat is not held up by the pause of one', async () => {
    const { telegram, channel, chat, signal } = await startChat()
    const bob = telegram.privateChat(telegram.user({ id: 43, name: 'Bob' }))
    telegram.flood(600, chat)
    expect((await channel.send(delivery(channel, chat, 'a'), signal)).status).toBe('throttled')
    expect((await channel.send(delivery(channel, bob, 'b'), signal)).status).toBe('sent')
  })

  test('styles that are refused are left out, the words are not', async () => {
    const { telegram, channel, chat, signal } = await startChat()
    telegram.fail('sendMessage', { refuse: 400, description: 'Bad Request: ENTITIES_TOO_LONG' })
    expect((await channel.send(delivery(channel, chat, '**all** of it'), signal)).status).toBe('sent')
    expect(chat.answers()[0]).toMatchObject({ text: 'all of it', entities: [] })
  })

  test('one address that is refused costs that link, and no other style', async () => {
    const { telegram, channel, chat, signal } = await startChat()
    const description = "Bad Request: entity URL 'https://bad.example/x' is invalid: Wrong HTTP URL"
    telegram.fail('sendMessage', { refuse: 400, description })
    const text = '**all** of [this](https://bad.example/x) and [that](https://good.example/y)'
    expect((await channel.send(delivery(channel, chat, text), signal)).status).toBe('sent')
    const [answer] = chat.answers()
    expect(answer?.text).toBe('all of this (https://bad.example/x) and that')
    expect(answer?.entities.map(({ type }) => type)).toEqual(['bold', 'url', 'text_link'])
  })

  test('a text that is too long after all becomes a file', async () => {
    const { telegram, channel, chat, signal } = await startChat()
    telegram.fail('sendMessage', { refuse: 400, description: 'Bad Request: message is too long' })
    expect((await channel.send(delivery(channel, chat, 'all of it'), signal)).status).toBe('sent')
    expect(chat.answers()[0]?.file?.bytes.toString()).toBe('all of it')
  })

  test('a resend says that it may be one', async () => {
    const { channel, chat, signal } = await startChat()
    const doubtful = delivery(channel, chat, 'Done.', { maybeRepeat: true })
    expect(await channel.reconcile(doubtful, signal)).toEqual({ status: 'unknown' })
    await channel.send(doubtful, signal)
    expect(chat.answers()[0]?.text).toBe('Done.\n\n(sent again after an interruption; you may have this twice)')
    await channel.send(delivery(channel, chat, 'Fertig.', { maybeRepeat: true, language: 'de' }), signal)
    expect(chat.answers()[1]?.text).toMatch(/^Fertig\.\n\n\(nach einer Unterbrechung noch einmal gesendet/)
  })

  test('a body from before the channel cut its own is Markdown', async () => {
    const { channel, chat, signal } = await startChat()
    await channel.send(delivery(channel, chat, '', { body: '**plain** body' }), signal)
    expect(chat.answers()[0]?.text).toBe('plain body')
  })
})
