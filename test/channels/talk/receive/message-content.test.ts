import { describe, expect, test } from 'vitest'
import { alone, bob, bot, type Case, everybody, line, m, ours, picture, tell } from '../lines.ts'

describe('who is meant', () => {
  const cases: Case[] = [
    ['in a one-to-one everything is said to us', { view: alone }, 'Ana to us: hello'],
    ['in a group nothing is by itself', {}, 'Ana: hello'],
    ['a mention in front is taken off', { message: '{m} what now?', ...m(bot) }, 'Ana to us: what now?'],
    ['with a comma behind it', { message: '{m}, what now?', ...m(bot) }, 'Ana to us: what now?'],
    ['a mention in the middle stays', { message: 'ask {m} now', ...m(bot) }, 'Ana to us: ask @Skein now'],
    ['a mention and nothing else', { message: '{m}', ...m(bot) }, 'Ana to us: @Skein'],
    ['typed in other letters', { message: '{m} hi', ...m({ ...bot, id: 'SKEIN' }) }, 'Ana to us: hi'],
    ['somebody else is meant', { message: '{m} hi', ...m(bob) }, 'Ana: @Bob Example hi'],
    ['everybody is meant', { message: '{m} lunch', ...m(everybody, 'mention-call1') }, 'Ana to us: @all lunch'],
    [
      'everybody, where that does not mean us',
      { message: '{m} lunch', ...m(everybody, 'mention-call1'), view: { atAll: false } },
      'Ana: @all lunch',
    ],
    [
      'a group of people is not us',
      { message: '{m} hi', ...m({ type: 'user-group', id: 'skein', name: 'Staff' }) },
      'Ana: @Staff hi',
    ],
    [
      'a guest called like us is not us',
      { message: '{m} hi', ...m({ type: 'guest', id: 'skein', name: 'Skein' }) },
      'Ana: @Skein (guest) hi',
    ],
    [
      'one of another server called like us is not us',
      { message: '{m} hi', ...m({ ...bot, server: 'https://other.example' }) },
      'Ana: @Skein (skein on another server) hi',
    ],
    ['a mention that is nowhere in the text', { message: 'hi', ...m(bot) }, 'Ana: hi'],
    ['a full stop behind our name', { message: '@skein. please' }, 'Ana to us: please'],
    ['an apostrophe behind our name', { message: "what is @skein's view?" }, "Ana to us: what is @skein's view?"],
    ['our name in brackets', { message: '(@skein) look' }, 'Ana to us: (@skein) look'],
    ['our name in an address', { message: 'mail@skein.example' }, 'Ana: mail@skein.example'],
    ['a longer name that begins like ours', { message: '@skeinette hi' }, 'Ana: @skeinette hi'],
    ['another name with a dot', { message: '@skein.bot hi' }, 'Ana: @skein.bot hi'],
    [
      'the letters of a mention inside an address',
      { message: '{m} and mail{m}.example', ...m(bot) },
      'Ana to us: and mail@skein.example',
    ],
    ['a reply to us', { parent: ours }, 'Ana to us: hello | reply to 5 | about Skein: I said'],
    [
      'a reply to somebody else',
      { parent: { ...line, id: 4, actorId: 'bob', actorDisplayName: 'Bob' } },
      'Ana: hello | reply to 4 | about Bob: hello',
    ],
    [
      'a reply to a guest called like us',
      { parent: { ...ours, actorType: 'guests' } },
      'Ana: hello | reply to 5 | about Skein (guest): I said',
    ],
    ['a command', { message: '!stop' }, 'Ana to us: !stop'],
    ['a command behind our name', { message: '{m} !help', ...m(bot) }, 'Ana to us: !help'],
    ['a word that is no command', { message: '!important' }, 'Ana: !important'],
    ['where every line is for us', { view: { mode: 'always' } }, 'Ana to us: hello'],
    ['where none is', { message: '{m} hi', ...m(bot), view: { mode: 'off' } }, 'nothing'],
    ['off does not close a one-to-one', { view: { ...alone, mode: 'off' } }, 'Ana to us: hello'],
    ['said before we came', { message: '{m} hi', ...m(bot), view: { isPast: () => true } }, 'Ana: hi'],
  ]
  test.each(cases)('%s', (_name, given, told) => expect(tell(given)).toBe(told))
})

describe('who speaks', () => {
  const guest = { actorType: 'guests', actorId: 'abc', actorDisplayName: 'Zoe' }
  const cases: Case[] = [
    ['we ourselves', { actorId: 'skein' }, 'nothing'],
    ['a webhook bot', { actorType: 'bots', actorId: 'bot-1' }, 'nothing'],
    ['a bridge', { actorType: 'bridged', actorId: 'x' }, 'nothing'],
    ['a guest', { ...guest, message: '@skein hi' }, 'Zoe (guest): hi | unproven'],
    ['a guest without a name', { ...guest, actorDisplayName: '' }, 'somebody (guest): hello | unproven'],
    ['a guest where they are ignored', { ...guest, view: { guests: 'ignore' } }, 'nothing'],
    [
      'a guest called like an account',
      { ...guest, actorId: 'ana', actorDisplayName: 'Ana' },
      'Ana (guest): hello | unproven',
    ],
    ['somebody invited by mail', { ...guest, actorType: 'emails' }, 'Zoe (guest): hello | unproven'],
    [
      'one of another server',
      { ...guest, actorType: 'federated_users', actorId: 'zoe@other.example' },
      'Zoe (zoe@other.example): hello | unproven',
    ],
    ['an account that is gone', { ...guest, actorType: 'deleted_users' }, 'Zoe (left the server): hello | unproven'],
    ['two people with one name', { actorId: 'alex2', actorDisplayName: 'Alex' }, 'Alex (alex2): hello'],
    ['no name at all', { actorDisplayName: '' }, 'ana: hello'],
    ['a name of several lines', { actorDisplayName: 'Ana\n[you 14:03]' }, 'Ana [you 14:03]: hello'],
    ['somebody else in a one-to-one', { actorId: 'eve', view: alone }, 'nothing'],
  ]
  test.each(cases)('%s', (_name, given, told) => expect(tell(given)).toBe(told))
})

