import { expect, test } from 'vitest'
import { describeActions, runSteps, type Step } from '../../../src/app/service/steps.ts'
import type { RunOutcome } from '../../../src/lib/child.ts'

const step = (name: string, more: Partial<Step> = {}): Step => ({
  says: `Did ${name}.`,
  actions: [{ run: ['do', name] }],
  undo: [{ run: ['undo', name] }],
  ...more,
})

/** Runs steps on a machine on which some commands fail. */
async function run(steps: Step[], failing: string[] = [], stop = new AbortController()) {
  const commands: string[] = []
  const printed: string[] = []
  const result = await runSteps(steps, {
    async run(command, signal): Promise<RunOutcome> {
      const text = command.join(' ')
      commands.push(text)
      if (text === 'do interrupted') stop.abort()
      if (signal.aborted) return { status: 'aborted', stdout: '', stderr: '' }
      return { status: 'exited', code: failing.includes(text) ? 4 : 0, stdout: '', stderr: '' }
    },
    print: (line) => printed.push(line),
    signal: stop.signal,
  })
  return { commands, printed, result }
}

test('the steps are done in order, and each is told', async () => {
  const { commands, printed, result } = await run([step('a'), step('b')])
  expect([commands, printed, result]).toEqual([['do a', 'do b'], ['Did a.', 'Did b.'], { status: 'done' }])
})

test.each([1, 2, 3])('if step %i of 3 fails, it and those before it are taken back, the last first', async (failed) => {
  const names = ['1', '2', '3']
  const { commands, result } = await run(
    names.map((name) => step(name)),
    [`do ${failed}`],
  )
  const done = names.slice(0, failed)
  expect(commands).toEqual([...done.map((name) => `do ${name}`), ...done.toReversed().map((name) => `undo ${name}`)])
  expect(result).toMatchObject({ status: 'failed', command: `do ${failed}`, reason: 'it ended with code 4' })
})

test('Ctrl-C stops the steps and not the way back', async () => {
  const { commands, result } = await run([step('a'), step('interrupted'), step('c')])
  expect(commands).toEqual(['do a', 'do interrupted', 'undo interrupted', 'undo a'])
  expect(result).toMatchObject({ status: 'failed', reason: 'interrupted', notTakenBack: [] })
})

test('what cannot be taken back is named, and so is what is still there', async () => {
  const { commands, result } = await run(
    [step('a', { leaves: () => 'the folder' }), step('b'), step('c')],
    ['do c', 'undo b'],
  )
  expect(commands.slice(3)).toEqual(['undo c', 'undo b', 'undo a'])
  expect(result).toMatchObject({
    notTakenBack: [{ command: 'undo b', reason: 'it ended with code 4' }],
    leaves: ['the folder'],
  })
})

test('a file that cannot be written is a failure with its reason', async () => {
  const { result } = await run([step('a', { actions: [{ write: '/proc/nowhere/unit', text: '', mode: 0o644 }] })])
  expect(result).toMatchObject({ status: 'failed', command: 'write /proc/nowhere/unit' })
})

test('the steps can be shown as commands for a shell', () => {
  expect(describeActions([step('it is')])).toEqual(["do 'it is'"])
})
