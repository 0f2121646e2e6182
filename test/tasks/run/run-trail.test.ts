import { expect, test } from 'vitest'
import { toStoredAction, toStoredText } from '../../../src/tasks/run/run-trail.ts'

const scrub = (text: string) => text.replaceAll('s3cret', '[secret]')

test('what is kept of a step is short and has no secret in it, not even across the cut', () => {
  const input = `${'x'.repeat(3_997)}s3cret tail`
  const { input: kept = '', output } = toStoredAction(
    { line: 'using s3cret', failed: true, input, output: 's3cret' },
    scrub,
  )
  expect(kept).not.toMatch(/s3/)
  expect(kept.length).toBeLessThan(4_100)
  expect(kept).toMatch(/\n… \(\d+ characters more\)$/)
  expect(output).toBe('[secret]')
})

test('a step of which nothing is told keeps nothing, and a short thought is kept whole', () => {
  expect(toStoredAction({ line: 'a', failed: false }, scrub)).toEqual({ line: 'a', failed: false })
  expect(toStoredText('a thought', scrub)).toBe('a thought')
})
