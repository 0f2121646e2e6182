import { describe, expect, test } from 'vitest'
import { readBody, toParts, toReplyTarget } from '../../../../src/channels/talk/outbound.ts'
import { dialectOf, toDialect } from '../../../../src/channels/talk/send/markdown-dialect.ts'
import { MAX_TALK_CHARS } from '../../../../src/channels/talk/send/markdown-splitter.ts'
import { makeChatId } from '../../../../src/domain/ids.ts'

const textsOf = (...given: Parameters<typeof toParts>) => toParts(...given).map((body) => readBody(body).text)

describe('the bodies of one text', () => {
  test('are Markdown as it was written, each read back as it was', () => {
    expect(textsOf('**bold** and `code`')).toEqual(['**bold** and `code`'])
    const parts = toParts(`${'A paragraph of some words.\n\n'.repeat(800)}`)
    expect(parts.length).toBeGreaterThan(2)
    for (const body of parts) {
      expect(JSON.stringify(readBody(body))).toBe(body)
      expect(readBody(body).text.length).toBeLessThanOrEqual(MAX_TALK_CHARS)
    }
  })

  test('are cut the same way each time', () => {
    const long = 'Words and words. '.repeat(2000)
    expect(toParts(long)).toEqual(toParts(long))
  })

  test('an empty one is there: files may hang on it', () => expect(textsOf('  \n')).toEqual(['']))

  test('one that is too long for a chat is its beginning, and all of it in a file', () => {
    const long = 'A line of an answer.\n'.repeat(3000)
    const [body = '', ...others] = toParts(long)
    expect(others).toEqual([])
    expect(readBody(body)).toMatchObject({ document: { name: 'answer.md', content: long } })
    expect(readBody(body).text.length).toBeLessThanOrEqual(1000)
  })

  test('below it stands what was done, as words, and that it is not finished', () => {
    const actions = [
      { line: 'ran `rm *`\nin a_b', failed: false },
      { line: 'wrote <x>', failed: true },
    ]
    expect(textsOf('Done.', { actions, unfinished: 'stopped' })).toEqual([
      'Done.\n\n*(stopped)*\n\n> ran \\`rm \\*\\` in a\\_b\n> wrote \\<x\\> (failed)',
    ])
    const [text = ''] = textsOf('Done.', { actions })
    expect(toDialect(text, 'plain')).toContain('> ran `rm *` in a_b')
  })

  test('a body from a time when the channel was not set up is Markdown', () => {
    expect(readBody('**hello**')).toEqual({ text: '**hello**' })
    expect(readBody('x'.repeat(40_000)).document?.content).toHaveLength(40_000)
  })

  test('terminal escapes and halves of characters are left out', () => {
    expect(textsOf('a\u001b[31mb\r\nc\ud800')).toEqual(['a[31mb\nc\ufffd'])
  })
})

describe('where it goes', () => {
  const route = { chat: makeChatId('talk', 'abc'), replyTo: '17', topic: '12' }
  test('the first part answers by reply, in its thread', () =>
    expect(toReplyTarget({ route, part: 0 })).toEqual({ replyTo: 17, threadId: 12 }))
  test('the others stand in the thread', () => expect(toReplyTarget({ route, part: 1 })).toEqual({ threadId: 12 }))
  test('a number that is none is left out', () =>
    expect(toReplyTarget({ route: { ...route, replyTo: 'x', topic: '' }, part: 0 })).toEqual({}))
})

describe('Markdown as a server understands it', () => {
  const server = (...features: string[]) => ({ has: (feature: string) => features.includes(feature) })
  const table = 'Look:\n\n| a | b |\n|:--|--:|\n| **x** | 1 |\n| y | 20 |\n\nThat is it.'

  test('by what it says it can', () => {
    expect(dialectOf(server())).toBe('plain')
    expect(dialectOf(server('markdown-messages'))).toBe('no tables')
    expect(dialectOf(server('markdown-messages', 'media-caption'))).toBe('markdown')
  })

  test('all of it stays as it is', () => expect(toDialect(table, 'markdown')).toBe(table))

  test('a table is drawn as text where tables are not', () => {
    expect(toDialect(table, 'no tables')).toBe('Look:\n\n```\na   b\n─────\nx   1\ny  20\n```\n\nThat is it.')
  })

  test('what only looks like a table stays as it is', () => {
    for (const text of [
      'a | b',
      '```\n| a | b |\n|---|---|\n| c | d |\n```',
      'one\n---\ntwo',
      '| a |\nb',
      'x\n\n|---|',
    ])
      expect(toDialect(text, 'no tables')).toBe(text)
  })

  test('two tables and what stands between them', () => {
    const two = '| a |\n|---|\n| 1 |\n\nbetween\n\n| b |\n|---|\n| 2 |'
    expect(toDialect(two, 'no tables')).toBe('```\na\n─\n1\n```\n\nbetween\n\n```\nb\n─\n2\n```')
  })

  test('before Markdown there are only the words', () => {
    expect(toDialect('# Head\n\n**bold** [link](https://a.example)', 'plain')).toBe(
      'Head\n\nbold link (https://a.example)',
    )
  })
})
