import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createTranscriber } from '../../../../src/channels/shared/transcription.ts'
import { NotStoredError } from '../../../../src/domain/errors.ts'
import type { InboundMessage } from '../../../../src/domain/message.ts'
import { createTelegram } from '../../../peers/telegram/telegram.ts'
import { createTestInbox, createTestShelf, startRig, type TestInbox } from '../rig.ts'

function nextMessage(inbox: TestInbox, fits: (event: InboundMessage) => boolean = () => true): Promise<InboundMessage> {
  return inbox.until((events) =>
    events.find((event): event is InboundMessage => event.kind === 'message' && fits(event)),
  )
}

async function startChat(options: Parameters<typeof startRig>[0] = {}) {
  const rig = await startRig(options)
  const ana = rig.telegram.user({ id: 42, name: 'Ana' })
  return { ...rig, ana, chat: rig.telegram.privateChat(ana) }
}

test('a photo is on the shelf before its message is stored', async () => {
  const { inbox, fileStore, chat, ana } = await startChat()
  chat.say(ana, 'look', { photo: { bytes: Buffer.from('pixels') } })
  const { files, text } = await nextMessage(inbox)
  expect(text).toBe('look')
  expect(files).toMatchObject([{ name: 'photo.jpg' }])
  expect(readFileSync(fileStore.path(files?.[0]?.hash ?? ''), 'utf8')).toBe('pixels')
})

test('of somebody who is not let in nothing is asked for, fetched or listened to, whatever the chat', async () => {
  const inbox = createTestInbox()
  inbox.knows = ({ id }) => id === '42'
  let listened = 0
  const transcribe = async () => {
    listened++
    return { status: 'heard', text: 'hello' } as const
  }
  const { telegram, chat, ana } = await startChat({
    inbox,
    bot: { can_read_all_group_messages: true },
    channel: { transcribe },
  })
  const eve = telegram.user({ id: 66, name: 'Eve' })
  const eves = telegram.privateChat(eve)
  for (let line = 0; line < 5; line++) eves.say(eve, 'look', { photo: { bytes: Buffer.alloc(100_000) } })
  eves.say(eve, '', { voice: { duration: 12 } })
  telegram.group({ members: [ana, eve] }).say(eve, `@${telegram.bot.username}`, { document: { name: 'a.pdf' } })
  chat.say(ana, 'mine', { photo: {} })
  const mine = await nextMessage(inbox, ({ text }) => text === 'mine')
  expect(mine.files).toHaveLength(1)
  expect(telegram.callsOf('getFile')).toHaveLength(1)
  expect(listened).toBe(0)
  const theirs = inbox.events.flatMap((event) => (event.kind === 'message' && event !== mine ? [event.text] : []))
  expect(theirs).toHaveLength(7)
  expect(theirs[5]).toBe('[voice message, 0:12]\n[voice.ogg was not fetched: its sender has not been let in]')
})

test('an album keeps its order, each with its own picture', async () => {
  const { inbox, fileStore, chat, ana } = await startChat()
  const album = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => ({ bytes: Buffer.from(name) }))
  chat.say(ana, 'our garden', { album })
  const all = await inbox.until((events) => events.length >= 6 && (events as InboundMessage[]))
  expect(all.map(({ partOf }) => partOf)).toEqual(Array(6).fill('album'))
  expect(all.map(({ files }) => readFileSync(fileStore.path(files?.[0]?.hash ?? ''), 'utf8'))).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
  ])
})

test('another chat in the same batch does not wait for the files of one', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  const [ana, bob] = [telegram.user({ id: 42, name: 'Ana' }), telegram.user({ id: 43, name: 'Bob' })]
  telegram.privateChat(ana).say(ana, 'slow', { photo: {} })
  telegram.privateChat(bob).say(bob, 'quick')
  telegram.fail('file', 'silence-before')
  const { inbox } = await startRig({ telegram, awaitPoll: false })
  expect((await nextMessage(inbox)).text).toBe('quick')
})

test('while files are fetched others are heard, a stop goes first, and what was written behind them keeps its place', async () => {
  const { telegram, inbox, chat, ana } = await startChat({ channel: { fetchMs: 600 } })
  const bob = telegram.user({ id: 43, name: 'Bob' })
  telegram.fail('file', 'silence-before')
  chat.say(ana, 'slow', { photo: {} })
  await telegram.called('file')
  chat.say(ana, 'behind it')
  chat.say(ana, '/stop')
  telegram.privateChat(bob).say(bob, 'quick')
  await inbox.until((events) => events.length === 4)
  const texts = inbox.events.map((event) => ('text' in event ? event.text.split('\n')[0] : event.kind))
  expect(texts).toEqual(['/stop', 'quick', 'slow', 'behind it'])
})

