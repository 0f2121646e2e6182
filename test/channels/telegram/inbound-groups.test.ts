import { describe, expect, test } from 'vitest'
import { alone, among, ana, bob, entity, group, home, tell, us } from './updates.ts'

const photo = [{ file_id: 'large' }]
const bot = { id: 99, is_bot: true, first_name: 'Other', username: 'other_bot' }
const channel = { id: -1009, type: 'channel', title: 'News' }

describe('in a group', () => {
  const mention = { entities: [entity('mention', 0, 10)] }
  test.each<[string, unknown, string]>([
    ['what is said among others is context', among({ text: 'nice weather' }), 'Ana (42): nice weather'],
    ['a mention', among({ text: '@skein_bot what now?', ...mention }), 'Ana (42) to us: what now?'],
    ['a mention in any case', among({ text: '@Skein_Bot: hi', ...mention }), 'Ana (42) to us: hi'],
    [
      'a mention in the middle',
      among({ text: 'ask @skein_bot', entities: [entity('mention', 4, 10)] }),
      'Ana (42) to us: ask @skein_bot',
    ],
    [
      'a mention in a caption',
      among({ photo, caption: '@skein_bot?', caption_entities: [entity('mention', 0, 10)] }),
      'Ana (42) to us: ? | file photo.jpg',
    ],
    [
      'a mention without a username',
      among({ text: 'Skein hi', entities: [entity('text_mention', 0, 5, { user: us })] }),
      'Ana (42) to us: hi',
    ],
    ['a mention of somebody else', among({ text: '@other_bot hi', ...mention }), 'Ana (42): @other_bot hi'],
    ['our name without a mention', among({ text: '@skein_bot hi' }), 'Ana (42): @skein_bot hi'],
    [
      'a reply to us',
      among({ text: 'thanks', reply_to_message: { message_id: 4, from: us, text: 'Done.' } }),
      'Ana (42) to us: thanks | reply to 4 | quote Skein: Done.',
    ],
    [
      'a command for us',
      among({ text: '/stop@skein_bot', entities: [entity('bot_command', 0, 15)] }),
      'Ana (42) to us: /stop@skein_bot',
    ],
    [
      'a command of ours for nobody',
      among({ text: '/stop', entities: [entity('bot_command', 0, 5)] }),
      'Ana (42) to us: /stop',
    ],
    [
      'a command for another bot',
      among({ text: '/stop@other_bot', entities: [entity('bot_command', 0, 15)] }),
      'Ana (42): /stop@other_bot',
    ],
    [
      'a path that looks like a command',
      among({ text: '/etc is full', entities: [entity('bot_command', 0, 4)] }),
      'Ana (42): /etc is full',
    ],
    [
      'a mention inside a forward',
      among({ text: '@skein_bot hi', ...mention, forward_origin: { type: 'user', sender_user: bob } }),
      'Ana (42): [forwarded from Bob Ray]\n@skein_bot hi | words of Bob Ray | part of forward',
    ],
    [
      'a mention by an anonymous admin',
      among({
        text: '@skein_bot hi',
        ...mention,
        from: { id: 1087968824, is_bot: true, first_name: 'Group' },
        sender_chat: group,
      }),
      'Garden (-1001): hi',
    ],
    [
      'a mention by a channel',
      among({
        text: '@skein_bot hi',
        ...mention,
        from: { id: 136817688, is_bot: true, first_name: 'Channel' },
        sender_chat: channel,
      }),
      'News (-1009): hi',
    ],
  ])('%s', (_name, update, expected) => expect(tell(update)).toBe(expected))

  test('where everything is for us, all of it is, but for what is for another bot', () => {
    expect(tell(among({ text: 'nice weather' }), 'always')).toBe('Ana (42) to us: nice weather')
    expect(tell(among({ text: '/stop@other_bot', entities: [entity('bot_command', 0, 15)] }), 'always')).toBe(
      'Ana (42): /stop@other_bot',
    )
  })

  test('where we are off, nothing is kept', () => {
    expect(tell(among({ text: '@skein_bot hi', ...mention }), 'off')).toBe('nothing')
  })
})

test('another name of a group is told, whoever gave it', () => {
  expect(tell(among({ new_chat_title: 'The\n boat' }))).toBe('renamed The boat')
  expect(tell(among({ new_chat_title: 'The boat', from: bot }))).toBe('renamed The boat')
})

describe('none of our business', () => {
  test.each<[string, unknown]>([
    ['a bot', alone({ text: 'hi', from: bot, chat: { ...home, id: 99 } })],
    ['a bot in a group', among({ text: 'hi', from: bot })],
    ['a post in a channel', { update_id: 1, channel_post: { message_id: 9, date: 1, chat: channel, text: 'hi' } }],
    ['a channel as a chat', among({ text: 'hi', chat: channel })],
    ['a guest message', alone({ text: 'hi', guest_query_id: 'g' })],
    ['a guest update', { update_id: 1, guest_message: { message_id: 9, date: 1, chat: home, from: ana, text: 'hi' } }],
    ['a business message', alone({ text: 'hi', business_connection_id: 'b' })],
    ['a private chat under another name', alone({ text: 'hi', from: bob })],
    ['nobody at all', alone({ text: 'hi', from: undefined })],
    ['a new member', among({ new_chat_members: [bob] })],
    ['a pin', among({ pinned_message: { message_id: 3 } })],
    ['a topic that is opened', among({ forum_topic_created: { name: 'Roses' } })],
    ['a payment', alone({ successful_payment: {} })],
    ['a kind of update we never asked for', { update_id: 1, poll: { id: 'p' } }],
  ])('%s', (_name, update) => expect(tell(update)).toBe('nothing'))
})
