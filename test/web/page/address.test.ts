import { expect, test } from 'vitest'
import { hrefOf, type PageAddress, parsePageAddress } from '../../../src/web/page/address.ts'

test.each<[string, PageAddress]>([
  ['#web:a1-_B', { chat: 'web:a1-_B' }],
  ['#web:a/line/812', { chat: 'web:a', line: 812 }],
  ['#web:a/turn/5/1760000000000', { chat: 'web:a', turn: { task: 5, at: 1_760_000_000_000 } }],
  ['#web:a/line/812?find=caf%C3%A9%20%2F%20%22x%22', { chat: 'web:a', line: 812, find: 'café / "x"' }],
  [
    '#web:a?find=x&channel=talk&person=Bo%20N&from=2026-01-02&to=2026-02-03&files=true',
    { chat: 'web:a', find: 'x', channel: 'talk', person: 'Bo N', from: '2026-01-02', to: '2026-02-03', files: true },
  ],
  ['#web:a/day/2026-03-14', { chat: 'web:a', day: '2026-03-14' }],
  ['#telegram:-100200', { chat: 'telegram:-100200' }],
  ['#email:%3Ca%2Fline%2F7%40b.example%3E/line/8', { chat: 'email:<a/line/7@b.example>', line: 8 }],
  ['#email:%3Ffind%3Dx%26%23%20%25?find=y', { chat: 'email:?find=x&# %', find: 'y' }],
  ['#schedule', { view: 'schedule' }],
  ['#memory/812', { view: 'memory', part: '812' }],
  ['#memory?find=caf%C3%A9%20%26', { view: 'memory', find: 'café &' }],
  ['#settings/claude', { view: 'settings', part: 'claude' }],
  ['#settings/openai-compatible', { view: 'settings', part: 'openai-compatible' }],
])('%s is an address, and is written as it is read', (hash, address) => {
  expect(parsePageAddress(hash)).toEqual(address)
  expect(hrefOf(address)).toBe(hash)
})

test.each([
  '',
  '#',
  '#web:',
  '#web:a/line/x',
  '#web:a b',
  '#sign-in=token',
  '#Schedule',
  '#web:a/elsewhere',
  '#<b>',
  '#web:%E0%A4%A',
  '#:a',
  '#memory/8x',
])('%s is none', (hash) => expect(parsePageAddress(hash)).toBeUndefined())

test('words that cannot be read are no words', () => {
  expect(parsePageAddress('#web:a?from=soon&files=no&else=x')).toEqual({ chat: 'web:a' })
  expect(parsePageAddress('#web:a?find=%E0%A4%A')).toEqual({ chat: 'web:a' })
})
