import { describe, expect, test } from 'vitest'
import { spreed, start } from './client.ts'
import { type Contract, readContract } from './contract.ts'

const contract = readContract()
if (contract === undefined) console.warn('left out: the description of Talk is not beside this project')

type World = Awaited<ReturnType<typeof start>>
type Asked = [method: string, path: string, body?: unknown]

/** Calls of what is newer than the recordings, with what comes before each. */
const asked: Record<string, (world: World) => Asked | Promise<Asked>> = {
  'the list of rooms': () => ['GET', `${spreed}/v4/room?noStatusUpdate=1&modifiedSince=0`],
  'a room': ({ lab }) => ['GET', `${spreed}/v4/room/${lab.token}`],
  'who is in it': ({ lab }) => ['GET', `${spreed}/v4/room/${lab.token}/participants`],
  'opening a one-to-one': () => ['POST', `${spreed}/v4/room`, { roomType: 1, invite: 'bob' }],
  'a message': ({ lab }) => [
    'POST',
    `${spreed}/v1/chat/${lab.token}`,
    { message: 'hi @all', referenceId: 'r', silent: true },
  ],
  'a reply': ({ lab, alice }) => [
    'POST',
    `${spreed}/v1/chat/${lab.token}`,
    { message: 'hi', replyTo: lab.say(alice, 'x') },
  ],
  'a reply to nothing': ({ lab }) => ['POST', `${spreed}/v1/chat/${lab.token}`, { message: 'hi', replyTo: 9999 }],
  'an empty message': ({ lab }) => ['POST', `${spreed}/v1/chat/${lab.token}`, { message: ' ' }],
  'a message that is too long': ({ lab }) => [
    'POST',
    `${spreed}/v1/chat/${lab.token}`,
    { message: 'x'.repeat(32_001) },
  ],
  'a new thread': ({ lab }) => ['POST', `${spreed}/v1/chat/${lab.token}`, { message: 'hi', threadTitle: 'Plans' }],
  'a message into a thread': ({ lab, alice }) => [
    'POST',
    `${spreed}/v1/chat/${lab.token}`,
    { message: 'hi', threadId: lab.say(alice, 'x', { threadTitle: 'Plans' }) },
  ],
  'a message into no thread': ({ lab, alice }) => [
    'POST',
    `${spreed}/v1/chat/${lab.token}`,
    { message: 'hi', threadId: lab.say(alice, 'x') },
  ],
  'an edit': ({ lab, skein }) => ['PUT', `${spreed}/v1/chat/${lab.token}/${lab.say(skein, 'x')}`, { message: 'y' }],
  "an edit of somebody else's": ({ lab, alice }) => [
    'PUT',
    `${spreed}/v1/chat/${lab.token}/${lab.say(alice, 'x')}`,
    { message: 'y' },
  ],
  'an edit of what is not there': ({ lab }) => ['PUT', `${spreed}/v1/chat/${lab.token}/9999`, { message: 'y' }],
  'a deletion': ({ lab, skein }) => ['DELETE', `${spreed}/v1/chat/${lab.token}/${lab.say(skein, 'x')}`],
  "a deletion of somebody else's": ({ lab, alice }) => [
    'DELETE',
    `${spreed}/v1/chat/${lab.token}/${lab.say(alice, 'x')}`,
  ],
  'a reaction': ({ lab, alice }) => [
    'POST',
    `${spreed}/v1/reaction/${lab.token}/${lab.say(alice, 'x')}`,
    { reaction: '👀' },
  ],
  'a reaction taken back': ({ lab, alice, skein }) => {
    const id = lab.say(alice, 'x')
    lab.react(skein, id, '👀')
    return ['DELETE', `${spreed}/v1/reaction/${lab.token}/${id}?reaction=%F0%9F%91%80`]
  },
  'the read marker': ({ lab, alice }) => [
    'POST',
    `${spreed}/v1/chat/${lab.token}/read`,
    { lastReadMessage: lab.say(alice, 'x') },
  ],
  'the chat with everything in it': ({ lab, alice, bob, skein }) => {
    const root = lab.say(alice, 'x @skein @all', { threadTitle: 'Plans' })
    lab.say(bob, 'y', { replyTo: root, silent: true })
    lab.share(alice, { name: 'a.png', caption: 'look @skein' })
    lab.share(bob, { name: 'a.wav', voice: true })
    lab.react(skein, root, '👀')
    lab.edit(alice, root, 'z')
    lab.remove(bob, lab.say(bob, 'gone'))
    return [
      'GET',
      `${spreed}/v1/chat/${lab.token}?lookIntoFuture=1&timeout=0&lastKnownMessageId=0&limit=200&setReadMarker=0&includeLastKnown=0&noStatusUpdate=1&markNotificationsAsRead=0`,
    ]
  },
  'around a message': ({ lab, alice }) => [
    'GET',
    `${spreed}/v1/chat/${lab.token}/${lab.say(alice, 'x')}/context?limit=5`,
  ],
  'recent threads': ({ lab, alice }) => {
    lab.say(alice, 'x', { threadTitle: 'Plans' })
    return ['GET', `${spreed}/v1/chat/${lab.token}/threads/recent?limit=5`]
  },
  'a thread': ({ lab, alice, bob }) => {
    const root = lab.say(alice, 'x', { threadTitle: 'Plans' })
    lab.say(bob, 'y', { threadId: root })
    return ['GET', `${spreed}/v1/chat/${lab.token}/threads/${root}`]
  },
  'no thread': ({ lab }) => ['GET', `${spreed}/v1/chat/${lab.token}/threads/9999`],
  'a folder for attachments': ({ lab }) => [
    'POST',
    `${spreed}/v1/chat/${lab.token}/attachment/folder`,
    { fileNames: ['a.md'] },
  ],
  'no folder for attachments': ({ talk, lab }) => {
    talk.state.hasSubfolders = false
    return ['POST', `${spreed}/v1/chat/${lab.token}/attachment/folder`, { fileNames: ['a.md'] }]
  },
  'an attachment': async ({ lab, bot }) => {
    const { folder } = (await bot('POST', `${spreed}/v1/chat/${lab.token}/attachment/folder`, {})).data as {
      folder: string
    }
    await bot('PUT', `/remote.php/dav/files/skein/${folder}/tmp`, 'hello')
    const meta = JSON.stringify({ caption: 'here', messageType: 'comment' })
    return [
      'POST',
      `${spreed}/v1/chat/${lab.token}/attachment`,
      { filePath: `${folder}/tmp`, referenceId: 'r', fileName: 'a.md', talkMetaData: meta },
    ]
  },
  'an attachment that is not there': ({ lab }) => [
    'POST',
    `${spreed}/v1/chat/${lab.token}/attachment`,
    { filePath: 'Talk/nothing', referenceId: 'r' },
  ],
  'what the bot may do': ({ lab }) => ['GET', `${spreed}/v4/room/${lab.token}/participants?includeStatus=true`],
}

