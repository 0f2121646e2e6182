import { expect, test } from 'vitest'
import { createSaidText, toStoredAction, toStoredText } from '../../../src/tasks/run/run-trail.ts'

const scrub = (text: string) => text.replaceAll('s3cret', '[secret]')

test('what is kept of a step is short and has no secret in it, not even across the cut', () => {
  const input = `${'x'.repeat(3_997)}s3cret tail`
  const { input: kept = '', output } = toStoredAction(
    { line: 'using s3cret', failed: true, input, output: 's3cret' },
    '',
    scrub,
  )
  expect(kept).not.toMatch(/s3/)
  expect(kept.length).toBeLessThan(4_100)
  expect(kept).toMatch(/\n… \(\d+ characters more\)$/)
  expect(output).toBe('[secret]')
})

test('a step of which nothing is told keeps nothing, and a short thought is kept whole', () => {
  expect(toStoredAction({ line: 'a', failed: false }, '', scrub)).toEqual({ line: 'a', failed: false })
  expect(toStoredAction({ line: 'a', failed: false }, 'first', scrub)).toMatchObject({ said: 'first' })
  expect(toStoredText('a thought', scrub)).toBe('a thought')
})

test('what is said between two steps is told apart, whether the draft goes on after a step or another begins', () => {
  const goesOn = createSaidText()
  goesOn.setDraft('I will')
  goesOn.setDraft('I will look.')
  expect([goesOn.take(), goesOn.take()]).toEqual(['I will look.', ''])
  goesOn.setDraft('I will look.\n\nNow I write.')
  expect(goesOn.take()).toBe('Now I write.')
  // The model starts over.
  goesOn.setDraft('I')
  expect(goesOn.take()).toBe('I')

  const beginsAgain = createSaidText()
  beginsAgain.setDraft('I look.')
  beginsAgain.endDraft('I look.')
  expect([beginsAgain.take(), beginsAgain.take()]).toEqual(['I look.', ''])
  beginsAgain.setDraft('I look. Again.')
  expect(beginsAgain.take()).toBe('I look. Again.')
})
