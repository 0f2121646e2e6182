import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { draftConfig } from '../../src/config/config-draft.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-draft-'))
  file = join(folder, 'config.toml')
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const mode = (path: string) => statSync(path).mode & 0o777

test('takes the place of the file, keeps who may read it, and keeps the old text', () => {
  writeFileSync(file, 'timezone = "UTC"\n')
  chmodSync(file, 0o640)
  const draft = draftConfig(file, '[web]\nport = 9\n', {})
  expect(draft.config.web.port).toBe(9)
  expect(readFileSync(file, 'utf8')).toBe('timezone = "UTC"\n')
  expect(draft.commit()).toBe(`${file}.bak`)
  expect(readFileSync(file, 'utf8')).toBe('[web]\nport = 9\n')
  expect(readFileSync(`${file}.bak`, 'utf8')).toBe('timezone = "UTC"\n')
  expect(mode(file)).toBe(0o640)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('makes the file and its folder for this user alone', () => {
  const fresh = join(folder, 'new', 'config.toml')
  expect(draftConfig(fresh, '', {}).commit()).toBeUndefined()
  expect([mode(fresh), mode(join(folder, 'new'))]).toEqual([0o600, 0o700])
})

test('that is no good leaves everything as it was and names the file itself', () => {
  writeFileSync(file, 'timezone = "UTC"\n', { mode: 0o600 })
  expect(() => draftConfig(file, '[web]\nprot = 9\n', {})).toThrow(`${file} line 2: unknown key web.prot`)
  expect(readdirSync(folder)).toEqual(['config.toml'])
})

test('follows a link to the real file', () => {
  mkdirSync(join(folder, 'dotfiles'))
  const real = join(folder, 'dotfiles', 'skein.toml')
  writeFileSync(real, 'timezone = "UTC"\n', { mode: 0o600 })
  symlinkSync(real, file)
  draftConfig(file, '[web]\nport = 9\n', {}).commit()
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  expect(readFileSync(real, 'utf8')).toBe('[web]\nport = 9\n')
})
