import { expect, test } from 'vitest'
import type { Author } from '../../../../src/domain/message.ts'
import { toWireFound } from '../../../../src/web/routes/chats/search-api.ts'
import { chatOf } from '../../world.ts'

const shown = (author: Author, text: string, ...sought: string[]) =>
  toWireFound(
    {
      id: 1,
      chat: chatOf('house'),
      at: new Date(0),
      author,
      who: 'Skein',
      trust: 'owner',
      chatTitle: '',
      text,
      files: [],
      otherBranch: undefined,
    },
    (word) => sought.includes(word),
  )
    .pieces.map((piece) => (piece.hit ? `<${piece.text}>` : piece.text))
    .join('')

test.each<[Author, string, string]>([
  ['bot', '## Paint\n\n- the **hall** is `white`\n- [see](https://a.test)', 'Paint the <hall> is white see'],
  ['bot', 'Run:\n```sh\npaint hall\n```', 'Run: paint <hall>'],
  // Found in where a link leads: without it nobody would know why.
  ['bot', 'As it is [there](https://a.test/hall) **now**', 'As it is [there](https://a.test/<hall>) **now**'],
  // What people type is theirs.
  ['human', 'the **hall** costs 3 * 4', 'the **<hall>** costs 3 * 4'],
])('of a line of a %s, %j, one reads %j', (author, text, read) => expect(shown(author, text, 'hall')).toBe(read))
