import { InputFile } from 'grammy'
import { describe, expect, test } from 'vitest'
import { createTestClock } from '../../support/test-clock.ts'
import { refusal, start } from './client.ts'

const bold = (offset: number, length: number) => ({ entities: [{ type: 'bold' as const, offset, length }] })

describe('what it refuses as the real one does', () => {
  type World = Awaited<ReturnType<typeof start>>
  test.each<[string, (world: World) => Promise<unknown>, string]>([
    ['an empty text', ({ api, chat }) => api.sendMessage(chat.id, ''), '400 Bad Request: message text is empty'],
    ['4,097 units', ({ api, chat }) => api.sendMessage(chat.id, 'x'.repeat(4097)), 'message is too long'],
    ['parse_mode', ({ api, chat }) => api.sendMessage(chat.id, '*x*', { parse_mode: 'MarkdownV2' }), 'parse_mode'],
    ['an entity past the end', ({ api, chat }) => api.sendMessage(chat.id, 'ab', bold(1, 5)), 'ends after the end'],
    ['half a character', ({ api, chat }) => api.sendMessage(chat.id, '😀', bold(0, 1)), 'middle of a UTF-16 symbol'],
    ['a chat nobody knows', ({ api }) => api.sendMessage(999, 'x'), '400 Bad Request: chat not found'],
    [
      'the id of General',
      ({ api, telegram, ana }) => api.sendMessage(telegram.forum({ members: [ana] }).id, 'x', { message_thread_id: 1 }),
      'message thread not found',
    ],
    [
      'a thread that is no topic',
      ({ api, telegram, ana }) => api.sendMessage(telegram.group({ members: [ana] }).id, 'x', { message_thread_id: 5 }),
      'message thread not found',
    ],
    [
      'a reply to nothing',
      ({ api, chat }) => api.sendMessage(chat.id, 'x', { reply_parameters: { message_id: 999 } }),
      'message to be replied not found',
    ],
    [
      'a quote that is not in it',
      ({ api, chat, ana }) => {
        const { message_id } = chat.say(ana, 'roses')
        return api.sendMessage(chat.id, 'x', { reply_parameters: { message_id, quote: 'lilies' } })
      },
      'QUOTE_TEXT_INVALID',
    ],
    [
      'a button of 65 bytes',
      ({ api, chat }) =>
        api.sendMessage(chat.id, 'x', {
          reply_markup: { inline_keyboard: [[{ text: 'x', callback_data: 'x'.repeat(65) }]] },
        }),
      'BUTTON_DATA_INVALID',
    ],
    [
      'a reaction that is not on the list',
      ({ api, chat, ana }) =>
        api.setMessageReaction(chat.id, chat.say(ana, 'hi').message_id, [{ type: 'emoji', emoji: '✅' as never }]),
      'REACTION_INVALID',
    ],
    [
      'a draft in a group',
      ({ api, telegram, ana }) => api.sendMessageDraft(telegram.group({ members: [ana] }).id, 1, 'x'),
      'TEXTDRAFT_PEER_INVALID',
    ],
    [
      'an edit that changes nothing',
      async ({ api, chat }) => {
        const { message_id } = await api.sendMessage(chat.id, 'x')
        return api.editMessageText(chat.id, message_id, 'x')
      },
      'message is not modified',
    ],
    [
      "an edit of somebody else's words",
      ({ api, chat, ana }) => api.editMessageText(chat.id, chat.say(ana, 'x').message_id, 'y'),
      "message can't be edited",
    ],
    [
      'a caption of 1,025',
      ({ api, chat }) =>
        api.sendDocument(chat.id, new InputFile(Buffer.from('x'), 'x.txt'), { caption: 'x'.repeat(1025) }),
      'caption is too long',
    ],
    [
      'a file over 20 MiB',
      ({ api, chat, ana }) => {
        const { document } = chat.say(ana, '', { document: { size: (20 << 20) + 1 } })
        return api.getFile(document?.file_id ?? '')
      },
      'file is too big',
    ],
    [
      'whoever blocked it',
      ({ api, chat, ana }) => {
        chat.expel(ana)
        return api.sendMessage(chat.id, 'x')
      },
      '403 Forbidden: bot was blocked by the user',
    ],
  ])('%s', async (_name, call, expected) => expect(await refusal(call(await start()))).toContain(expected))
})

test('where it counts code points, 4,096 emoji pass', async () => {
  const { api, chat } = await start({ lengthUnit: 'code-points' })
  await api.sendMessage(chat.id, '😀'.repeat(4096))
  expect(await refusal(api.sendMessage(chat.id, '😀'.repeat(4097)))).toContain('message is too long')
})

test('a press is answered once, and not after it has grown old', async () => {
  const clock = createTestClock()
  const { api, ana, chat } = await start({ clock })
  const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] }
  const { message_id } = await api.sendMessage(chat.id, 'May I?', { reply_markup })
  const press = chat.press(ana, { message_id }, 'Yes')
  await api.answerCallbackQuery(press.id, { text: 'fine' })
  expect(await refusal(api.answerCallbackQuery(press.id))).toContain('query is too old')
  const late = chat.press(ana, { message_id }, 'Yes')
  clock.advance(151_000)
  expect(await refusal(api.answerCallbackQuery(late.id))).toContain('query is too old')
})

test('a draft fades after half a minute, and gives way to a message', async () => {
  const clock = createTestClock()
  const { api, chat } = await start({ clock })
  await api.sendMessageDraft(chat.id, 1, 'half')
  expect(chat.draft()?.text).toBe('half')
  clock.advance(30_001)
  expect(chat.draft()).toBeUndefined()
  await api.sendMessageDraft(chat.id, 1, 'half')
  await api.sendMessage(chat.id, 'whole')
  expect(chat.draft()).toBeUndefined()
})

test('a pause is for one chat or for all, and says for how long', async () => {
  const clock = createTestClock()
  const { telegram, api, ana, chat } = await start({ clock })
  const bob = telegram.privateChat(telegram.user({ id: 43, name: 'Bob' }))
  telegram.flood(7, chat)
  expect(await refusal(api.sendMessage(chat.id, 'x'))).toContain('429 Too Many Requests: retry after 7')
  await api.sendMessage(bob.id, 'x')
  clock.advance(7000)
  await api.sendMessage(chat.id, 'x')
  expect(ana.id).toBe(42)
})

test('a fault before is a call that never happened; after, one whose answer is lost', async () => {
  const { telegram, api, chat } = await start()
  telegram.fail('sendMessage', 'reset-before')
  await expect(api.sendMessage(chat.id, 'lost')).rejects.toThrow()
  telegram.fail('sendMessage', 'reset-after')
  await expect(api.sendMessage(chat.id, 'there')).rejects.toThrow()
  expect(chat.answers().map(({ text }) => text)).toEqual(['there'])
})

test('a group that became a supergroup says where it is now', async () => {
  const { telegram, api, ana } = await start()
  const group = telegram.group({ basic: true, members: [ana] })
  const next = telegram.migrate(group, ana)
  const error = await api.sendMessage(group.id, 'x').catch((reason: unknown) => reason)
  expect(error).toMatchObject({ parameters: { migrate_to_chat_id: next.id } })
})
