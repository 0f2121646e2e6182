import { expect, test } from 'vitest'
import { createTestClock } from '../../support/test-clock.ts'
import { spreed, start } from './client.ts'

test('an edit is for a day, for who wrote it, and only where the server has it', async () => {
  const clock = createTestClock()
  const { lab, skein, alice, bot } = await start({ version: 19, clock })
  const id = lab.say(skein, 'one')
  const edit = (message: number, text: string) =>
    bot('PUT', `${spreed}/v1/chat/${lab.token}/${message}`, { message: text })
  expect(await edit(id, 'two @alice')).toMatchObject({
    status: 200,
    data: { systemMessage: 'message_edited', parent: { id, message: 'two {mention-user1}', lastEditActorId: 'skein' } },
  })
  expect(await edit(lab.say(alice, 'hers'), 'mine')).toMatchObject({ status: 403 })
  clock.advance(24 * 3600_000 + 1000)
  expect(await edit(id, 'three')).toMatchObject({ status: 400 })
  const old = await start({ version: 17 })
  expect(await old.bot('PUT', `${spreed}/v1/chat/${old.lab.token}/1`, { message: 'x' })).toMatchObject({
    status: 405,
    body: '',
  })
})

test('captions, replies and threads of files are read from Talk 18 on, and dropped before', async () => {
  const share = async (version: 17 | 22) => {
    const { lab, alice, skein, bot } = await start({ version })
    const asked = lab.say(alice, 'where is it?')
    await bot('PUT', '/remote.php/dav/files/skein/a.md', 'x')
    const talkMetaData = JSON.stringify({ caption: 'here @alice', replyTo: asked, silent: true })
    const body = { shareType: 10, shareWith: lab.token, path: '/a.md', referenceId: 'r', talkMetaData }
    expect(await bot('POST', '/ocs/v2.php/apps/files_sharing/api/v1/shares', body)).toMatchObject({ status: 200 })
    const [message] = lab.saidBy(skein)
    return { message: message?.message, parent: message?.parent?.id === asked, silent: message?.silent }
  }
  expect(await share(17)).toEqual({ message: '{file}', parent: false, silent: undefined })
  expect(await share(22)).toEqual({ message: 'here {mention-user1}', parent: true, silent: true })
})

test('a thread is named by what belongs to it, and a reply goes where its target is', async () => {
  const { lab, alice, skein, bot } = await start({ version: 22 })
  const root = lab.say(alice, 'plans', { threadTitle: 'Plans' })
  const send = (body: object) => bot('POST', `${spreed}/v1/chat/${lab.token}`, { message: 'x', ...body })
  expect((await send({ threadId: root })).data).toMatchObject({ threadId: root })
  expect((await send({ replyTo: root })).data).toMatchObject({ threadId: root, parent: { id: root } })
  expect((await send({})).data).not.toHaveProperty('threadId')
  expect(await send({ threadId: lab.say(alice, 'no thread') })).toMatchObject({
    status: 400,
    data: { error: 'reply-to' },
  })
  expect(lab.message(root, skein)).toMatchObject({ isThread: true, threadTitle: 'Plans', threadReplies: 2 })
  const only = await bot(
    'GET',
    `${spreed}/v1/chat/${lab.token}?lookIntoFuture=1&timeout=0&lastKnownMessageId=${root}&threadId=${root}`,
  )
  expect((only.data as { threadId: number }[]).map(({ threadId }) => threadId)).toEqual([root, root, root])
})

test('an attachment is posted once: its draft is not there any more', async () => {
  const { talk, lab, alice, skein, bot } = await start({ version: 24 })
  const folder = await bot('POST', `${spreed}/v1/chat/${lab.token}/attachment/folder`, { fileNames: ['a.md'] })
  const draft = (folder.data as { folder: string }).folder
  await bot('PUT', `/remote.php/dav/files/skein/${draft}/u1`, 'one')
  const post = (path: string) =>
    bot('POST', `${spreed}/v1/chat/${lab.token}/attachment`, { filePath: path, referenceId: 'r', fileName: 'a.md' })
  expect(await post(`${draft}/u1`)).toMatchObject({ status: 200, data: { renames: [{ 'a.md': 'a.md' }] } })
  expect(await post(`${draft}/u1`)).toMatchObject({ status: 404 })
  await bot('PUT', '/remote.php/dav/files/skein/loose.md', 'x')
  expect(await post('loose.md')).toMatchObject({ status: 422 })
  expect(lab.saidBy(skein)).toMatchObject([{ referenceId: 'r' }])
  await bot('PUT', `/remote.php/dav/files/skein/${draft}/u2`, 'two')
  expect((await post(`${draft}/u2`)).data).toEqual({ renames: [{ 'a.md': 'a (1).md' }] })
  expect(lab.saidBy(alice)).toEqual([])
  talk.state.hasSubfolders = false
  expect(await post(`${draft}/u2`)).toMatchObject({ status: 501 })
})

test('reacting is a right of its own', async () => {
  const { lab, alice, skein, bot } = await start({ version: 24 })
  const id = lab.say(alice, 'x')
  lab.permit(skein, 1 | 128)
  expect(await bot('POST', `${spreed}/v1/reaction/${lab.token}/${id}`, { reaction: '👀' })).toMatchObject({
    status: 403,
  })
  expect(await bot('POST', `${spreed}/v1/chat/${lab.token}`, { message: 'x' })).toMatchObject({ status: 201 })
})

test('through the login flow a program gets a password once somebody agreed, and once only', async () => {
  const { talk, alice, as } = await start()
  const begun = (await as(undefined)('POST', '/index.php/login/v2')).body as { poll: { token: string }; login: string }
  const poll = () => as(undefined)('POST', '/login/v2/poll', { token: begun.poll.token })
  expect(await poll()).toMatchObject({ status: 404, body: [] })
  talk.grant(begun.login, alice)
  const got = (await poll()).body as { loginName: string; appPassword: string }
  expect(got.loginName).toBe('alice')
  expect(await as({ ...alice, appPassword: got.appPassword })('GET', `${spreed}/v4/room`)).toMatchObject({
    status: 200,
  })
  expect(await poll()).toMatchObject({ status: 404 })
})
