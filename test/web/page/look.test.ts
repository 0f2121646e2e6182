import { expect, test } from 'vitest'
import { createLook, forgetAllButLook } from '../../../src/web/page/look.ts'

function storageOf(kept: Record<string, string>) {
  const items = new Map(Object.entries(kept))
  return {
    items,
    get length() {
      return items.size
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

const rootOf = () => ({ lang: '', dataset: {} as Record<string, string | undefined> })

test('what is chosen is told to the document and kept; the browser is followed again when nothing is', () => {
  const [storage, root] = [storageOf({}), rootOf()]
  const look = createLook({ storage, root, preferred: ['en-GB', 'de-AT'] })
  expect([root.lang, look.locale.value]).toEqual(['en', 'en-GB'])
  look.setLanguage('de')
  look.setTheme('dark')
  expect([root.lang, look.locale.value, root.dataset]).toEqual(['de', 'de-AT', { theme: 'dark' }])
  const again = createLook({ storage, root: rootOf(), preferred: ['en-GB'] })
  expect([again.theme.value, again.language.value, again.locale.value]).toEqual(['dark', 'de', 'de'])
  again.setLanguage(undefined)
  look.setTheme(undefined)
  expect([again.locale.value, root.dataset, storage.items.size]).toEqual(['en-GB', {}, 0])
})

test('whoever signs out leaves nothing but the look', () => {
  const storage = storageOf({ 'skein.typed.web:a': 'mine', 'skein.theme': 'dark', 'skein.language': 'de', other: 'x' })
  forgetAllButLook(storage)
  expect([...storage.items.keys()]).toEqual(['skein.theme', 'skein.language'])
})
