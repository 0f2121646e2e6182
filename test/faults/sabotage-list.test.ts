import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceOnce, sourceRoot } from '../peers/sabotaged-copy.ts'
import { defences } from './sabotage/defences.ts'

// The list cannot rot unseen: whoever moves a defence reads here that its entry has to follow. Costs a tenth of a second.

const { catalogue } = (await import(join(sourceRoot, 'scripts/proof/catalogue.mjs'))) as {
  catalogue: { name: string; files: string[] }[]
}

const named = defences.map((defence) => [defence.name, defence] as const)

test('there are more than a hundred defences, each once', () => {
  expect(defences.length).toBeGreaterThan(100)
  expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length)
})

test.each(named)('%s: what is taken out is there once', (_name, defence) => {
  const source = readFileSync(join(sourceRoot, defence.file), 'utf8')
  expect(replaceOnce(source, defence)).not.toBe(source)
})

test.each(named)('%s: its test belongs to its row of the proof', (_name, { row, test: file }) => {
  const files = catalogue.find(({ name }) => name === row)?.files ?? []
  expect(file.endsWith('.test.ts') && existsSync(join(sourceRoot, file)), `${file} is no test`).toBe(true)
  expect(
    files.some((own) => file === own || file.startsWith(`${own}/`)),
    `${row} does not run ${file}, only ${files.join(', ')}`,
  ).toBe(true)
})
