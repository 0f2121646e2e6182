import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = ['README.md', 'CONTRIBUTING.md', ...['docs', 'docs/decisions'].flatMap(pagesIn)]

test.each(pages)('every file and link that %s names exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const paths = [...text.matchAll(/`((?:src|test|systemd|bench|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) => join(dirname(page), link))
  const named = [...paths, ...links].filter((path) => !path.includes('NAME'))
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the README has at most 150 lines, and the glossary at most 30 words', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length - 1).toBeLessThanOrEqual(150)
  expect(readFileSync(join(root, 'docs/glossary.md'), 'utf8').match(/^\| \*\*/gm)?.length).toBeLessThanOrEqual(30)
})

function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}
