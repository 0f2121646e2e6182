import { describe, expect, test } from 'vitest'
import { alone, bob, bot, type Case, type Given, line, ours, tell } from '../lines.ts'

describe('what the server notes down', () => {
  const note = (systemMessage: string, extra: Given = {}): Given => ({
    systemMessage,
    messageType: 'system',
    message: 'x',
    ...extra,
  })
  const user = { messageParameters: { user: bot } }
  const edited = { ...line, id: 4, message: 'new words', lastEditTimestamp: 1_794_000_100 }
  const cases: Case[] = [
    ['a deletion', note('message_deleted', { parent: { ...line, id: 4, deleted: true } }), 'deleted 4'],
    ['a message that is gone by now', { messageType: 'comment_deleted', deleted: true }, 'deleted 9'],
    ['an edit', note('message_edited', { parent: edited }), 'edit by Ana: new words'],
    [
      'an edit of what was said to us',
      note('message_edited', { parent: edited, view: alone }),
      'edit by Ana to us: new words',
    ],
    [
      'words put into the mouth of another',
      note('message_edited', { actorId: 'bob', actorDisplayName: 'Bob', parent: edited }),
      'Bob: [changed what Ana wrote]\nnew words | reply to 4',
    ],
    [
      'our own words, changed by a moderator',
      note('message_edited', {
        actorId: 'bob',
        actorDisplayName: 'Bob',
        parent: { ...edited, actorId: 'skein', actorDisplayName: 'Skein' },
      }),
      'Bob: [changed what Skein wrote]\nnew words | reply to 4',
    ],
    ['our own edit', note('message_edited', { actorId: 'skein', parent: edited }), 'nothing'],
    ['a reaction', note('reaction', { message: '👍', parent: ours }), 'users/ana reacts to 5 with 👍'],
    ['a reaction taken back', note('reaction_revoked', { parent: ours }), 'users/ana reacts to 5 with nothing'],
    ['our own reaction', note('reaction', { actorId: 'skein', message: '👀', parent: line }), 'nothing'],
    ['the reaction of a guest', note('reaction', { actorType: 'guests', message: '👍', parent: ours }), 'nothing'],
    ['a cleared history', note('history_cleared'), 'clear'],
    ['we came in', note('user_added', user), 'we are in by users/ana'],
    ['we were taken out', note('user_removed', user), 'we are out by users/ana'],
    ['somebody else came in', note('user_added', { messageParameters: { user: bob } }), 'nothing'],
    ['another name, which the list of rooms tells too', note('conversation_renamed'), 'nothing'],
    ['a call', note('call_started'), 'nothing'],
    ['a file that is gone by now', note('file_shared'), 'nothing'],
    ['what nobody can read', { id: 'none' }, 'unreadable'],
  ]
  test.each(cases)('%s', (_name, given, told) => expect(tell(given)).toBe(told))
})
