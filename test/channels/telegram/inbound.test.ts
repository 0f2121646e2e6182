import { describe, expect, test } from 'vitest'
import { alone, among, ana, bob, entity, tell, us } from './updates.ts'

const photo = [
  { file_id: 'small', file_size: 10 },
  { file_id: 'large', file_size: 999 },
]
const long = 'x'.repeat(4000)
const bot = { id: 99, is_bot: true, first_name: 'Other', username: 'other_bot' }
const channel = { id: -1009, type: 'channel', title: 'News' }
const opening = { message_id: 5, from: ana, forum_topic_created: { name: 'Roses' } }

describe('alone with us', () => {
  test.each<[string, unknown, string]>([
    ['text', alone({ text: 'Hello' }), 'Ana (42) to us: Hello'],
    ['a caption', alone({ photo, caption: 'See this' }), 'Ana (42) to us: See this | file photo.jpg'],
    ['a photo', alone({ photo }), 'Ana (42) to us: [photo] | file photo.jpg'],
    ['an album', alone({ photo, media_group_id: 'a1' }), 'Ana (42) to us: [photo] | part of album | file photo.jpg'],
    ['a live photo', alone({ live_photo: { file_id: 'l' } }), 'Ana (42) to us: [live photo] | file live-photo.mov'],
    [
      'a document',
      alone({ document: { file_id: 'd', file_name: 'tax.pdf' } }),
      'Ana (42) to us: [file, tax.pdf] | file tax.pdf',
    ],
    [
      'an animation',
      alone({ animation: { file_id: 'a', duration: 3 }, document: { file_id: 'a' } }),
      'Ana (42) to us: [animation, 0:03] | file animation.mp4',
    ],
    [
      'a voice message',
      alone({ voice: { file_id: 'v', duration: 72 } }),
      'Ana (42) to us: [voice message, 1:12] | spoken voice.ogg',
    ],
    [
      'a song',
      alone({ audio: { file_id: 'm', duration: 180, performer: 'Nina', title: 'Blue' } }),
      'Ana (42) to us: [audio, Nina – Blue, 3:00] | file audio.mp3',
    ],
    ['a video', alone({ video: { file_id: 'c', duration: 12 } }), 'Ana (42) to us: [video, 0:12] | file video.mp4'],
    [
      'a video message',
      alone({ video_note: { file_id: 'n', duration: 6 } }),
      'Ana (42) to us: [video message, 0:06] | spoken video-message.mp4',
    ],
    [
      'a sticker',
      alone({ sticker: { file_id: 's', emoji: '😀' } }),
      'Ana (42) to us: [sticker 😀] | file sticker.webp',
    ],
    ['a location', alone({ location: { latitude: 52.5, longitude: 13.4 } }), 'Ana (42) to us: [location, 52.5, 13.4]'],
    [
      'a place',
      alone({ venue: { location: { latitude: 1, longitude: 2 }, title: 'Café', address: 'Main St 1' } }),
      'Ana (42) to us: [place, Café, Main St 1, 1, 2]',
    ],
    [
      'a contact',
      alone({ contact: { phone_number: '+491', first_name: 'Bob', last_name: 'Ray' } }),
      'Ana (42) to us: [contact, Bob Ray, +491]',
    ],
    [
      'a poll',
      alone({ poll: { question: 'Tea?', options: [{ text: 'yes' }, { text: 'no' }] } }),
      'Ana (42) to us: [poll, Tea?: yes / no]',
    ],
    [
      'a checklist',
      alone({ checklist: { title: 'Shop', tasks: [{ text: 'milk' }] } }),
      'Ana (42) to us: [checklist, Shop: milk]',
    ],
    ['dice', alone({ dice: { emoji: '🎲', value: 4 } }), 'Ana (42) to us: [🎲 4]'],
    ['a story', alone({ story: { id: 3 } }), 'Ana (42) to us: [story]'],
    ['a piece of a long paste', alone({ text: long }), `Ana (42) to us: ${long} | part of long text`],
    ['a command', alone({ text: '/stop', entities: [entity('bot_command', 0, 5)] }), 'Ana (42) to us: /stop'],
    [
      'a deep link',
      alone({ text: '/start CODE', entities: [entity('bot_command', 0, 6)] }),
      'Ana (42) to us: /start CODE',
    ],
    [
      'a kind that does not exist yet',
      alone({ hologram: { file_id: 'h' } }),
      'Ana (42) to us: [a kind of message I cannot read]',
    ],
    ['an ephemeral message without an id', alone({ message_id: 0, text: 'psst' }), 'Ana (42) to us: psst'],
    ['words with half a character', alone({ text: 'a\ud83d b' }), 'Ana (42) to us: a\ufffd b'],
  ])('%s', (_name, update, expected) => expect(tell(update)).toBe(expected))
})

