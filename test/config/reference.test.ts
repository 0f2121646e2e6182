import { expect, test } from 'vitest'
import { keys } from '../../src/config/key-paths.ts'
import { exampleConfig, keyHelp } from '../../src/config/reference.ts'

test('config.example.toml is up to date with the schema; if not, run "npm run config:example"', async () => {
  await expect(exampleConfig()).toMatchFileSnapshot('../../config.example.toml')
})

test('the schema describes every key and table', () => {
  const described = helpOf(keyHelp(100))
  expect(described.filter(({ note }) => !/^[A-Z"].{5,}[./]$/s.test(note))).toEqual([])
  expect(described.map(({ name }) => name)).toEqual(expect.arrayContaining(keys.map(({ name }) => name)))
})

/** The names and descriptions in the text that "skein config --help" prints. */
function helpOf(text: string): { name: string; note: string }[] {
  return text.split(/\n(?=  \S)/).map((entry) => {
    const [name = '', ...note] = entry.trim().split('\n')
    return { name: name.split(' ')[0] ?? '', note: note.map((line) => line.trim()).join(' ') }
  })
}

test('the help of "skein config" can be narrowed to one table', () => {
  const names = helpOf(keyHelp(100, 'web.voice')).map(({ name }) => name)
  expect(names).toEqual(['[web.voice]', ...['command', 'url', 'model', 'api_key'].map((key) => `web.voice.${key}`)])
  expect(keyHelp(100, 'workers.max')).toContain('workers.max (default: 4)\n      How many')
  expect(keyHelp(100, 'nothing')).toContain('No key begins with "nothing"')
})
