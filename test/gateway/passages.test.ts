import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/gateway/tokens.ts'
import { ana, context, goOn, open, you } from './world.ts'

const filler = (about: string, count = 120) =>
  Array.from({ length: count }, (_, n) => `Of the ${about} we said number ${n} and no more. `).join('')
const answer = 'The plumber wants 431 euros for the boiler.'
const essay = `${filler('garden')}${answer} ${filler('harbour')}`
const asked = 'what does the plumber want for the boiler?'
const few = { lookbackCount: 0, alwaysIncludeRecent: 1, contextMinMessages: 0 }
const short = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ana(from + n, '-60d', `The boiler, note ${n}: ${'so it was. '.repeat(8)}`))

describe('a recalled line that is longer than all there is', () => {
  const past = { messages: [ana(7, '-90d', essay), ana(900, '-5m', 'hi')], found: [7] }

  test('is shown by the passage that answers, with what is left out and where all of it is', () => {
    const shown = context(open(past, asked, { ...few, maxTokens: 700 }))
    expect(shown.replace(/(?:Of the (\w+) we said number \d+ and no more\. )+/g, '($1) ')).toMatchInlineSnapshot(`
      "<recalled note="earlier passages that may be relevant; … marks a gap">
      [2025-12-14, 3 months ago]
      [Ana 10:00]
      [… 5,410 characters left out; get_conversation m7 shows all]
      The plumber wants 431 euros for the boiler. (harbour) 
      [… 5,034 characters left out]
      </recalled>

      <history>
      [2026-03-14, earlier today]
      [Ana 09:55] hi
      </history>"
    `)
  })
  test('says no tool to a brain that has none', () => {
    const shown = context(open(past, asked, { ...few, maxTokens: 700, tools: false }))
    expect(shown).toContain(answer)
    expect(shown).not.toContain('get_conversation')
  })
  test('is shown by its ends where nothing in it answers', () => {
    const shown = context(open(past, 'who sold us the red bicycle?', { ...few, maxTokens: 700 }))
    expect(shown).toMatch(/Of the garden we said number 0 [^]*characters left out[^]*harbour we said number 119/)
    expect(shown).not.toContain(answer)
  })
  test('leaves most of the room to those that stand whole', () => {
    const notes = short(100, 40)
    const found = [7, ...notes.map(({ id }) => id)]
    const { parts } = open({ messages: [...past.messages, ...notes], found }, asked, { ...few, maxTokens: 1000 })
    const tokens = (isPart: boolean) =>
      parts
        .filter(({ kind, reason }) => kind === 'recalled' && reason.includes('shown in part') === isPart)
        .reduce((sum, part) => sum + part.tokens, 0)
    expect(tokens(true)).toBeGreaterThan(50)
    expect(tokens(true)).toBeLessThan(250)
    expect(tokens(false)).toBeGreaterThan(500)
  })
})

describe('a recalled line that has no room left', () => {
  const notes = short(100, 12)
  const messages = [ana(7, '-90d', essay), ...notes, ana(900, '-5m', 'hi')]
  const ids = notes.map(({ id }) => id)
  // Room for it alone, but not beside the notes.
  const tight = { ...few, maxTokens: estimateTokens(essay) + 250 }

  test('gives way to shorter ones that stand whole, however far behind they are', () => {
    const found = [...ids.slice(0, 8), 7, ...ids.slice(8)]
    const { shown } = open({ messages, found }, asked, tight)
    expect(ids.every((id) => shown.includes(id))).toBe(true)
  })
  test('has what they leave, by the passages that answer', () => {
    const found = [...ids, 7]
    const assembly = open({ messages, found }, asked, tight)
    expect(ids.every((id) => assembly.shown.includes(id))).toBe(true)
    expect(context(assembly)).toMatch(/characters left out[^]*The plumber wants 431 euros[^]*characters left out/)
    expect(assembly.parts.find(({ messages }) => messages.includes(7))?.reason).toContain('shown in part')
  })
  test('is left out where nothing in it answers', () => {
    const { leftOut } = open({ messages, found: [...ids, 7] }, 'the red bicycle', tight)
    expect(leftOut.nearest).toContainEqual({ id: 7, reason: 'it was recalled, but there is no room left for it' })
  })
  test('stands whole where there is room', () => {
    const shown = context(open({ messages, found: [...ids, 7] }, asked, { ...few, maxTokens: 8000 }))
    expect(shown).toContain(essay)
    expect(shown).not.toContain('left out')
  })
})

test('a turn of a session shows a long line by its passages too', () => {
  const past = { messages: [ana(7, '-90d', essay), ana(900, '-5m', 'hi')], found: [7] }
  const shown = goOn(past, { ids: new Set([900]) }, asked, { maxTokens: 3000 }).context
  expect(shown).toContain(answer)
  expect(shown).toMatch(/get_conversation m7 shows all/)
})

describe('our long answer in a conversation that is over', () => {
  const past = { messages: [ana(1, '-5h', 'tell me all'), you(2, '-5h', essay), ana(3, '-2h', 'good night')] }

  test('is shown by what of it answers', () => {
    const shown = open(past, asked).context
    expect(shown).toContain(answer)
    expect(shown.length).toBeLessThan(1100)
  })
  test('by its ends where nothing does', () => {
    expect(open(past, 'who sold us the red bicycle?').context).toMatch(/number 0 [^]*left out[^]*number 119/)
  })
  test('and whole where the talk goes on', () => {
    const now = { messages: [ana(1, '-5m', 'tell me all'), you(2, '-4m', essay)] }
    expect(open(now, 'and then?').context).toContain(essay)
  })
})

describe('the last lines', () => {
  const long = (id: number, at: string) => ana(id, at, `${id}: ${'a long line of hers. '.repeat(40)}`)
  const last = (at: string) => [1, 2, 3, 4, 5].map((id) => long(id, at))
  const old = short(100, 40)
  const found = old.map(({ id }) => id)
  const historyOf = (at: string) =>
    open({ messages: [...old, ...last(at)], found }, asked, { maxTokens: 1000, lookbackCount: 5 })
      .parts.filter(({ kind }) => kind === 'history')
      .reduce((sum, part) => sum + part.tokens, 0)

  test('of a talk that goes on, or was just now, have half of a small budget', () => {
    expect(historyOf('-5m')).toBeGreaterThan(400)
  })
  test('of one that is over have a quarter', () => {
    expect(historyOf('-3d')).toBeLessThan(260)
    expect(historyOf('-3d')).toBeGreaterThan(150)
  })
})