describe('rich messages are read as text', () => {
  test.each<[string, unknown, string]>([
    [
      'paragraphs',
      [
        { type: 'heading', text: 'Plan', size: 1 },
        { type: 'paragraph', text: ['do ', { type: 'bold', text: 'it' }] },
      ],
      'Plan\ndo it',
    ],
    [
      'lists and boxes',
      [
        {
          type: 'list',
          items: [
            { label: '1.', blocks: [{ type: 'paragraph', text: 'one' }] },
            { label: '', has_checkbox: true, is_checked: true, blocks: [{ type: 'paragraph', text: 'two' }] },
          ],
        },
      ],
      '1. one\n☑ two',
    ],
    [
      'tables',
      [
        {
          type: 'table',
          cells: [
            [{ text: 'a' }, { text: 'b' }],
            [{ text: '1' }, { text: '2' }],
          ],
        },
      ],
      'a | b\n1 | 2',
    ],
    [
      'quotes, formulas and rules',
      [
        { type: 'blockquote', blocks: [{ type: 'paragraph', text: 'so' }] },
        { type: 'divider' },
        { type: 'mathematical_expression', expression: 'E=mc^2' },
      ],
      'so\n———\nE=mc^2',
    ],
    ['pictures', [{ type: 'photo', photo: [] }], '[photo]'],
  ])('%s', (_name, blocks, expected) =>
    expect(tell(alone({ rich_message: { blocks } }))).toBe(`Ana (42) to us: ${expected}`),
  )
})

describe('what points at other words', () => {
  const said = { message_id: 4, from: bob, text: 'Water the roses at dawn' }
  test.each<[string, unknown, string]>([
    [
      'a reply',
      alone({ text: 'why?', reply_to_message: said }),
      'Ana (42) to us: why? | reply to 4 | quote Bob Ray: Water the roses at dawn',
    ],
    [
      'a marked part',
      alone({ text: 'why?', reply_to_message: said, quote: { text: 'at dawn' } }),
      'Ana (42) to us: why? | reply to 4 | quote Bob Ray: at dawn',
    ],
    [
      'a reply to a photo',
      alone({ text: 'nice', reply_to_message: { message_id: 4, from: bob, photo } }),
      'Ana (42) to us: nice | reply to 4 | quote Bob Ray: [photo]',
    ],
    [
      'a reply to something elsewhere',
      alone({
        text: 'this',
        external_reply: { origin: { type: 'user', sender_user: bob } },
        quote: { text: 'at dawn' },
      }),
      'Ana (42) to us: this | quote Bob Ray: at dawn',
    ],
    [
      'a reply to a file elsewhere',
      alone({
        text: 'this',
        external_reply: { origin: { type: 'channel', chat: channel }, document: { file_id: 'd', file_name: 'a.pdf' } },
      }),
      'Ana (42) to us: this | quote News: [file, a.pdf]',
    ],
    [
      'a forward of a person',
      alone({ text: '/stop', forward_origin: { type: 'user', sender_user: bob } }),
      'Ana (42) to us: [forwarded from Bob Ray]\n/stop | words of Bob Ray | part of forward',
    ],
    [
      'a forward of somebody hidden',
      alone({ text: 'hi', forward_origin: { type: 'hidden_user', sender_user_name: 'Zed' } }),
      'Ana (42) to us: [forwarded from Zed]\nhi | words of Zed | part of forward',
    ],
    [
      'a forward of a channel',
      alone({ text: 'hi', forward_origin: { type: 'channel', chat: channel } }),
      'Ana (42) to us: [forwarded from News]\nhi | words of News | part of forward',
    ],
    [
      'what another bot put into her mouth',
      alone({ text: 'hi', via_bot: bot }),
      'Ana (42) to us: [forwarded from Other]\nhi | words of Other',
    ],
  ])('%s', (_name, update, expected) => expect(tell(update)).toBe(expected))
})

describe('topics', () => {
  test.each<[string, unknown, string]>([
    [
      'a topic of a forum',
      among({ text: 'hi', message_thread_id: 5, is_topic_message: true }),
      'Ana (42): hi | topic 5',
    ],
    [
      'the reply that every message in a topic is',
      among({ text: 'hi', message_thread_id: 5, is_topic_message: true, reply_to_message: opening }),
      'Ana (42): hi | topic 5',
    ],
    [
      'the same without its mark',
      among({
        text: 'hi',
        message_thread_id: 5,
        is_topic_message: true,
        reply_to_message: { message_id: 5, from: us },
      }),
      'Ana (42): hi | topic 5',
    ],
    ['General, by whatever id', among({ text: 'hi', message_thread_id: 1, is_topic_message: true }), 'Ana (42): hi'],
    [
      'a thread of replies is no topic',
      among({ text: 'hi', message_thread_id: 5, reply_to_message: { message_id: 5, from: bob, text: 'so' } }),
      'Ana (42): hi | reply to 5 | quote Bob Ray: so',
    ],
    [
      'a topic with us alone',
      alone({ text: 'hi', message_thread_id: 8, is_topic_message: true }),
      'Ana (42) to us: hi | topic 8',
    ],
  ])('%s', (_name, update, expected) => expect(tell(update)).toBe(expected))
})
