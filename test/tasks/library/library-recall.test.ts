import { expect, test } from 'vitest'
import { createLibrarySearch } from '../../../src/tasks/library/library-search.ts'
import { createLibraryWorld } from './library-world.ts'

/** A library in which each of the words of a text is rare. */
async function libraryOf(files: Record<string, string>, parts = 400) {
  const fillers = Array.from({ length: parts }, (_, at) => `## Part ${at}\n\nOne of two pages on subject number ${at}.`)
  const world = createLibraryWorld({ ...files, 'filler.md': fillers.join('\n\n') })
  const count = Object.keys(files).length + 1
  await world.until(() => expect(world.paths()).toHaveLength(count))
  return createLibrarySearch(world.db, [{ path: world.folder, name: 'notes', isTrusted: false }])
}

test('a word is left out only if it says nothing in the language of the message', async () => {
  const { recall } = await libraryOf({ 'yoga.md': 'Roll up the mats after each class.' }, 2000)
  // "dice" says nothing in Spanish, so "roll" seemed to be all that this is about.
  expect(recall({ text: 'roll two dice for me', limit: 5 })).toEqual([])
  expect(recall({ text: 'how do I roll up the mats?', limit: 5 })).toHaveLength(1)
})

test('numbers alone are no reason to show a passage', async () => {
  const { recall, search } = await libraryOf({
    'versions.md': 'Version 0.17.23 mends the gearbox.',
    'invoice.md': 'Invoice 4711 is for the gearbox.',
  })
  expect(recall({ text: 'What is 17 * 23?', limit: 5 })).toEqual([])
  expect(search({ text: '17 23', limit: 1 }).map(({ passage }) => passage.path)).toEqual(['versions.md'])
  expect(recall({ text: 'What about invoice 4711?', limit: 5 }).map(({ passage }) => passage.path)).toEqual([
    'invoice.md',
  ])
})

test('a passage is found by several common words, however old it is', async () => {
  const both = 'The valve of the pump drips.'
  const pages = Array.from({ length: 3000 }, (_, at) => `## ${at}\n\n${at % 2 ? 'A valve is shut.' : 'A pump is on.'}`)
  const { recall } = await libraryOf({ 'a.md': both, 'b.md': pages.join('\n\n') })
  expect(recall({ text: 'Does the valve of the pump drip?', limit: 5 })[0]?.passage.text).toBe(both)
})

test('what the heading or the file name is about counts more than a word in passing', async () => {
  const { recall } = await libraryOf({
    'garden/quince.md': 'Cut it in March, before the leaves come out.',
    'letter.md': 'We had quince jam for breakfast.',
  })
  const found = recall({ text: 'How do I espalier the quince?', limit: 5 })
  expect(found.map(({ passage }) => passage.path)).toEqual(['garden/quince.md'])
})

test('how common a word is does not depend on how often files were changed', async () => {
  const trees = ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'maple']
  const pages = Array.from(
    { length: 3000 },
    (_, at) => `## ${at}\n\n${trees.filter((_tree, place) => (at + place) % 8 < 3).join(', ')}`,
  )
  const world = createLibraryWorld({ 'a.md': 'The quince is ripe.', 'trees.md': pages.join('\n\n') })
  // As if many files had been filed and removed before.
  world.db.raw.exec("INSERT INTO sqlite_sequence (name, seq) VALUES ('library_passage', 1000000)")
  await world.until(() => expect(world.paths()).toHaveLength(2))
  const { recall } = createLibrarySearch(world.db, [{ path: world.folder, name: 'notes', isTrusted: false }])
  expect(recall({ text: 'The ripe quince?', limit: 5 })).toHaveLength(1)
  expect(recall({ text: `Which ${trees.join(', ')} and quince?`, limit: 5 })).toEqual([])
})
