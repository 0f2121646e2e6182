import { expect, test } from 'vitest'
import { createOtherWords } from '../../../../src/tasks/recall/other-words.ts'
import { createRoadWorld } from '../../../support/road-world.ts'
import { createTools } from './search-tools.ts'

test('time words inside a query limit the search to that time, and the result says so', async () => {
  const { call, scopeIn } = createTools()
  const text = await call({ query: 'heating in december 2025' }, scopeIn('own'))
  expect(text).toContain(
    '"in december 2025" was read as the time when the messages were written: 2025-12-01 to 2025-12-31.',
  )
  expect(text).toContain('The heating fails every night')
  expect(await call({ query: 'heating yesterday' }, scopeIn('own'))).not.toContain('was read as')
})

test('a search that finds little is tried again in other words, and the result says so', async () => {
  const asked: string[] = []
  const { call, scopeIn } = createTools((db) =>
    createOtherWords(db, () => async (prompt) => {
      asked.push(prompt)
      return '- heating\n- Heizung\nthe\nlast week'
    }),
  )
  const text = await call({ query: 'radiator malfunction' }, scopeIn('own'))
  expect(text).toContain(
    'Nothing was found for "radiator malfunction". Because little was found, other words were searched too',
  )
  expect(text).toMatch(/\("heating", "Heizung", "the", "last week"\): \d+ more, shown last\./)
  expect(text).toContain('The heating fails every night')
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('"radiator malfunction"')
  expect(asked[0]).not.toContain('landlord')
  // A search that finds something asks nobody, and neither does a task that has asked three times.
  await call({ query: 'heating' }, scopeIn('own'))
  expect(asked).toHaveLength(1)
  for (const query of ['quokka', 'axolotl', 'narwhal']) await call({ query }, scopeIn('own'))
  expect(asked).toHaveLength(3)
})

test('the second search reads no more than the first: not for a task that sees words of others meanwhile', async () => {
  const found = async (isForeign: boolean) => {
    const { call, scopeIn } = createTools((db) =>
      createOtherWords(db, () => async () => {
        if (isForeign) scope.noteForeign([{ kind: 'file', name: 'a.txt', trust: 'untrusted' }])
        return 'heating'
      }),
    )
    const scope = scopeIn('page')
    return await call({ query: 'radiator malfunction' }, scope)
  }
  expect(await found(false)).toContain('The heating fails every night')
  expect(await found(true)).not.toContain('The heating fails every night')
})

test('a store with hardly any messages is not searched again', async () => {
  const { db } = createRoadWorld()
  const findOtherWords = createOtherWords(db, () => async () => expect.fail('nobody is asked'))
  expect(await findOtherWords(createTools().scopeIn('own'), 'radiator malfunction')).toEqual([])
})

test('without a model that may be asked, nothing changes', async () => {
  const plain = createTools()
  const refused = createTools((db) => createOtherWords(db, () => undefined))
  const text = await plain.call({ query: 'radiator malfunction' }, plain.scopeIn('own'))
  expect(await refused.call({ query: 'radiator malfunction' }, refused.scopeIn('own'))).toBe(text)
  expect(text).not.toContain('other words were searched')
})
