import { json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createTelegramApi, type UploadMethod } from '../../../src/channels/telegram/wire/api.ts'
import { rootLane } from '../../../src/domain/ids.ts'
import { createLog } from '../../../src/lib/log.ts'
import type { Fault } from '../../peers/telegram/http/faults.ts'
import { createTelegram } from '../../peers/telegram/telegram.ts'
import { chatOf, delivery, startRig } from './rig.ts'

const faults: Fault[] = [
  'reset-before',
  'reset-after',
  'silence-before',
  'error-before',
  'gateway-before',
  'malformed-after',
  'cut-after',
  { refuse: 400, description: 'Bad Request' },
  { refuse: 401, description: 'Unauthorized' },
  { refuse: 404, description: 'Not Found' },
  { refuse: 409, description: 'Conflict' },
  { refuse: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } },
]

test('whatever goes wrong, the token is in no log, error, receipt, text or cursor', async () => {
  const telegram = await createTelegram({ secondMs: 5 })
  const written: string[] = []
  // Nothing is scrubbed here: it must not be there in the first place.
  const log = createLog({
    level: 'debug',
    format: 'json',
    destination: { write: (line) => written.push(line) },
    scrub: (text) => text,
  })
  const rig = await startRig({ telegram, channel: { log, secondMs: 5 } })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const chat = telegram.privateChat(ana)
  for (const fault of faults) {
    telegram.fail('getUpdates', fault)
    // A dead line is met by the poll alone: a send would wait it out for over a minute.
    if (fault !== 'silence-before')
      for (const method of ['sendMessage', 'sendMessageDraft', 'setMessageReaction', 'getFile', 'file'] as const)
        telegram.fail(method, fault)
    chat.say(ana, 'look', { document: { name: 'a.pdf' } })
    rig.channel.show({
      kind: 'state',
      chat: chatOf(chat),
      lane: rootLane(chatOf(chat)),
      task: 3,
      state: 'running',
      messages: [],
    })
    const receipt = await rig.channel.send(delivery(rig.channel, chat, 'hello'), rig.signal)
    written.push(inspect(receipt, { depth: 9 }))
    await rig.inbox.until((events) => events.length > faults.indexOf(fault))
    telegram.mend()
  }
  telegram.revoke()
  telegram.hangUp()
  await expect.poll(() => rig.troubles.join('\n')).toMatch(/token/i)
  written.push(
    inspect(rig.inbox.events, { depth: 9 }),
    inspect(rig.inbox.cursors),
    inspect(rig.inbox.memories),
    ...rig.troubles,
  )
  const secret = telegram.token().split(':')[1] ?? ''
  const old = rig.telegram.bot.id
  expect(written.length).toBeGreaterThan(faults.length)
  expect(secret).not.toBe('')
  expect(written.filter((text) => new RegExp(`${old}:[\\w-]{30,}`).test(text))).toEqual([])
})

const calls = [
  'getMyCommands',
  'setMyCommands',
  'sendMessage',
  'sendMessageDraft',
  'sendChatAction',
  'editMessageText',
  'editMessageReplyMarkup',
  'deleteMessage',
  'setMessageReaction',
  'answerCallbackQuery',
  'getFile',
] as const
const uploads: UploadMethod[] = ['sendDocument', 'sendPhoto', 'sendVoice', 'sendAudio', 'sendVideo', 'sendAnimation']

test('no call we make, failing in any way, fails with the token in what it throws', async () => {
  const telegram = await createTelegram({ secondMs: 5 })
  onTestFinished(() => telegram.close())
  const token = telegram.token()
  const api = createTelegramApi({ token, apiRoot: telegram.url() })
  onTestFinished(() => api.close())
  const never = new AbortController().signal
  const thrown: unknown[] = []
  const failing = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    thrown.push(error)
  }
  const file = { field: 'document', name: 'a.txt', content: new Blob(['a']) }
  const ask = { limit: 1, timeout: 0, allowed_updates: [] }
  const everything = async () => {
    await failing(api.methods.getMe())
    await failing(api.methods.getWebhookInfo())
    for (const method of calls) await failing((api.methods[method] as (args: object) => Promise<unknown>)({}))
    for (const method of uploads) await failing(api.upload(method, {}, file, never))
    await failing(api.download('documents/none', never, 1000).then(json))
  }
  for (const fault of faults.filter((one) => one !== 'silence-before')) {
    telegram.fail('*', fault, 100)
    await everything()
    await failing(api.poll(ask, { deadlineMs: 1000, signal: never }).then(JSON.parse).then(refuseOk))
    telegram.mend()
  }
  telegram.fail('getUpdates', 'silence-before')
  await failing(api.poll(ask, { deadlineMs: 50, signal: never }))
  await failing(api.poll(ask, { deadlineMs: 1000, signal: AbortSignal.abort() }))
  await telegram.down()
  await everything()
  const [, secret = ''] = token.split(':')
  const told = thrown.map((error) => inspect(error, { depth: 9, showHidden: true }))
  expect(told.length).toBeGreaterThan(200)
  expect(told.filter((text) => text.includes(secret))).toEqual([])
})

/** A poll hands over what came; that it is no answer is found out by whoever reads it. */
function refuseOk(answer: unknown): never {
  throw new Error(`answered ${JSON.stringify(answer)}`)
}
