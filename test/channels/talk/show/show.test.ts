import { describe, expect, onTestFinished, test } from 'vitest'
import { createMarkMemory } from '../../../../src/channels/shared/mark-memory.ts'
import { createWorkingMark } from '../../../../src/channels/talk/show/working-mark.ts'
import { createAnsweredQuestions } from '../../../../src/channels/talk/talk.ts'
import { makeChatId } from '../../../../src/domain/ids.ts'
import { until } from '../../../support/until.ts'
import { createTestInbox } from '../../telegram/rig.ts'
import { delivery, never, startSending } from '../send/rig.ts'

const chatOf = ({ token }: { token: string }) => makeChatId('talk', token)

async function start(version: 17 | 19 | 22 | 24 = 22) {
  const rig = await startSending({ version })
  const broken: unknown[] = []
  const failed = (error: unknown) => void broken.push(error)
  onTestFinished(() => expect(broken).toEqual([]))
  const kept = createMarkMemory({ channel: 'talk', account: 'skein', second: 1, onFailure: failed })
  return {
    ...rig,
    kept,
    mark: createWorkingMark(rig.client, kept, never, failed),
    questions: createAnsweredQuestions(rig.client, never, failed),
  }
}

describe('a message that is worked on', () => {
  test('is looked at, until it is answered', async () => {
    const { mark, group, alice } = await start()
    const id = group.say(alice, 'do it')
    const looks = () => group.message(id, alice)?.reactions
    mark.open(chatOf(group), String(id))
    await until(() => expect(looks()).toEqual({ '👀': 1 }))
    mark.close(chatOf(group), String(id))
    await until(() => expect(looks()).not.toHaveProperty('👀'))
  })

  test('is let go of in the order in which it was looked at, however fast that goes', async () => {
    const { mark, server, group, alice } = await start()
    server.fail('react', { stallMs: 100 })
    const id = group.say(alice, 'do it')
    mark.open(chatOf(group), String(id))
    mark.close(chatOf(group), String(id))
    await server.traffic.until('both', () =>
      server.traffic.calls.some(({ route, status }) => route === 'unreact' && status),
    )
    expect(group.message(id, alice)?.reactions).not.toHaveProperty('👀')
  })

  test('what an earlier run looked at is let go of too, and nothing else', async () => {
    const { mark, server, group, alice, bot } = await start()
    const id = group.say(alice, 'do it')
    group.react(bot, id, '👀')
    mark.close(chatOf(group), String(id))
    mark.close(chatOf(group), String(id), 'unless closed')
    await until(() => expect(group.message(id, alice)?.reactions).not.toHaveProperty('👀'))
    expect(server.traffic.calls.filter(({ route }) => route === 'unreact')).toHaveLength(1)
  })

  test('a look that an earlier run left, or that could not be taken back, goes once nobody works on it', async () => {
    const { mark, kept, server, group, alice, bot } = await start()
    const [left, locked, open] = ['left', 'locked', 'open'].map((text) => group.say(alice, text))
    const looks = (id = 0) => (group.message(id, alice)?.reactions as Record<string, number> | undefined)?.['👀']
    group.react(bot, left ?? 0, '👀')
    const inbox = createTestInbox()
    inbox.keep({
      channel: 'talk',
      account: 'skein',
      name: 'working-marks',
      value: JSON.stringify([[chatOf(group), String(left)]]),
    })
    inbox.isWorkedOn = (_chat, id) => id === String(open)
    for (const id of [locked, open]) mark.open(chatOf(group), String(id))
    await until(() => expect([looks(locked), looks(open)]).toEqual([1, 1]))
    group.lock(alice)
    mark.close(chatOf(group), String(locked))
    await server.traffic.until('the no', () => server.traffic.calls.some(({ status }) => status === 403))
    group.lock(alice, false)
    const stop = new AbortController()
    const running = kept.run(inbox, (chat, id) => mark.close(chat, id, 'anyway'), stop.signal)
    await until(() => expect([looks(left), looks(locked), looks(open)]).toEqual([undefined, undefined, 1]))
    stop.abort()
    await running
  })

  test('a room where we may not react is asked once', async () => {
    const { mark, server, group, alice, bot } = await start(24)
    group.permit(bot, 1 + 128)
    mark.open(chatOf(group), String(group.say(alice, 'one')))
    await server.traffic.until('the no', () => server.traffic.calls.some(({ status }) => status === 403))
    await new Promise(setImmediate)
    mark.open(chatOf(group), String(group.say(alice, 'two')))
    mark.open(chatOf(server.place(group.token)), 'no number')
    expect(server.traffic.calls.filter(({ route }) => route === 'react')).toHaveLength(1)
  })

  test('whatever the server does, nobody is disturbed', async () => {
    const { mark, server, group, alice } = await start()
    for (const fault of ['reset-before', 'error-after', 'gateway-before'] as const) server.fail('react', fault)
    for (let line = 0; line < 3; line++) mark.open(chatOf(group), String(group.say(alice, 'x')))
    await server.traffic.until(
      'three',
      () => server.traffic.calls.filter(({ route }) => route === 'react').length === 3,
    )
    await server.down()
    mark.open(chatOf(group), '1')
  })
})

describe('a question that is over', () => {
  async function ask(version: 17 | 22) {
    const rig = await start(version)
    const parts = ['**Question 3**: may I?', 'more of it'].map((text, part) =>
      delivery(rig.group, '', { body: JSON.stringify({ text }), part, kind: 'notice' }),
    )
    const ids: string[] = []
    for (const part of parts) {
      const receipt = await rig.sender.send(part, never)
      if (receipt.status === 'sent') ids.push(receipt.remoteId)
    }
    const shrunk = { instead: 'Question 3: run `ls`. @alice said no.', beside: [ids[1] ?? ''] }
    return { ...rig, ids, shrunk, line: parts[0]?.message ?? 0 }
  }

  test('shrinks to one line that calls nobody', async () => {
    const { questions, group, alice, bot, ids, shrunk, line } = await ask(22)
    questions.settle(chatOf(group), line, ids[0], shrunk)
    await until(() => expect(group.saidBy(bot)).toHaveLength(1))
    expect(group.saidBy(bot)).toMatchObject([
      { id: Number(ids[0]), message: 'Question 3: run `ls`. @\u200balice said no.', messageParameters: [] },
    ])
    expect(group.seenBy(alice).at(-1)).toBeDefined()
  })

  test('also when it was settled before it had arrived', async () => {
    const { questions, group, bot, ids, shrunk, line } = await ask(22)
    questions.settle(chatOf(group), line, undefined, shrunk)
    questions.arrived(chatOf(group), 999, '1')
    questions.arrived(chatOf(group), line, ids[0] ?? '')
    await until(() => expect(group.saidBy(bot)).toHaveLength(1))
  })

  test('stays as it is where the server knows no edits', async () => {
    const { questions, server, group, bot, ids, shrunk, line } = await ask(17)
    questions.settle(chatOf(group), line, ids[0], shrunk)
    questions.settle(chatOf(group), line, ids[0])
    await new Promise(setImmediate)
    expect(group.saidBy(bot)).toHaveLength(2)
    expect(server.traffic.calls.filter(({ method }) => method === 'PUT' || method === 'DELETE')).toEqual([])
  })
})
