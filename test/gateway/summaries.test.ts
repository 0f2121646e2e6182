import { expect, test } from 'vitest'
import { ana, context, laneSummary, open, you } from './world.ts'

// Nothing is said twice: not by a summary and a line, and not by two summaries.

const few = { lookbackCount: 0, alwaysIncludeRecent: 2, contextMinMessages: 0 }
const last = [ana(900, '-2d', 'good night'), you(901, '-2d', 'Good night.')]
const old = [
  ana(1, '-40d', 'the rent is 870 euros'),
  ana(2, '-39d', 'the plumber is called Ferrante'),
  ana(3, '-38d', `the boiler is in the cellar. ${'It is old and loud. '.repeat(60)}`),
]
const notes = [
  '## Facts',
  '- 2026-02-02 Ana: the rent is 870 euros [m1]',
  '- 2026-02-03 Ana: the plumber is called Ferrante [m2]',
  '- 2026-02-04 Ana: the boiler is in the cellar [m3]',
].join('\n')
const summary = laneSummary(notes, old[2] as (typeof old)[number], { messages: 40 })

const summaryIn = (shown: string) => /<lane-summary[^>]*>\n([^]*)\n<\/lane-summary>/.exec(shown)?.[1]

test('the summary of the chat leaves out its notes on lines that are shown word for word', () => {
  const messages = [...old, ...last]
  const shown = context(open({ messages, laneSummary: summary, found: [2] }, 'who is the plumber?', few))
  expect(shown.match(/Ferrante/g)).toHaveLength(1)
  expect(summaryIn(shown)).toBe(notes.replace(/\n.*Ferrante.*/, ''))
  const whole = context(
    open({ messages: old.slice(0, 2), laneSummary: summary, found: [1, 2] }, 'rent and plumber?', few),
  )
  expect(summaryIn(whole)).toContain('boiler')
})

test('and keeps its note on a line that is shown in part', () => {
  const past = { messages: [...old, ...last], laneSummary: summary, found: [3] }
  const shown = context(open(past, 'where is the boiler?', { ...few, maxTokens: 400 }))
  expect(shown).toContain('characters left out')
  expect(summaryIn(shown)).toContain('[m3]')
})

test('is not shown when all its notes are', () => {
  const text = '## Facts\n- 2026-02-03 Ana: the plumber is called Ferrante [m2]'
  const past = { messages: [...old, ...last], laneSummary: { ...summary, text }, found: [2] }
  expect(context(open(past, 'who is the plumber?', few))).not.toContain('<lane-summary')
})

test('the summary of a conversation does not repeat notes of the summary of the chat, and begins on a line of its own', () => {
  const talk = [
    ana(50, '-3d', 'the garden is in Graz'),
    ana(51, '-3d', 'the key is with Ilse'),
    ana(52, '-3d', 'the gate is green'),
  ]
  const told = ['the garden is in Graz [m50]', 'the key is with Ilse [m51]', 'the gate is green [m52]']
  const covering = laneSummary(`${notes}\n- 2026-03-11 Ana: ${told[0]}`, talk[0] as (typeof talk)[number], {
    messages: 50,
  })
  const summaries = { 50: ['## Facts', ...told.map((note) => `- 2026-03-11 Ana: ${note}`)].join('\n') }
  const past = { messages: [...old, ...talk, ...last], laneSummary: covering, summaries }
  const shown = context(open(past, 'and the garden?', few))
  expect(shown.match(/the garden is in Graz/g)).toHaveLength(1)
  expect(shown).toMatch(/\n\[summary of 3 lines, 10:00\]\n## Facts\n- 2026-03-11 Ana: the key is with Ilse \[m51\]\n/)
})
