import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { matchesGlob } from '../../../../src/spawner/native/tools/list-files.ts'
import { createBench } from './bench.ts'

const isRoot = process.getuid?.() === 0
const filesOnly = { tools: ['read_file', 'list_files', 'write_file', 'edit_file'] }

describe('read_file', () => {
  test('gives a short file as it is', async () => {
    const { workspace, use } = await createBench(filesOnly)
    writeFileSync(join(workspace, 'a.txt'), 'one\ntwo — Zürich\n')
    expect(await use('read_file', { path: 'a.txt' })).toEqual({ text: 'one\ntwo — Zürich', failed: false })
    expect(await use('read_file', { path: join(workspace, 'a.txt') })).toMatchObject({ failed: false })
  })

  test('gives a long one in parts, by which every line of it is reached once', async () => {
    const { workspace, use } = await createBench(filesOnly)
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at} ${'x'.repeat(at % 40)}`)
    writeFileSync(join(workspace, 'long.txt'), lines.join('\n'))
    const read: string[] = []
    for (let offset: number | undefined = 1; offset !== undefined; ) {
      const { text } = await use('read_file', { path: 'long.txt', offset })
      expect(text.length).toBeLessThan(21_000)
      const parts: string[] = text.split('\n')
      const remark = parts.at(-1)?.startsWith('[') ? parts.pop() : undefined
      read.push(...parts)
      const next: string | undefined = /offset (\d+)/.exec(remark ?? '')?.[1]
      offset = next === undefined ? undefined : Number(next)
    }
    expect(read).toEqual(lines)
    expect((await use('read_file', { path: 'long.txt', offset: 10, limit: 2 })).text).toBe(
      `${lines[9]}\n${lines[10]}\n[Lines 10 to 11 of 5000. Continue with offset 12.]`,
    )
  })

  test('reaches the middle of one endless line, and tears no character', async () => {
    const { workspace, use } = await createBench(filesOnly)
    writeFileSync(join(workspace, 'line.json'), `${'🦊'.repeat(50_001)}needle${'y'.repeat(50_000)}`)
    const { text } = await use('read_file', { path: 'line.json', offset: 51, limit: 2 })
    expect(text).toContain('needle')
    expect(text.isWellFormed()).toBe(true)
  })

  test.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), 'image/png, 12 bytes'],
    ['bytes', Buffer.from([1, 2, 0, 3]), 'application/octet-stream, 4 bytes'],
  ])('says so where it is %s', async (_, bytes, says) => {
    const { workspace, use } = await createBench(filesOnly)
    writeFileSync(join(workspace, 'file'), bytes)
    expect(await use('read_file', { path: 'file' })).toEqual({
      text: `file is not a text file (${says}).`,
      failed: true,
    })
  })

  test('reads what Windows wrote, and UTF-16', async () => {
    const { workspace, use } = await createBench(filesOnly)
    writeFileSync(join(workspace, 'old.txt'), Buffer.from([0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68, 0x20, 0x80]))
    writeFileSync(join(workspace, 'wide.txt'), Buffer.from('\ufeffwide', 'utf16le'))
    expect((await use('read_file', { path: 'old.txt' })).text).toBe('Zürich €')
    expect((await use('read_file', { path: 'wide.txt' })).text).toBe('wide')
  })

  test.each([
    [{ path: 'none.txt' }, 'There is no such file or folder in the workspace.'],
    [{ path: 'folder' }, '"folder" is a folder; list_files shows what is in it.'],
    [{ path: '.' }, '"." is a folder.'],
    [{ path: 'a.txt', offset: 9 }, 'The file has 1 lines.'],
    [{ path: 'a.txt/b' }, 'A part of the path is not a folder.'],
    [{ path: 7 }, /^read_file: .*expected string/s],
    [{}, /^read_file: /],
    [{ path: 'a.txt', offset: 0 }, /^read_file: /],
  ])('%j fails with a sentence', async (input, says) => {
    const { workspace, use } = await createBench(filesOnly)
    mkdirSync(join(workspace, 'folder'))
    writeFileSync(join(workspace, 'a.txt'), 'x')
    const { text, failed } = await use('read_file', input)
    expect(failed).toBe(true)
    if (typeof says === 'string') expect(text).toBe(says)
    else expect(text).toMatch(says)
    expect(text).not.toContain(workspace)
  })
})

describe('list_files', () => {
  test('lists a folder, and searches below it', async () => {
    const { workspace, use } = await createBench(filesOnly)
    mkdirSync(join(workspace, 'src/deep'), { recursive: true })
    for (const name of ['a.md', 'src/b.ts', 'src/deep/c.ts', 'src/deep/bad\nname.ts'])
      writeFileSync(join(workspace, name), 'x')
    symlinkSync('/etc', join(workspace, 'out'))
    expect((await use('list_files', {})).text).toBe('a.md (1 bytes)\nout (a link)\nsrc/')
    expect((await use('list_files', { pattern: '*.ts' })).text).toBe(
      'src/b.ts (1 bytes)\n"src/deep/bad\\nname.ts" (1 bytes)\nsrc/deep/c.ts (1 bytes)',
    )
    expect((await use('list_files', { path: 'src', pattern: 'deep/*.ts' })).text).toContain('deep/c.ts')
    expect((await use('list_files', { pattern: '*.none' })).text).toBe('[Nothing found.]')
    expect(await use('list_files', { path: 'out' })).toMatchObject({ failed: true })
  })

  test('is bounded', async () => {
    const { workspace, use } = await createBench(filesOnly)
    for (let at = 0; at < 400; at++) writeFileSync(join(workspace, `f${at}`), '')
    const { text } = await use('list_files', {})
    expect(text.split('\n')).toHaveLength(301)
    expect(text).toContain('[100 more')
  })

  test.each([
    ['*.md', 'a/b/c.md', true],
    ['*.md', 'a.mdx', false],
    ['a/*.md', 'a/b/c.md', false],
    ['a/**/*.md', 'a/b/c.md', true],
    ['a/**/*.md', 'a/c.md', true],
    ['**/b/**', 'a/b/c', true],
    ['?.md', 'é.md', true],
    ['a*b*c', 'axxbxxc', true],
    ['', 'a', false],
  ])('%s for %s: %s', (pattern, path, expected) => {
    expect(matchesGlob(pattern, path)).toBe(expected)
  })

  test('a hostile pattern takes no time', () => {
    expect(matchesGlob(`${'*a'.repeat(250)}b`, 'a'.repeat(255))).toBe(false)
    expect(matchesGlob(`${'**/a/'.repeat(90)}b`, 'a/'.repeat(900))).toBe(false)
  })
})

describe('write_file and edit_file', () => {
  test('write, make folders, keep the mode, and leave nothing beside', async () => {
    const { workspace, use } = await createBench(filesOnly)
    const path = join(workspace, 'deep/er/run.sh')
    expect(await use('write_file', { path: 'deep/er/run.sh', content: 'old' })).toEqual({
      text: 'Wrote deep/er/run.sh (3 bytes).',
      failed: false,
    })
    chmodSync(path, 0o755)
    await use('write_file', { path: 'deep/er/run.sh', content: 'new' })
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o755])
    expect((await use('list_files', { path: 'deep/er' })).text).toBe('run.sh (3 bytes)')
    // As root it belongs to whom commands run as, or they could not read it.
    if (isRoot) expect([statSync(path).uid, statSync(join(workspace, 'deep')).uid]).toEqual([65_530, 65_530])
  })

  test('edit one place, or every one, letter for letter', async () => {
    const { workspace, use } = await createBench(filesOnly)
    writeFileSync(join(workspace, 'a.txt'), 'x $& x')
    const edit = (old_text: string, new_text: string, everywhere?: boolean) =>
      use('edit_file', { path: 'a.txt', old_text, new_text, ...(everywhere && { everywhere }) })
    expect((await edit('x', 'y')).text).toMatch(/occurs 2 times in the file/)
    expect((await edit('z', 'y')).text).toMatch(/not in the file/)
    expect((await edit('', 'y')).failed).toBe(true)
    expect((await edit('x', 'y', true)).text).toBe('Changed a.txt in 2 places.')
    expect((await edit('$&', '$1$`')).text).toBe('Changed a.txt in one place.')
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('y $1$` y')
  })

  test('two changes to one file at once are both in it', async () => {
    const { workspace, use } = await createBench(filesOnly)
    writeFileSync(join(workspace, 'a.txt'), 'one two three')
    const edit = (old_text: string, new_text: string) => use('edit_file', { path: 'a.txt', old_text, new_text })
    await Promise.all([edit('one', '1'), edit('two', '2'), edit('three', '3')])
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('1 2 3')
  })

  test('what cannot be written back as it was is not touched, and nothing grows without end', async () => {
    const { workspace, use } = await createBench(filesOnly)
    const bytes = Buffer.from([0x61, 0xff, 0x62])
    writeFileSync(join(workspace, 'a.bin'), bytes)
    writeFileSync(join(workspace, 'big.txt'), 'a'.repeat(1_000_000))
    expect((await use('edit_file', { path: 'a.bin', old_text: 'a', new_text: 'c' })).text).toMatch(/not UTF-8 text/)
    expect(readFileSync(join(workspace, 'a.bin'))).toEqual(bytes)
    const grown = { path: 'big.txt', old_text: 'a', new_text: 'b'.repeat(1000), everywhere: true }
    expect((await use('edit_file', grown)).text).toMatch(/too large/)
  })
})
