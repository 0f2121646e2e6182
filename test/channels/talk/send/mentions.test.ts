import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defuseCommand, defuseMentions } from '../../../../src/channels/talk/send/markdown-dialect.ts'
import { size } from '../../../support/sizes.ts'

const members = new Set(['alice', 'bob', 'ana maria', 'o.neil@cloud', 'skein'])
const shown = (text: string) => defuseMentions(text, members).replaceAll('\u200b', '·')

const pieces = [
  ['@', '@@', '@all', '@"', '"', 'all', 'Alice', 'alice', 'bob', 'ana maria', 'skein', '`', '```\n', ' ', '\n', '.'],
  [
    "'s",
    '-',
    '(',
    ')',
    '@"group/x"',
    '@"guest/0a"',
    'é',
    'x',
    '7',
    '_',
    '😀',
    'o.neil@cloud',
    '**',
    '/',
    '\u200b',
    '\t',
  ],
].flat()

describe('mentions in what we say', () => {
  test.each([
    ['@all', '@·all'],
    ['hey @all, look', 'hey @·all, look'],
    ['`@all`', '`@·all`'],
    ['```\n@all\n```', '```\n@·all\n```'],
    ['(@alice)', '(@·alice)'],
    ['@Alice and @ALL', '@·Alice and @·ALL'],
    ["@alice's and @bob.", "@·alice's and @·bob."],
    ['@"ana maria" @"all"', '@·"ana maria" @·"all"'],
    ['@o.neil@cloud', '@·o.neil@cloud'],
    [
      '@"group/admins" @"team/x1" @"guest/abc0" @"federated_user/a@b.example"',
      '@·"group/admins" @·"team/x1" @·"guest/abc0" @·"federated_user/a@b.example"',
    ],
    ['@@all', '@@·all'],
    ['-@all .@bob', '-@·all .@·bob'],
    ['@skein', '@·skein'],
  ])('%s calls nobody', (text, expected) => {
    expect(shown(text)).toBe(expected)
    expect(mentionsIn(defuseMentions(text, members))).toEqual([])
  })

  test.each([
    '@all-contributors/cli',
    '@types/node',
    '@Injectable()',
    'alice@example.com',
    'mail@all.example',
    '@"nobody here"',
    '@alicia @bobby',
    'a @ b',
    '@param all',
    '5 @ 3',
    '@allthings',
  ])('%s stays as it is', (text) => expect(defuseMentions(text, members)).toBe(text))

  test('where nobody knows who is there, none is left', () => {
    expect(defuseMentions('@carol and @types/node', undefined).replaceAll('\u200b', '·')).toBe(
      '@·carol and @·types/node',
    )
  })

  test('of any text nothing is left that the server takes for a mention, and nothing is lost', () => {
    const piece = fc.constantFrom(...pieces)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (chosen) => {
        const text = chosen.join('')
        const safe = defuseMentions(text, members)
        expect(mentionsIn(safe)).toEqual([])
        expect(safe.replaceAll('\u200b', '')).toBe(text.replaceAll('\u200b', ''))
      }),
      { numRuns: size(4000, 20_000) },
    )
  })
})

describe('a text that begins with a slash', () => {
  test.each([
    ['/usr/bin', '·/usr/bin'],
    ['  /help', '·/help'],
    ['\n//x', '·//x'],
    ['a /b', 'a /b'],
    ['\u200b/x', '·/x'],
  ])('%j is no command', (text, expected) => {
    expect(defuseCommand(text).replaceAll('\u200b', '·')).toBe(expected)
  })
})

/** By the rules that were seen at a real server: who is called, whatever Markdown makes of the text. */
function mentionsIn(text: string): string[] {
  const rule =
    /(?<![^a-z0-9_\-@.'\s])\B@("(?:guest|email)\/[a-f0-9]+"|"(?:federated_)?(?:group|team|user)\/[a-z0-9_\-@.' /:]+"|"[a-z0-9_\-@.' ]+"|[a-z0-9_\-@.']+)/gi
  return [...text.matchAll(rule)].flatMap(([, name = '']) => {
    const id = name.replaceAll('"', '').toLowerCase()
    return id === 'all' || members.has(id) || id.includes('/') ? [id] : []
  })
}