test('a file that takes too long is left behind, and the message comes without it', async () => {
  const { telegram, inbox, chat, ana } = await startChat({ channel: { fetchMs: 200 } })
  telegram.fail('file', 'silence-before')
  chat.say(ana, 'slow', { photo: {} })
  expect((await nextMessage(inbox)).text).toMatch(/^slow\n\[photo\.jpg could not be fetched/)
  await telegram.until('the acknowledgement', () => telegram.updates.size() === 0)
})

test('a stop while a file is fetched loses neither: after the start it is fetched again', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  const first = await startChat({ telegram })
  telegram.fail('file', 'silence-before')
  first.chat.say(first.ana, 'slow', { photo: { bytes: Buffer.from('pixels') } })
  await telegram.called('file')
  await first.stop()
  expect(first.inbox.events).toEqual([])
  const { inbox, fileStore } = await startRig({ telegram, inbox: first.inbox, awaitPoll: false })
  const { text, files } = await nextMessage(inbox)
  expect(text).toBe('slow')
  expect(readFileSync(fileStore.path(files?.[0]?.hash ?? ''), 'utf8')).toBe('pixels')
  expect(inbox.memories.get(`telegram ${telegram.bot.id} waiting`)).toBe('[]')
})

test.each([
  ['a list that nobody can read', 'no list at all'],
  ['one thing in it that nobody can read', JSON.stringify(['{"message":'])],
])('%s does not keep the channel from listening, and is kept as it came', async (_, stored) => {
  const telegram = await createTelegram({ secondMs: 20 })
  const before = createTestInbox()
  before.memories.set(`telegram ${telegram.bot.id} waiting`, stored)
  const { inbox } = await startRig({ telegram, inbox: before, awaitPoll: false })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  telegram.privateChat(ana).say(ana, 'hello')
  expect((await nextMessage(inbox)).text).toBe('hello')
  await inbox.until((events) => events.some(({ kind }) => kind === 'unreadable'))
  expect(inbox.memories.get(`telegram ${telegram.bot.id} waiting`)).toBe('[]')
})

test.each([
  ['a server that has it no more', 'getFile', { refuse: 400, description: 'Bad Request: wrong file_id' }],
  ['a line that breaks', 'file', 'reset-before'],
  ['half a file', 'file', 'cut-after'],
] as const)('a message arrives without its file after %s, and says so', async (_name, method, fault) => {
  const { telegram, inbox, chat, ana } = await startChat()
  telegram.fail(method, fault)
  chat.say(ana, 'the tax', { document: { name: 'tax.pdf', bytes: Buffer.alloc(100_000) } })
  const { text, files } = await nextMessage(inbox)
  expect(text).toMatch(/^the tax\n\[tax\.pdf could not be fetched: .+\]$/)
  expect(text).not.toContain(telegram.token())
  expect(files).toBeUndefined()
})

test('a file over the limit is not even asked for', async () => {
  const { telegram, inbox, chat, ana } = await startChat()
  chat.say(ana, '', { document: { name: 'film.mkv', size: 3000 * 1024 * 1024 } })
  const { text } = await nextMessage(inbox)
  expect(text).toBe('[file, film.mkv]\n[film.mkv could not be fetched: it is larger than 2000 MB]')
  expect(telegram.callsOf('getFile')).toHaveLength(0)
})

test('a server that names a path on this disk is given nothing, unless it was said to be on this machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const secret = join(folder, 'secret.txt')
  writeFileSync(secret, 'the deed')
  const says = async (localServer: boolean, path: string) => {
    const telegram = await createTelegram({ secondMs: 20, namesFile: () => path })
    const { inbox, fileStore, chat, ana } = await startChat({ telegram, channel: { localServer } })
    chat.say(ana, 'look', { document: { name: 'a.txt' } })
    const { text, files } = await nextMessage(inbox)
    return files?.[0] ? readFileSync(fileStore.path(files[0].hash), 'utf8') : text
  }
  expect(await says(false, secret)).toMatch(
    /^look\n\[a\.txt could not be fetched: .*telegram\.local_server is not set\]$/,
  )
  expect(await says(true, secret)).toBe('the deed')
  expect(await says(true, folder)).toMatch(/^look\n\[a\.txt could not be fetched: [^/]+\]$/)
})

