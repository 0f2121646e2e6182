import { expect, test } from 'vitest'
import {
  type FolderPosition,
  positionAt,
  readPosition,
  stepTo,
  writePosition,
} from '../../../../src/channels/email/receive/folder-reader.ts'

const at = new Date('2026-05-01T10:00:00Z')
const empty: FolderPosition = { validity: '7', uid: 0, at, gaps: [], waiting: [], oldUpTo: 0 }

test('what is written is what is read, and what is damaged is nothing', () => {
  const position = { ...empty, uid: 5, gaps: [3], waiting: [{ uid: 4, since: at }], oldUpTo: 2 }
  expect(readPosition(writePosition(position))).toEqual(position)
  for (const text of [undefined, '', '{', '{}', '7:5', writePosition(position).replace('5', '"x"')])
    expect(readPosition(text)).toBeUndefined()
})

test('numbers that were not there may still come, and no others below', () => {
  const met = positionAt('7', 10, [1, 2, 3, 5, 6, 7, 8, 9, 10], at)
  expect(met).toMatchObject({ uid: 10, gaps: [4] })
  const on = stepTo(met, 14)
  expect(on).toMatchObject({ uid: 14, gaps: [4, 11, 12, 13] })
  expect(stepTo(on, 12)).toMatchObject({ uid: 14, gaps: [4, 11, 13] })
  expect(stepTo(on, 13).gaps).toEqual([4, 11, 12])
})

test('far jumps leave a bounded number of gaps', () => {
  const jumped = stepTo(empty, 1_000_000)
  expect(jumped.gaps).toHaveLength(49)
  expect(jumped.gaps[0]).toBe(1_000_000 - 49)
  expect(stepTo(jumped, 2_000_000).gaps[0]).toBe(2_000_000 - 49)
})
