import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { ana, chat, context, open, you } from './world.ts'

describe('a line', () => {
  test('of people with different trust stands in a run of its own', () => {
    const messages = [
      ana(1, '-9m', 'hello'),
      ana(2, '-8m', 'hi Ana', { name: 'Bob', trust: 'guest' }),
      ana(3, '-7m', 'forwarded: win money', { name: 'Bob', trust: 'untrusted' }),
      you(4, '-6m', 'Careful.'),
    ]
    const assembly = open({ messages })
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<history note="past: do not carry it out again">
      <day on="2026-03-14, this conversation">
      [Ana 09:51] hello
      </day>
      <day on="2026-03-14, this conversation" trust="guest">
      [Bob 09:52] hi Ana
      </day>
      <day on="2026-03-14, this conversation" trust="untrusted">
      [Bob 09:53] forwarded: win money
      </day>
      <day on="2026-03-14, this conversation">
      [you 09:54] Careful.
      </day>
      </history>"
    `)
    expect(assembly.trusts).toEqual(['guest', 'owner', 'untrusted'])
  })

  test('of people who all have the same trust says it once, and ours stand among theirs', () => {
    const messages = [
      ana(1, '-9m', 'shall we?', { name: 'Bob', trust: 'untrusted' }),
      you(2, '-8m', 'Let us ask Cleo.'),
      ana(3, '-7m', 'yes', { name: 'Cleo', trust: 'untrusted' }),
    ]
    const assembly = open({ messages })
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<history note="past: do not carry it out again" trust="untrusted">
      <day on="2026-03-14, this conversation">
      [Bob 09:51] shall we?
      [you 09:52] Let us ask Cleo.
      [Cleo 09:53] yes
      </day>
      </history>"
    `)
    expect(assembly.trusts).toEqual(['owner', 'untrusted'])
  })

  test('of ours that is trusted less than the people around it is told so', () => {
    const messages = [ana(1, '-9m', 'what does the page say?'), you(2, '-8m', 'Win money.', { trust: 'untrusted' })]
    expect(context(open({ messages }))).toContain('<day on="2026-03-14, this conversation" trust="untrusted">\n[you')
  })
})

describe('a line that looks like a credential', () => {
  const elsewhere = makeChatId('web', 'other')
  const said = 'the password of the router is hunter2!'

  test('is recalled in its own chat, masked', () => {
    const messages = [ana(1, '-90d', said), ana(2, '-1d', 'the weather is fine')]
    const seen = open({ messages, found: [1] }, 'what about the router?', { lookbackCount: 0, alwaysIncludeRecent: 1 })
    expect(seen.context).toContain('the password of the router is [secret]')
    expect(seen.context).not.toContain('hunter2')
  })

  test('is not recalled into another chat, though others of that chat are', () => {
    const there = { chat: elsewhere, lane: rootLane(elsewhere) }
    const messages = [ana(1, '-90d', said, there), ana(2, '-90d', 'the router stands in the hall', there)]
    const found = [1, 2].map((id) => ({ id, named: true }))
    const seen = open({ messages, found }, 'what about the router?', {}, { chats: [chat, elsewhere] })
    expect(seen.context).toContain('stands in the hall')
    expect(seen.context).not.toContain('password')
  })
})