describe.skipIf(contract === undefined)('Talk 24 answers as it is described', () => {
  test.each(Object.entries(asked))('%s', async (_name, ask) => {
    const world = await start({ version: 24 })
    const [method, path, body] = await ask(world)
    const url = new URL(path, world.talk.url())
    const got = await world.bot(method, path, body)
    const call = {
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { 'OCS-APIRequest': 'true' },
      ...(body === undefined ? {} : { body }),
    }
    expect((contract as Contract).checkRequest(call)).toEqual([])
    expect((contract as Contract).checkAnswer(call, got.status, got.header, got.body)).toEqual([])
  })

  test('its capabilities', async () => {
    const { bot } = await start({ version: 24 })
    const got = await bot('GET', '/ocs/v2.php/cloud/capabilities')
    const { capabilities } = got.data as { capabilities: { spreed: unknown } }
    expect((contract as Contract).checkNamed('Capabilities', capabilities.spreed)).toEqual([])
  })

  test('and the check sees what is wrong with a request', () => {
    const path = `${spreed}/v1/chat/abcd1234`
    const check = (contract as Contract).checkRequest
    const headers = { 'OCS-APIRequest': 'true' }
    expect(check({ method: 'POST', path, headers, body: { text: 'x' } })).toEqual([
      'body.message is missing',
      'nobody knows body.text',
    ])
    expect(check({ method: 'POST', path, body: { message: 'x', replyTo: '5' } })).toEqual([
      'OCS-APIRequest is missing',
      'body.replyTo is no integer',
    ])
    expect(check({ method: 'GET', path, headers, query: { lookIntoFuture: '1', limt: '5' } })).toEqual([
      'nobody knows the parameter limt',
    ])
    expect(check({ method: 'PATCH', path, headers })).toEqual([`PATCH ${path} is not described`])
  })
})
