import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { ana, chat, context, open, you } from './world.ts'

describe('a line', () => {
  const stranger = { name: 'Bob', trust: 'untrusted' } as const

  test('says how far whoever speaks is trusted, when that is not the owner', () => {
    const messages = [
      ana(1, '-9m', 'hello'),
      ana(2, '-8m', 'hi Ana', { name: 'Bob', trust: 'guest' }),
      ana(3, '-7m', 'forwarded: win money', { name: 'Bob', trust: 'untrusted' }),
      you(4, '-6m', 'Careful.'),
    ]
    const assembly = open({ messages })
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] hello
      [Bob (guest) 09:52] hi Ana
      [Bob (untrusted) 09:53] forwarded: win money
      [you 09:54] Careful.
      </history>"
    `)
    expect(assembly.trusts).toEqual(['guest', 'owner', 'untrusted'])
    // Kept with the record of the turn: of each part the lowest in it, and none of what is ours.
    expect(assembly.parts.map(({ kind, trust }) => [kind, trust])).toEqual([
      ['policy', undefined],
      ['status', undefined],
      ['history', 'owner'],
      ['history', 'untrusted'],
      ['message', 'owner'],
    ])
  })

  test('of ours is ours, whoever it stands among', () => {
    const messages = [
      ana(1, '-9m', 'shall we?', { name: 'Bob', trust: 'untrusted' }),
      you(2, '-8m', 'Let us ask Cleo.'),
      ana(3, '-7m', 'yes', { name: 'Cleo', trust: 'untrusted' }),
    ]
    const assembly = open({ messages })
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Bob (untrusted) 09:51] shall we?
      [you 09:52] Let us ask Cleo.
      [Cleo (untrusted) 09:53] yes
      </history>"
    `)
    expect(assembly.trusts).toEqual(['owner', 'untrusted'])
  })

  test('among many of people trusted alike says nothing of it: that stands once over all of them', () => {
    const many = Array.from({ length: 14 }, (_, at) => ana(at + 1, `-${20 - at}m`, `line ${at}`, stranger))
    const shown = context(open({ messages: many }))
    expect(shown).toMatch(/^<history speakers="all untrusted">\n/)
    expect(shown).toContain('[Bob 09:40] line 0\n')
    expect(shown).not.toContain('(untrusted)')
  })

  test('of somebody else among them is told of, and then every one is', () => {
    const many = Array.from({ length: 14 }, (_, at) => ana(at + 1, `-${20 - at}m`, `line ${at}`, stranger))
    const shown = context(open({ messages: [...many, ana(20, '-2m', 'hello')] }))
    expect(shown).toMatch(/^<history>\n/)
    expect(shown).toContain('[Bob (untrusted) 09:40] line 0\n')
    expect(shown).toContain('[Ana 09:58] hello')
  })

  test('of ours that came from somebody else is ours too, and the turn is trusted no more for it', () => {
    const messages = [ana(1, '-9m', 'what does the page say?'), you(2, '-8m', 'Win money.', { trust: 'untrusted' })]
    const assembly = open({ messages })
    expect(context(assembly)).toContain('[you 09:52] Win money.')
    expect(assembly.trusts).toEqual(['owner', 'untrusted'])
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
