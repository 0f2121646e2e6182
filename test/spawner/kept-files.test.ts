import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepFile, removeOldKeptFiles } from '../../src/spawner/kept-files.ts'

const DAY_S = 24 * 3600

function createWorkspace() {
  const root = mkdtempSync(join(tmpdir(), 'skein-kept-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const dir = join(root, 'chat')
  const place = (name: string, daysAgo: number) => {
    const path = join(dir, '.kept', name)
    mkdirSync(join(dir, '.kept'), { recursive: true })
    writeFileSync(path, name)
    const at = Date.now() / 1000 - daysAgo * DAY_S
    utimesSync(path, at, at)
  }
  return { root, dir, place, names: () => new Set(readdirSync(join(dir, '.kept'))) }
}

test('what was kept longer than a week is removed, and nothing that somebody else put there', async () => {
  const { root, dir, place, names } = createWorkspace()
  place('owner-000001-old.txt', 8)
  place('untrusted-000002-old.txt', 300)
  place('guest-000003-lately.txt', 6)
  place('notes.txt', 300)
  mkdirSync(join(dir, '.kept', 'member-folder'))
  writeFileSync(join(dir, 'outside.txt'), 'outside')
  symlinkSync(join(dir, 'outside.txt'), join(dir, '.kept', 'owner-link'))
  const path = await keepFile(dir, 'new.txt', 'new', 'member')
  expect(await removeOldKeptFiles(root, new Date(Date.now() - 7 * DAY_S * 1000))).toBe(2)
  expect(path).toMatch(/^\.kept\/member-[0-9a-f]{6}-new\.txt$/)
  const left = ['guest-000003-lately.txt', 'member-folder', 'notes.txt', 'owner-link', path?.slice('.kept/'.length)]
  expect(names()).toEqual(new Set(left))
})

test('a folder that is a link, and a missing one, are left alone', async () => {
  const { root, dir, place } = createWorkspace()
  place('owner-000001-old.txt', 300)
  mkdirSync(join(root, 'other'))
  symlinkSync(join(dir, '.kept'), join(root, 'other/.kept'))
  mkdirSync(join(root, 'empty'))
  renameSync(join(dir, '.kept'), join(root, 'elsewhere'))
  symlinkSync(join(root, 'elsewhere'), join(dir, '.kept'))
  expect(await removeOldKeptFiles(root, new Date())).toBe(0)
  expect(await removeOldKeptFiles(join(root, 'nowhere'), new Date())).toBe(0)
})
