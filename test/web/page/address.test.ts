import { expect, test } from 'vitest'
import { type Address, addressOf, parseAddress } from '../../../src/web/page/address.ts'

test.each<[string, Address]>([
  ['#web:a1-_B', { chat: 'web:a1-_B' }],
  ['#web:a/line/812', { chat: 'web:a', line: 812 }],
  ['#web:a/turn/5/1760000000000', { chat: 'web:a', turn: { task: 5, at: 1_760_000_000_000 } }],
  ['#web:a/line/812?find=caf%C3%A9%20%2F%20%22x%22', { chat: 'web:a', line: 812, find: 'café / "x"' }],
  ['#schedule', { view: 'schedule' }],
])('%s is an address, and is written as it is read', (hash, address) => {
  expect(parseAddress(hash)).toEqual(address)
  expect(addressOf(address)).toBe(hash)
})

test.each(['', '#', '#web:', '#web:a/line/x', '#web:a b', '#sign-in=token', '#Schedule', '#web:a/elsewhere', '#<b>'])(
  '%s is none',
  (hash) => expect(parseAddress(hash)).toBeUndefined(),
)

test('words that cannot be read are no words', () => {
  expect(parseAddress('#web:a?find=%E0%A4%A')).toEqual({ chat: 'web:a' })
})
