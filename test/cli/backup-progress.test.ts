import { expect, test } from 'vitest'
import { createProgressLine } from '../../src/cli/backup/progress.ts'
import { createTestClock } from '../support/test-clock.ts'

function createLine(isTTY: boolean) {
  const clock = createTestClock()
  const written: string[] = []
  const line = createProgressLine('Backing up', { write: (text) => written.push(text), isTTY }, clock)
  const show = (ms: number, share: number) => {
    clock.advance(ms)
    line.show(share)
  }
  return { written, show, end: line.end }
}

test('work of more than a second shows how far it is, five times a second', () => {
  const { written, show, end } = createLine(true)
  show(900, 0.1)
  expect(written).toEqual([])
  show(100, 0.2)
  show(100, 0.21)
  show(100, 0.999)
  end()
  expect(written).toEqual(['\rBacking up  20 % ', '\rBacking up  99 % ', '\r\u001b[K'])
})

test.each([
  ['is fast', true, 500],
  ['has no terminal', false, 5000],
])('work that %s shows nothing', (_what, isTTY, ms) => {
  const { written, show, end } = createLine(isTTY)
  show(ms, 0.5)
  end()
  expect(written).toEqual([])
})