test('while the disk has no room a message waits at the platform, with its file', async () => {
  const fileStore = createTestShelf()
  let refusals = 2
  const full: typeof fileStore = {
    ...fileStore,
    async put(content, name) {
      if (refusals-- > 0) throw new NotStoredError('there is no room')
      return await fileStore.put(content, name)
    },
  }
  const { inbox, chat, ana } = await startChat({ channel: { fileStore: full } })
  chat.say(ana, 'look', { photo: {} })
  expect(await nextMessage(inbox)).toMatchObject({ text: 'look', files: [{ name: 'photo.jpg' }] })
  expect(inbox.events).toHaveLength(1)
})

test('speech becomes words', async () => {
  const { inbox, chat, ana } = await startChat()
  chat.say(ana, '', { voice: { duration: 12 } })
  const { text, files } = await nextMessage(inbox)
  expect(text).toBe('[voice message, 0:12]\nhello from afar')
  expect(files).toHaveLength(1)
})

test('without transcription the recording is kept, and that is said', async () => {
  const { inbox, chat, ana } = await startChat({ channel: { transcribe: createTranscriber({ kind: 'none' }) } })
  chat.say(ana, '', { voice: { duration: 12 } })
  const { text, files, refusal } = await nextMessage(inbox)
  expect(text).toBe('[voice message, 0:12]\n[The voice message could not be transcribed: no transcription is set up]')
  expect(refusal).toMatchObject({
    en: expect.stringContaining('no transcription is set up. The recording is kept'),
    de: expect.stringContaining('es ist keine Transkription eingerichtet. Die Aufnahme ist gespeichert'),
  })
  expect(files).toHaveLength(1)
  chat.say(ana, 'with words beside it', { voice: {} })
  const written = await nextMessage(inbox, (event) => event.text.startsWith('with words'))
  expect(written.refusal).toBeUndefined()
})

const never = new AbortController().signal
const env = { PATH: process.env.PATH ?? '' }
const script = (code: string) => createTranscriber({ kind: 'command', command: [process.execPath, '-e', code], env })

test("a program of one's own hears it", async () => {
  const said =
    "const { readFileSync } = require('fs'); console.log('heard ' + readFileSync(process.argv.at(-1)).length)"
  const file = new URL(import.meta.url).pathname
  expect(await script(said)(file, 'voice.ogg', never)).toEqual({
    status: 'heard',
    text: `heard ${readFileSync(file).length}`,
  })
  const named = createTranscriber({ kind: 'command', command: [process.execPath, '-p', '"{file}".length'], env })
  expect(await named('/a/b', 'voice.ogg', never)).toEqual({ status: 'heard', text: '4' })
})

test.each([
  ['a program that fails', 'process.exit(3)', 'the transcription program failed (3)'],
  ['a program that says nothing', '', 'no speech was recognized'],
])('%s is told of', async (_name, code, reason) => {
  expect(await script(code)('/nowhere', 'voice.ogg', never)).toMatchObject({
    status: 'unheard',
    reason: { en: reason },
  })
})

test('a service hears it, and its key stays between the two', async () => {
  const asked: { url: string | undefined; key: string | undefined; body: string }[] = []
  let answer: { status: number; body: string } = { status: 200, body: '{"text":" hello "}' }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ url: request.url, key: request.headers.authorization, body })
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  const hear = createTranscriber({ kind: 'endpoint', url, model: 'whisper-1', apiKey: 'key-canary-123' })
  const file = new URL(import.meta.url).pathname
  expect(await hear(file, 'voice.ogg', never)).toEqual({ status: 'heard', text: 'hello' })
  expect(asked[0]).toMatchObject({ url: '/v1/audio/transcriptions', key: 'Bearer key-canary-123' })
  expect(asked[0]?.body).toContain('whisper-1')
  answer = { status: 401, body: 'key-canary-123 is wrong' }
  expect(await hear(file, 'voice.ogg', never)).toMatchObject({
    status: 'unheard',
    reason: { en: 'the transcription service answered 401' },
  })
  answer = { status: 200, body: '{"words":1}' }
  expect(await hear(file, 'voice.ogg', never)).toMatchObject({ status: 'unheard' })
})
