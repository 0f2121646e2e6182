import { expect, test } from 'vitest'
import { readBatch } from '../../../../src/channels/telegram/receive/update-dispatcher.ts'

test('every update comes with the bytes it came in', () => {
  const raws = ['{"update_id":1,"a":"}]\\"{["}', '{ "update_id" : 2 , "big":9007199254740993123, "a":1,"a":2}']
  const batch = readBatch(`{"ok":true,"result":[${raws.join(' , ')}]}`)
  expect(batch.map(({ id, raw }) => [id, raw])).toEqual([
    [1, raws[0]],
    [2, raws[1]],
  ])
})

test('one that is nested without end is kept too', () => {
  const deep = `{"update_id":3,"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(readBatch(`{"ok":true,"result":[${deep}]}`)[0]).toMatchObject({ id: 3, raw: deep })
})

test('what is no update has no id', () => {
  expect(
    readBatch('{"ok":true,"result":[7,{"update_id":"x"},{"update_id":1e30}]}').map(({ id, raw }) => [id, raw]),
  ).toEqual([
    [undefined, '7'],
    [undefined, '{"update_id":"x"}'],
    [undefined, '{"update_id":1e+30}'],
  ])
})

test.each(['', 'null', '{}', '{"ok":false}', '{"ok":true}', '{"ok":true,"result":{}}', '<html>'])(
  '%j is no answer',
  (text) => {
    expect(() => readBatch(text)).toThrow(/could not be read/)
  },
)
