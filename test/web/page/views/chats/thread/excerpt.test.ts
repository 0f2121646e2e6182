import { expect, test } from 'vitest'
import { createExcerpt, wholeUpTo } from '../../../../../../src/web/page/views/chats/thread/excerpt.ts'

const keys = (count: number, first = 0) => Array.from({ length: count }, (_, at) => `line:${first + at}`)
/** As the browser would: what is drawn is measured. */
const draw = (excerpt: ReturnType<typeof createExcerpt>, all: string[], height: number) => {
  const { from, to } = excerpt.of(all)
  excerpt.measure(all.slice(from, to).map((key) => [key, height]))
}

test('a conversation that is not long is drawn whole', () => {
  const excerpt = createExcerpt()
  expect(excerpt.of(keys(wholeUpTo))).toEqual({ from: 0, to: wholeUpTo, above: 0, below: 0 })
  expect(excerpt.look(keys(wholeUpTo), { top: 0, height: 800 })).toBe(false)
})

test('of a long one the newest are drawn, and the rest is a space of the height it would have', () => {
  const excerpt = createExcerpt()
  const all = keys(5000)
  draw(excerpt, all, 50)
  expect(excerpt.of(all)).toEqual({ from: 4900, to: 5000, above: 4900 * 50, below: 0 })
})

test('scrolling draws what is near, never more than a few screens, and no place is out of reach', () => {
  const excerpt = createExcerpt()
  const all = keys(5000)
  const height = 800
  draw(excerpt, all, 50)
  for (let top = 5000 * 50 - height; top >= 0; top -= 300) {
    excerpt.look(all, { top, height })
    draw(excerpt, all, 50)
    const { from, to, above, below } = excerpt.of(all)
    // All of what is in sight, whatever comes next.
    expect(above).toBeLessThanOrEqual(top)
    expect(5000 * 50 - below).toBeGreaterThanOrEqual(top + height)
    expect(to - from).toBeLessThan(wholeUpTo)
  }
  expect(excerpt.of(all).from).toBe(0)
  // Dragged to somewhere else at once.
  expect(excerpt.look(all, { top: 100_000, height })).toBe(true)
  expect(excerpt.of(all).from).toBeLessThan(2000)
  expect(excerpt.of(all).to).toBeGreaterThan(2016)
})

test('older lines that come do not move what is drawn', () => {
  const excerpt = createExcerpt()
  const before = keys(1000, 50)
  excerpt.look(before, { top: 20_000, height: 800 })
  const drawn = excerpt.of(before)
  const after = excerpt.of(keys(1050))
  expect([after.from, after.to]).toEqual([drawn.from + 50, drawn.to + 50])
})

test('one line can be asked for wherever it is', () => {
  const excerpt = createExcerpt()
  for (const at of [0, 7, 2500, 4999]) {
    excerpt.around(at, 5000)
    const { from, to } = excerpt.of(keys(5000))
    expect(from).toBeLessThanOrEqual(at)
    expect(to).toBeGreaterThan(at)
    expect(to - from).toBeLessThanOrEqual(100)
  }
})

test('newer lines that come behind the reader do not move what is drawn, also when it becomes a long one', () => {
  const excerpt = createExcerpt()
  excerpt.look(keys(1000), { top: 20_000, height: 800 })
  const drawn = excerpt.of(keys(1000))
  excerpt.grew(50, 1050)
  expect(excerpt.of(keys(1050))).toMatchObject({ from: drawn.from, to: drawn.to })

  const short = createExcerpt()
  short.grew(1, wholeUpTo + 1)
  expect(short.of(keys(wholeUpTo + 1))).toMatchObject({ from: 0, to: wholeUpTo + 1 })
})
