import { describe, expect, test } from 'vitest'
import { FULL_VIEW } from '../../../../src/spawner/native/context-window/view.ts'
import type { SessionTurn } from '../../../../src/spawner/native/session.ts'
import { createWorld, faultsOf, result, signal, step, textsOf, turn, wide } from './world.ts'

async function shown(...turns: SessionTurn[]) {
  const { growth } = createWorld()
  return (await growth.fit({ turns, view: FULL_VIEW }, wide, signal)).messages
}

describe('a session as messages', () => {
  test('a step is what was said with its calls, all of their results, and what joined', async () => {
    const calls = [
      { id: 'a', name: 'read_file', input: { path: 'x' } },
      { id: 'b', name: 'list_files', input: undefined },
    ]
    const results = [result('b', 'gone', true), result('a', 'there')]
    const messages = await shown(turn('Look.', [{ said: 'Looking.', calls, results, joined: 'Hurry.' }]))
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'read_file', input: { path: 'x' } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'list_files', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'read_file', output: { type: 'text', value: 'there' } },
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'list_files',
            output: { type: 'error-text', value: 'gone' },
          },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Hurry.' }] },
    ])
  })

  test('a call that was cut short has a result that says so', async () => {
    const messages = await shown(turn('Look.', [step('a', '', { results: [] })]), turn('And?'))
    expect(faultsOf(messages)).toEqual([])
    expect(textsOf(messages).join('\n')).toContain('This call was interrupted')
    expect(textsOf(messages)).toContain('(no answer was given)')
  })

  test('a name that no tool could have is shown as one that every server takes', async () => {
    const names = ['../../etc/passwd', 'a b\n', 'x'.repeat(3000), '', 'read_file']
    const calls = names.map((name, at) => ({ id: `c${at}`, name, input: {} }))
    const results = calls.map(({ id }) => result(id, 'There is no such tool.', true))
    const messages = await shown(turn('Look.', [{ said: '', calls, results, joined: undefined }]))
    const told = messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.flatMap((part) => ('toolName' in part ? [part.toolName] : [])),
    )
    const expected = ['______etc_passwd', 'a_b_', 'x'.repeat(64), 'unnamed', 'read_file']
    expect(told).toEqual([...expected, ...expected])
  })

  test('ids that come twice, or that some server refuses, are told by their place', async () => {
    const same = turn('One', [step('0', 'first'), step('0', 'second')], 'Done.')
    const twins = { calls: [...same.steps, ...same.steps].flatMap(({ calls }) => calls) }
    const both = turn('Two', [
      { said: '', ...twins, results: ['a', 'b', 'c', 'd'].map((text) => result('0', text)), joined: undefined },
    ])
    const messages = await shown(same, both, turn('Three', [step('functions.read:0', 'third')]))
    expect(faultsOf(messages)).toEqual([])
    const words = textsOf(messages).filter((text) => /^(first|second|third|[abcd])$/.test(text))
    expect(words).toEqual(['first', 'second', 'a', 'b', 'c', 'd', 'third'])
  })

  test('roles take turns whatever was left out', async () => {
    const silent = { said: ' ', calls: [], results: [], joined: 'Still there?' }
    const talks = { said: 'One moment.', calls: [], results: [], joined: undefined }
    const turns = [turn(' '), turn('Hello', [silent, talks, talks]), turn('Well?', [step('a', '  ')], ' ')]
    expect(faultsOf(await shown(...turns, turn('Bye')))).toEqual([])
  })

  test('pictures stand before the text of their turn', async () => {
    const { deps } = createWorld()
    const { createSessionFitter } = await import('../../../../src/spawner/native/context-window/layers.ts')
    const parts = [{ type: 'image' as const, image: 'aGVsbG8=' }]
    const growth = createSessionFitter({ ...deps, picturesOf: () => ({ parts, tokens: 1500 }) })
    const fitted = await growth.fit({ turns: [turn('What is it?')], view: FULL_VIEW }, wide, signal)
    expect(fitted.messages).toEqual([{ role: 'user', content: [...parts, { type: 'text', text: 'What is it?' }] }])
    expect(fitted.spread.message).toBeGreaterThan(1500)
  })
})