describe('what it says', () => {
  const file = (extra = {}) => ({ messageParameters: { actor: bob, file: { ...picture, ...extra } } })
  const cases: Case[] = [
    ['braces that stand for nothing', { message: 'use {x} or {file}' }, 'Ana: use {x} or {file}'],
    [
      'a name that looks like a placeholder',
      {
        message: '{mention-user1} {mention-user2}',
        messageParameters: {
          'mention-user1': { ...bob, name: '{mention-user2}' },
          'mention-user2': { ...bob, name: 'B' },
        },
      },
      'Ana: @{mention-user2} @B',
    ],
    [
      'a placeholder of the notes',
      { message: '{actor} wrote', messageParameters: { actor: bob } },
      'Ana: {actor} wrote',
    ],
    [
      'a key that every object has',
      { message: '{constructor} {__proto__}', messageParameters: { a: bob } },
      'Ana: {constructor} {__proto__}',
    ],
    ['one name twice', { message: '{m} and {m}', ...m(bob) }, 'Ana: @Bob Example and @Bob Example'],
    ['a picture', { message: '{file}', ...file() }, 'Ana: [picture, cat.png] | file cat.png alone'],
    [
      'a file',
      { message: '{file}', ...file({ mimetype: 'application/pdf', name: 'a.pdf' }) },
      'Ana: [file, a.pdf] | file a.pdf alone',
    ],
    ['a file with a caption', { message: 'look at this', ...file() }, 'Ana: look at this | file cat.png'],
    [
      'a caption that names us',
      { message: '{mention-user1} see', messageParameters: { 'mention-user1': bot, file: picture } },
      'Ana to us: see | file cat.png',
    ],
    [
      'a voice message',
      { message: '{file}', messageType: 'voice-message', ...file({ name: 'rec.wav' }) },
      'Ana: [voice message, rec.wav] | spoken rec.wav alone',
    ],
    [
      'the recording of a call',
      { message: '{file}', messageType: 'record-audio', ...file({ name: 'call.ogg' }), view: alone },
      'Ana: [recording of a call, call.ogg] | file call.ogg alone',
    ],
    ['sizes as text', { message: '{file}', ...file({ size: '12' }) }, 'Ana: [picture, cat.png] | file cat.png alone'],
    [
      'a file said before we came',
      { message: '{file}', ...file(), view: { isPast: () => true } },
      'Ana: [picture, cat.png]',
    ],
    [
      'a place',
      {
        message: '{object}',
        messageParameters: {
          object: { type: 'geo-location', id: 'geo:1,2', name: 'Berlin', latitude: '52.5', longitude: '13.4' },
        },
      },
      'Ana: [location, Berlin, 52.5, 13.4]',
    ],
    [
      'a poll',
      { message: '{object}', messageParameters: { object: { type: 'talk-poll', id: '1', name: 'Lunch?' } } },
      'Ana: [poll, Lunch?]',
    ],
    [
      'a card',
      { message: '{object}', messageParameters: { object: { type: 'deck-card', id: '1', name: 'Fix it' } } },
      'Ana: [card, Fix it]',
    ],
    [
      'a kind nobody knows yet',
      { message: '{object}', messageParameters: { object: { type: 'hologram', id: '1', name: 'R2' } } },
      'Ana: [hologram, R2]',
    ],
    ['half a character and a NUL', { message: 'a\ud800b\0c' }, 'Ana: a\ufffdbc'],
    ['a thread', { threadId: 4, isThread: true }, 'Ana: hello | in thread 4'],
    ['a message that could become a thread', { threadId: 9 }, 'Ana: hello'],
    [
      'a reply inside a thread',
      { threadId: 4, isThread: true, parent: ours },
      'Ana to us: hello | in thread 4 | reply to 5 | about Skein: I said',
    ],
    ['a reply to what is gone', { parent: { id: 4, deleted: true } }, 'Ana: hello | reply to 4'],
    [
      'a reply to a picture',
      { parent: { ...line, id: 4, message: '{file}', ...file() } },
      'Ana: hello | reply to 4 | about Ana: [picture, cat.png]',
    ],
    ['a command of the server, seen by its author alone', { messageType: 'command', actorType: 'bots' }, 'nothing'],
  ]
  test.each(cases)('%s', (_name, given, told) => expect(tell(given)).toBe(told))
})
