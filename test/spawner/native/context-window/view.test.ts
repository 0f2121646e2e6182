import { expect, test } from 'vitest'
import { FULL_VIEW, readView } from '../../../../src/spawner/native/context-window/view.ts'

test('a view is read as it was kept', () => {
  const view = {
    ...FULL_VIEW,
    fromTurn: 2,
    toldBefore: 2,
    summary: 'Before.',
    cuts: { 'result 2 0 0': { chars: 0, path: 'x' } },
  }
  expect(readView(JSON.stringify(view), 3)).toEqual(view)
})

test.each([undefined, '', '{', '{}', '{"fromTurn":"x"}', JSON.stringify({ ...FULL_VIEW, fromTurn: 9 })])(
  'what is no view of this session shows everything: %s',
  (kept) => expect(readView(kept, 3)).toEqual(FULL_VIEW),
)
