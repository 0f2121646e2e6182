import { expect, test } from 'vitest'
import { createWorkingMark } from '../../../../src/channels/talk/show/working-mark.ts'
import { createAnsweredQuestions } from '../../../../src/channels/talk/talk.ts'
import { makeChatId } from '../../../../src/domain/ids.ts'
import { readContract } from '../../../peers/talk/contract.ts'
import { delivery, never, startSending } from '../send/rig.ts'

// The makers' own description of what may be asked, kept beside this project and not in it.
const contract = readContract()
if (contract === undefined) console.warn('left out: the description of Talk is not beside this project')

test.skipIf(contract === undefined)(
  'everything that we ask of the newest server is asked as its description says',
  async () => {
    const { sender, client, server, group, alice, shelve } = await startSending({ version: 24 })
    const chat = makeChatId('talk', group.token)
    const topic = group.say(alice, 'thread', { threadTitle: 'Plans' })
    const asked = group.say(alice, 'the files', { threadId: topic })
    const one = delivery(group, 'Here.', { replyTo: asked, topic, files: [shelve('a.txt', 'a'), shelve('b.ogg', 'b')] })
    const receipt = await sender.send(one, never)
    await sender.reconcile(one, never)
    const remoteId = receipt.status === 'sent' ? receipt.remoteId : ''
    const broke = (error: unknown) => expect.fail(String(error))
    const mark = createWorkingMark(client, { add() {}, remove() {} }, never, broke)
    mark.open(chat, String(asked))
    mark.close(chat, String(asked))
    createAnsweredQuestions(client, never, broke).settle(chat, 1, remoteId, { instead: 'Over.', beside: [remoteId] })
    await client.rooms(undefined, never)
    await client.rooms(1, never)
    await client.openOneToOne('alice', never)
    await client.messages(group.token, { before: asked, limit: 50 }, never)
    await client.messages(group.token, { after: asked, limit: 100, waitSeconds: 30 }, never)
    await client.markRead(group.token, asked, never)
    const done = (route: string) =>
      server.traffic.calls.some((call) => call.route === route && call.status !== undefined)
    await server.traffic.until('all of it', () => ['unreact', 'delete', 'read'].every(done))

    const ours = server.traffic.calls.filter(({ path }) => path.includes('/apps/spreed/'))
    const problems = ours.flatMap((call) => {
      const { method, path, query, body } = call
      const headers = { 'OCS-APIRequest': call.header('OCS-APIRequest') ?? '' }
      const found = contract?.checkRequest({ method, path, query, headers, ...(body === undefined ? {} : { body }) })
      return (found ?? []).map((what) => `${method} ${path}: ${what}`)
    })
    expect(problems).toEqual([])
    expect(new Set(ours.map(({ route }) => route)).size).toBeGreaterThanOrEqual(12)
  },
)
