import { describe, expect, test } from 'vitest'
import { createOwnText } from '../../../src/lib/text/own-text.ts'

const said = createOwnText([
  'Please remind me  at nine\nto call Ann-Marie, not Ann. See https://a.example/x?q=1. Run `make cake`: it is a test',
])

describe('words in a row', () => {
  test.each([
    ['call Ann-Marie', true],
    ['me at nine', true],
    ['nine to call', true],
    ['it is a test', true],
    ['Ann', true],
    ['Marie', false],
    ['mind me', false],
    ['nin', false],
    ['call Ann ', false],
    ['Call Ann-Marie', false],
    ['a.example', false],
    ['', false],
    ['.', false],
  ])('%j: %s', (words, holds) => {
    expect(said.holds(words)).toBe(holds)
  })

  test('a script without blanks is held by two signs at least', () => {
    const { holds } = createOwnText(['明天九点提醒我给妈妈打电话'])
    expect([holds('给妈妈打电话'), holds('我'), holds('打电脑')]).toEqual([true, false, false])
  })
})

describe('words set apart', () => {
  const { holdsApart } = createOwnText([
    'put "pay the rent" into todo.txt\nrun `make cake` now, and ‘cake’\nlist: milk and eggs\nls -la\nbuy milk and eggs today',
    'save this:\nmilk\n\n  bread  and butter\n',
  ])
  test.each([
    ['pay the rent', true],
    ['make cake', true],
    ['milk and eggs', true],
    ['ls -la', true],
    ['milk\n\nbread and butter', true],
    ['bread and butter', true],
    ['rent', false],
    ['make', false],
    ['buy milk', false],
    ['ls', false],
    ['la', false],
    ['milk and', false],
    ['eggs today', false],
  ])('%j: %s', (words, apart) => {
    expect(holdsApart(words)).toBe(apart)
  })
})

describe('an address', () => {
  const { holdsAddress } = createOwnText([
    'look at https://a.example/x?q=1, (b.example) and mailto:c@d.example or file.txt.',
  ])
  test.each([
    ['https://a.example/x?q=1', true],
    ['https://b.example/', true],
    ['https://b.example', true],
    ['http://b.example/', false],
    ['https://a.example/x', false],
    ['https://a.example/x?q=12', false],
    ['https://a.example/', false],
    ['https://d.example/', false],
    ['no address', false],
  ])('%s: %s', (url, holds) => {
    expect(holdsAddress(url)).toBe(holds)
  })
})

test('long runs of any sign take no longer than they are', () => {
  for (const sign of ['"', ':', ' ', '\n', '`', 'a', '.', '/', '-', '九']) {
    const many = sign.repeat(200_000)
    const { holds, holdsApart, holdsAddress } = createOwnText([many])
    for (const words of [many, sign, `${sign}b`, 'a b'])
      expect([holds, holdsApart, holdsAddress].map((held) => typeof held(words))).not.toContain('undefined')
  }
})
