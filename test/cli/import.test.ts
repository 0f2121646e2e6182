import { expect, test } from 'vitest'
import { createImportProgress } from '../../src/cli/import.ts'
import { createTestClock } from '../support/test-clock.ts'

test('an import tells its share of the file, now and then, and leaves a clean line', () => {
  const clock = createTestClock()
  const written: string[] = []
  const progress = createImportProgress({ write: (text) => written.push(text) }, 4_000, clock)
  progress.show(1_200, 1_000)
  progress.show(1_300, 1_100)
  clock.advance(250)
  progress.show(4_800, 4_000)
  progress.end()
  expect(written).toEqual(['\r 25 % of the file, 1,200 lines ', '\r100 % of the file, 4,800 lines ', '\r\u001b[K'])
})

test('one that was over at once says nothing', () => {
  const written: string[] = []
  createImportProgress({ write: (text) => written.push(text) }, 0, createTestClock()).end()
  expect(written).toEqual([])
})
