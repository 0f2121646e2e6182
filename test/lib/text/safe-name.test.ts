import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeName, withNumber } from '../../../src/lib/text/safe-name.ts'
import { size } from '../../support/sizes.ts'

test.each([
  ['report (1).pdf', 'report (1).pdf'],
  ['Übersicht 世界.xlsx', 'Übersicht 世界.xlsx'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ana\\notes.txt', 'notes.txt'],
  ['..', 'file'],
  ['', 'file'],
  ['a/', 'file'],
  ['.bashrc', 'file-.bashrc'],
  ['.mcp.json', 'file-.mcp.json'],
  ['CLAUDE.md', 'file-CLAUDE.md'],
  ['claude.local.md', 'file-claude.local.md'],
  ['AGENTS.md', 'file-AGENTS.md'],
  ['-rf', 'file--rf'],
  ['~root', 'file-~root'],
  ['nul.txt', 'file-nul.txt'],
  ['\u200b.claude', 'file-.claude'],
  ['C\u200dLAUDE.md', 'file-CLAUDE.md'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['a\nb\u0000c\u001b[31m.txt', 'a bc[31m.txt'],
  ['quote" and <tag>.txt', 'quote_ and _tag_.txt'],
  ['trailing. . ', 'trailing'],
  ['two \u200b spaces.txt', 'two spaces.txt'],
  [' \u00a0spaced\u3000out ', 'spaced out'],
])('%j is called %j', (given, safe) => expect(safeName(given)).toBe(safe))

test('a name of any length fits, and keeps its ending', () => {
  expect(safeName(`${'x'.repeat(300)}.pdf`)).toMatch(/^x{156}\.pdf$/)
  const chinese = safeName(`${'世'.repeat(300)}.pdf`)
  expect(chinese).toMatch(/^世+\.pdf$/)
  expect(Buffer.byteLength(chinese)).toBeLessThanOrEqual(160)
  expect(Buffer.byteLength(safeName('😀'.repeat(5000)))).toBeLessThanOrEqual(160)
})

test('a number goes before the ending', () => {
  expect([withNumber('a.tar.gz', 2), withNumber('notes', 3)]).toEqual(['a.tar-2.gz', 'notes-3'])
})

test('whatever it is given, it stays what it is when it is made safe again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const safe = safeName(given)
      expect(safeName(safe)).toBe(safe)
      expect(safe).not.toMatch(/[/\\\p{C}"<>]|^[.~-]/u)
      expect(safe.length).toBeGreaterThan(0)
    }),
    { numRuns: size(600, 3000) },
  )
})
