import { expect, test } from 'vitest'
import { type JsonEvent, type JsonStep, scanJson } from '../../../src/lib/text/json-scanner.ts'

const isRoot = (path: JsonStep[]) => path.length === 0

async function scan(text: string, isSplit = isRoot, size = 3, limits = { maxChars: 60, maxDepth: 5 }) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const found: JsonEvent[] = []
  for await (const events of scanJson(pieces(), { isSplit, ...limits })) found.push(...events)
  return found
}

const value = (path: JsonStep[], of: unknown) => ({ status: 'value', path, value: of })

test.each([1, 2, 7, 1000])('the members of what is split come one by one, in pieces of %i characters', async (size) => {
  const text = ' [ {"a":"]},\\"\\\\"} , 12,true, "x" ,[[],{}],null ] '
  expect(await scan(text, isRoot, size)).toEqual([
    value([0], { a: ']},"\\' }),
    value([1], 12),
    value([2], true),
    value([3], 'x'),
    value([4], [[], {}]),
    value([5], null),
  ])
})

test('objects are split by key, as deep as asked', async () => {
  const isSplit = (path: JsonStep[]) => path.length === 0 || path[0] === 'list'
  expect(await scan('{"n" : 1,"list":[{"id":2,"in":[]}, [3]],"rest":[4]}', isSplit)).toEqual([
    value(['n'], 1),
    value(['list', 0, 'id'], 2),
    value(['list', 1, 0], 3),
    value(['rest'], [4]),
  ])
  expect(await scan('7')).toEqual([value([], 7)])
})

test('a value that is too large, too deep or no JSON is left out, and reading goes on', async () => {
  const large = `"${'x'.repeat(100)}"`
  const found = await scan(`[${large}, [[[[[[1]]]]]], tru, {"a":}, [{]}, 5]`)
  const skipped = (at: number, reason: string) => ({ status: 'skipped', path: [at], reason })
  expect(found).toEqual([
    skipped(0, 'too large'),
    skipped(1, 'too deep'),
    skipped(2, 'invalid'),
    skipped(3, 'invalid'),
    skipped(4, 'invalid'),
    value([5], 5),
  ])
})

test.each([
  ['[1,2', 'cut off', 4],
  ['[1,"ab', 'cut off', 6],
  ['', 'cut off', 0],
  ['[1 2]', 'invalid', 3],
  ['[1,]', 'invalid', 3],
  ['[,1]', 'invalid', 1],
  ['[1]]', 'invalid', 3],
  ['[1}', 'invalid', 2],
  ['{"a" 1}', 'invalid', 5],
  ['{1:2}', 'invalid', 1],
  ['{"a":}', 'invalid', 5],
])('%s is broken: %s', async (text, reason, at) => {
  expect((await scan(text)).at(-1)).toEqual({ status: 'broken', reason, at })
})

test('very deep nesting costs no stack', async () => {
  expect(await scan(`[${'['.repeat(200_000)}`, isRoot, 10_000, { maxChars: 1e6, maxDepth: 100 })).toEqual([
    { status: 'broken', reason: 'cut off', at: 200_001 },
  ])
})
