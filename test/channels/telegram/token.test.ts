import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { rootLane } from '../../../src/domain/ids.ts'
import { createLog } from '../../../src/lib/log.ts'
import type { Fault } from '../../peers/telegram/faults.ts'
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
  written.push(inspect(await rig.listening.catch((error: unknown) => error), { depth: 9, showHidden: true }))
  written.push(inspect(rig.inbox.events, { depth: 9 }), inspect(rig.inbox.cursors), ...rig.troubles)
  const secret = telegram.token().split(':')[1] ?? ''
  const old = rig.telegram.bot.id
  expect(written.length).toBeGreaterThan(faults.length)
  expect(secret).not.toBe('')
  expect(written.filter((text) => new RegExp(`${old}:[\\w-]{30,}`).test(text))).toEqual([])
})
