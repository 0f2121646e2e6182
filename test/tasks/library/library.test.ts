import { mkdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLibrarySearch } from '../../../src/tasks/library/library-search.ts'
import { createFolder, createLibraryWorld, write } from './library-world.ts'

const roof = '# Roof\n\nThe roofer Mertens asks for 12,000 euros.\n\n## Gutters\n\nThey are made of zinc.\n'

describe('the library', () => {
  test('files what is in its folders, and finds it by text, heading and file name', async () => {
    const world = createLibraryWorld({ 'house/roof.md': roof, 'garden.txt': 'The quince needs no pruning.' })
    await world.until(() => expect(world.paths()).toEqual(['garden.txt', 'house/roof.md']))
    expect(world.found('what does Mertens ask for?')[0]).toBe('house/roof.md#1')
    expect(world.found('gutters')[0]).toBe('house/roof.md#2')
    expect(world.found('garden')).toEqual(['garden.txt#1'])
    expect(world.found('pruned quinces')).toEqual(['garden.txt#1'])
  })

  test('follows changes, renames and deletions while it runs', async () => {
    const world = createLibraryWorld({ 'a.md': 'The first colour is vermilion.', 'b.md': 'Second.' })
    await world.until(() => expect(world.found('vermilion')).toEqual(['a.md#1']))
    await world.until(() => {
      write(world.folder, 'a.md', 'The first colour is ultramarine.')
      expect(world.found('ultramarine')).toEqual(['a.md#1'])
    })
    expect(world.found('vermilion')).toEqual([])
    renameSync(join(world.folder, 'a.md'), join(world.folder, 'c.md'))
    rmSync(join(world.folder, 'b.md'))
    await world.until(() => expect(world.paths()).toEqual(['c.md']))
    expect(world.found('ultramarine')).toEqual(['c.md#1'])
  })

  test('is told of a change by the system, long before the next full pass', async () => {
    const world = createLibraryWorld({ 'deep/er/a.md': 'One.' })
    const stop = world.start({ pauses: { fullPassMs: 3_600_000, settleMs: 1, stepMs: 0 } })
    try {
      await expect.poll(() => world.paths()).toEqual(['deep/er/a.md'])
      write(world.folder, 'deep/er/b.md', 'Two.')
      await expect.poll(() => world.paths(), { timeout: 20_000 }).toEqual(['deep/er/a.md', 'deep/er/b.md'])
    } finally {
      await stop()
    }
  })

  test('does not read an unchanged file again after a restart', async () => {
    const world = createLibraryWorld({ 'a.md': roof })
    const ids = () => world.db.raw.prepare('SELECT id FROM library_file').pluck().all()
    await world.until(() => expect(world.paths()).toEqual(['a.md']))
    const before = ids()
    // The same content with another time is read, and found to be the same.
    utimesSync(join(world.folder, 'a.md'), new Date(), new Date(Date.now() + 5000))
    const modifiedAt = Math.floor(statSync(join(world.folder, 'a.md')).mtimeMs)
    const times = () => world.db.raw.prepare('SELECT modified_at FROM library_file').pluck().all()
    await world.until(() => expect(times()).toEqual([modifiedAt]))
    expect(ids()).toEqual(before)
  })

  test('replaces a file as a whole, also when it was killed in the middle', async () => {
    const long = (word: string) => Array.from({ length: 90 }, (_, at) => `## Part ${at}\n\n${word} ${at}`).join('\n\n')
    const world = createLibraryWorld({ 'a.md': long('older') })
    await world.until(() => expect(world.found('older')).toHaveLength(20))
    write(world.folder, 'a.md', long('newer'))
    const states = world.db.raw.prepare("SELECT count(*) FROM library_file WHERE state = 'filing'").pluck()
    let writes = 0
    // After the third commit of the new file, no other one follows.
    world.start({
      persist: async (work) => {
        if (writes === 3) return new Promise(() => {})
        const result = work()
        if (states.get() === 1) writes++
        return result
      },
    })
    await expect.poll(() => writes).toBe(3)
    expect(world.found('older')).toHaveLength(20)
    expect(world.found('newer')).toEqual([])
    await world.until(() => expect(world.found('newer')).toHaveLength(20))
    expect(world.found('older')).toEqual([])
    await world.until(() => expect(world.db.raw.prepare('SELECT count(*) FROM library_passage').pluck().get()).toBe(90))
    expect(world.db.raw.prepare('SELECT count(*) FROM library_file').pluck().get()).toBe(1)
  })

  test('forgets a folder that is no longer configured, and keeps one that is only away', async () => {
    const world = createLibraryWorld({ 'a.md': roof })
    await world.until(() => expect(world.paths()).toEqual(['a.md']))
    renameSync(world.folder, `${world.folder}-away`)
    await world.until((problems) => expect(problems).toMatch(/cannot be opened/))
    expect(world.found('zinc')).toEqual(['a.md#2'])
    renameSync(`${world.folder}-away`, world.folder)
    await world.until(() => expect(world.paths()).toEqual([]), { folders: [] })
    for (const table of ['library_file', 'library_passage'])
      expect(world.db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
  })

  test('keeps what it knows of an empty folder, unless it saw how it became empty', async () => {
    const world = createLibraryWorld({ 'a.md': roof })
    const stop = world.start()
    await expect.poll(() => world.paths()).toEqual(['a.md'])
    rmSync(join(world.folder, 'a.md'))
    await expect.poll(() => world.paths()).toEqual([])
    write(world.folder, 'b.md', roof)
    await expect.poll(() => world.paths()).toEqual(['b.md'])
    // Where a disk was mounted, an empty folder is left.
    renameSync(world.folder, `${world.folder}-away`)
    mkdirSync(world.folder)
    await expect.poll(() => world.problems(), { timeout: 20_000 }).toMatch(/has no files now/)
    await stop()
    await world.until((problems) => expect(problems).toMatch(/has no files now/))
    expect(world.found('zinc')).toEqual(['b.md#2'])
    rmdirSync(world.folder)
    renameSync(`${world.folder}-away`, world.folder)
    await world.until((problems) => expect(problems).toBe(''))
    expect(world.found('zinc')).toEqual(['b.md#2'])
  })

  test('never files what looks like a credential, nor the data of Skein', async () => {
    const world = createLibraryWorld({
      'key.md': 'The key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 today.',
    })
    await world.until(() => expect(world.paths()).toEqual(['key.md']))
    const texts = world.db.raw.prepare('SELECT text FROM library_passage').pluck().all() as string[]
    expect(texts.join()).not.toContain('abcdefghijklmnop')
    const other = createLibraryWorld({ 'data/files/a.md': 'inside', 'b.md': 'outside' })
    await other.until(() => expect(other.paths()).toEqual(['b.md']), { dataDir: join(other.folder, 'data') })
    const inside = createFolder()
    write(inside, 'workspaces/a.md', 'written by a model')
    const folders = [{ path: join(inside, 'workspaces'), name: 'workspaces', isTrusted: true }]
    const stop = other.start({ folders, dataDir: inside })
    await expect.poll(() => other.paths()).toEqual([])
    await stop()
  })

  test('reads a trusted folder inside another one only as trusted', async () => {
    const world = createLibraryWorld({ 'a.md': 'The outer quince.', 'own/b.md': 'The inner quince.' })
    const outer = { path: world.folder, name: 'notes', isTrusted: false }
    const inner = { path: join(world.folder, 'own'), name: 'own', isTrusted: true }
    await world.until(() => expect(world.paths()).toEqual(['a.md', 'b.md']), { folders: [outer, inner] })
    const { search } = createLibrarySearch(world.db, [outer, inner])
    const found = search({ text: 'quince', limit: 5 }).map(
      ({ passage }) => `${passage.path} ${passage.folder.isTrusted}`,
    )
    expect(found.toSorted()).toEqual(['a.md false', 'b.md true'])
  })
})
