import { expect, test } from 'vitest'
import { examineTelegram } from '../../../src/channels/telegram/wire/doctor.ts'
import { keyboard } from '../../../src/channels/telegram/wire/inline-keyboard.ts'
import { NotStoredError } from '../../../src/domain/errors.ts'
import { createTelegram } from '../../peers/telegram/telegram.ts'
import { delivery, startRig } from './rig.ts'

async function ask() {
  const rig = await startRig()
  const ana = rig.telegram.user({ id: 42, name: 'Ana' })
  const bob = rig.telegram.user({ id: 43, name: 'Bob' })
  const group = rig.telegram.group({ members: [ana, bob] })
  const buttons = [
    { label: 'Yes', data: 'q:1:yes' },
    { label: 'No', data: 'q:1:no' },
  ]
  await rig.channel.send({ ...delivery(rig.channel, group, 'May I?'), buttons }, rig.signal)
  const question = group.answers()[0]
  if (!question) throw new Error('nothing was asked')
  return { ...rig, ana, bob, group, question: { message_id: question.id } }
}

test('a press is stored, answered at once, and takes its buttons away when it settled the matter', async () => {
  const { inbox, telegram, group, ana, question } = await ask()
  inbox.decide = () => ({ status: 'pressed', said: 'Allowed.', done: true })
  const press = group.press(ana, question, 'Yes')
  await telegram.until('the buttons gone', () => group.answers()[0]?.buttons.length === 0)
  expect(press.answer?.text).toBe('Allowed.')
  expect(inbox.events.at(-1)).toMatchObject({
    kind: 'press',
    data: 'q:1:yes',
    sender: { channel: 'telegram', id: '42' },
  })
})

test('a press of somebody it does not concern is answered, and settles nothing', async () => {
  const { inbox, telegram, group, bob, question } = await ask()
  const press = group.press(bob, question, 'No')
  await telegram.called('answerCallbackQuery')
  expect(press.answer?.text).toMatch(/cannot use this button/)
  inbox.languageIn = () => 'de'
  const again = group.press(bob, question, 'No')
  await telegram.called('answerCallbackQuery', 2)
  expect(again.answer?.text).toMatch(/kannst du nicht benutzen/)
  expect(group.answers()[0]?.buttons).toEqual([['Yes', 'No']])
})

test('a press that could not be stored is not answered, and comes again', async () => {
  const { inbox, telegram, group, ana, question } = await ask()
  let tries = 0
  inbox.decide = () => {
    if (++tries < 3) throw new NotStoredError('the disk is full')
    return { status: 'pressed', said: 'Allowed.', done: true }
  }
  const press = group.press(ana, question, 'Yes')
  await telegram.called('answerCallbackQuery')
  expect(press.answer?.text).toBe('Allowed.')
  expect(tries).toBe(3)
})

test('a button that the platform would refuse is refused where it is made', () => {
  expect(() => keyboard([{ label: 'Yes', data: 'ü'.repeat(33) }])).toThrow(/1 to 64 bytes/)
  expect(() => keyboard([{ label: 'Yes', data: '' }])).toThrow(/1 to 64 bytes/)
  expect(keyboard([{ label: 'Yes', data: 'ü'.repeat(32) }]).inline_keyboard).toHaveLength(1)
})

const commands = [
  { name: 'stop', summary: 'stop what I am doing' },
  { name: 'config', summary: 'set something', ownerOnly: true },
  { name: 'Not-a-name', summary: 'cannot be shown' },
]

test('commands are shown by kind of chat and language, and written only when they changed', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  telegram.privateChat(telegram.user({ id: 42, name: 'Ana' }))
  const menus = () => [{ commands }, { language: 'de' as const, commands: [{ name: 'stop', summary: 'anhalten' }] }]
  const channel = { menus, owners: () => [42] }
  const first = await startRig({ telegram, channel })
  await telegram.called('setMyCommands', 6)
  expect(
    telegram
      .commandLists()
      .map(({ scope, language, commands: list }) => [scope.type, language, list.map(({ command }) => command).join()]),
  ).toEqual([
    ['all_private_chats', '', 'stop'],
    ['all_private_chats', 'de', 'stop'],
    ['all_group_chats', '', 'stop'],
    ['all_group_chats', 'de', 'stop'],
    ['chat', '', 'stop,config'],
    ['chat', 'de', 'stop'],
  ])
  await first.stop()
  const second = await startRig({ telegram, channel })
  await telegram.called('getMyCommands', 12)
  await second.stop()
  expect(telegram.callsOf('setMyCommands')).toHaveLength(6)
})

test('an owner who has never written gets their own list with the first thing they write', async () => {
  const telegram = await createTelegram({ secondMs: 20 })
  await startRig({ telegram, channel: { menus: () => [{ commands }], owners: () => [42] } })
  await telegram.until('the refusal', () => telegram.callsOf('getMyCommands')[2]?.outcome?.ok === false)
  const ana = telegram.user({ id: 42, name: 'Ana' })
  telegram.privateChat(ana).say(ana, 'hello')
  await telegram.until('her list', () => telegram.commandLists().some(({ scope }) => scope.type === 'chat'))
})

test('the doctor tells of the token, the webhook and what the bot hears in groups', async () => {
  const never = new AbortController().signal
  const telegram = await createTelegram()
  const options = { token: telegram.token(), apiRoot: telegram.url() }
  expect(await examineTelegram(options, never)).toMatchObject([
    { verdict: 'ok', says: { en: '@skein_test_bot answers', de: '@skein_test_bot antwortet' } },
    {
      verdict: 'note',
      says: { en: expect.stringContaining('/setprivacy'), de: expect.stringContaining('/setprivacy') },
    },
  ])
  const ana = telegram.user({ id: 42, name: 'Ana' })
  telegram.privateChat(ana)
  expect(await examineTelegram({ ...options, ownerIds: [42, 43] }, never)).toMatchObject([
    {},
    {},
    { verdict: 'ok', says: { en: 'the owner id 42 is Ana' } },
    {
      verdict: 'note',
      says: { en: expect.stringContaining('nobody with the owner id 43 has written to the bot yet') },
    },
  ])
  telegram.fail('getWebhookInfo', { refuse: 500, description: 'Internal' })
  expect(await examineTelegram(options, never)).toMatchObject([{ verdict: 'bad' }])
  telegram.revoke()
  expect(await examineTelegram(options, never)).toEqual([
    {
      verdict: 'bad',
      says: {
        en: 'the token is refused; get the current one from @BotFather',
        de: 'das Token wird abgelehnt; hol dir das aktuelle bei @BotFather',
      },
    },
  ])
  await telegram.down()
  expect(await examineTelegram(options, never)).toMatchObject([
    { verdict: 'bad', says: { en: expect.stringContaining('ECONNREFUSED') } },
  ])
})
