import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ownersNamesIn } from '../../src/cli/import-people.ts'
import { openImportInput } from '../../src/tasks/intake/import-formats/import-input.ts'
import { previewImport } from '../../src/tasks/intake/import-formats/import-preview.ts'
import { createTestClock } from '../support/test-clock.ts'

const chat = '1.2.25, 10:00 - Ana: one\n1.2.25, 10:01 - Ben: two\n1.2.25, 10:02 - Ben: three\n'

async function openFile(content: string) {
  const dir = mkdtempSync(join(tmpdir(), 'skein-import-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'any.name')
  writeFileSync(path, content)
  const input = await openImportInput(path, createTestClock().now())
  return previewImport(input, { owner: 'Owner', ownersNames: [], signal: new AbortController().signal })
}

async function answer(typed: string) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.write(`${typed}\n`)
  const said = text(output)
  const names = await ownersNamesIn(await openFile(chat), [], { input, output }).catch(String)
  output.end()
  return { names, said: await said }
}

test('at a terminal the names are listed, and a number or a name answers', async () => {
  const first = await answer('2')
  expect(first.said).toContain('  1  Ben\n  2  Ana\n')
  expect(first.names).toEqual(['Ana'])
  expect((await answer('ben')).names).toEqual(['ben'])
  expect((await answer('')).names).toContain('UsageError: Which of these names is yours?')
  expect((await answer('0')).names).toEqual([])
  expect((await answer('3')).names).toContain('UsageError: Nobody is called "3"')
})

test('in a script the flag answers, and a name that is not in the file is refused', async () => {
  const file = await openFile(`\ufeff${chat}`)
  expect(await ownersNamesIn(file, ['Ana'])).toEqual(['Ana'])
  await expect(ownersNamesIn(file, [])).rejects.toThrow('The file has: Ben, Ana')
  await expect(ownersNamesIn(file, ['Cara'])).rejects.toThrow(/Nobody is called "Cara" .* It has: Ben, Ana/)
})

test('a file in which the owner wrote nothing can be imported', async () => {
  expect(await ownersNamesIn(await openFile(chat), ['nobody'])).toEqual([])
  const named = await openFile('1.2.25, 10:00 - Nobody: one\n1.2.25, 10:01 - Ben: two\n')
  expect(await ownersNamesIn(named, ['nobody'])).toEqual(['nobody'])
})

test('nobody is asked about our own lines', async () => {
  const file = await openFile('{"chat":"journal"}\n')
  expect([file.formats[0], await ownersNamesIn(file, [])]).toEqual(['JSON lines', []])
})

test('an archive is not unpacked, and the person is told to do it', async () => {
  await expect(openFile('PK\u0003\u0004 and more')).rejects.toThrow('zip archive')
})
