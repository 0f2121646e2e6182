import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-packages-'))
  mkdirSync(join(folder, 'tools'))
  symlinkSync(process.execPath, join(folder, 'tools/node'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, packages: object) => writeFileSync(join(folder, name), JSON.stringify({ packages }))

function run(code: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'tools')}:/usr/bin:/bin`, HOME: folder },
  })
  return stdout + stderr
}

describe('a package is wanted', () => {
  const missing = (one: object, platform: object) => {
    write('package-lock.json', { '': {}, 'node_modules/@maker/native': { version: '1.0.0', ...one } })
    const code = `import { missingForPlatform } from ${JSON.stringify(join(scripts, 'platform-packages.mjs'))}
      console.log(missingForPlatform(${JSON.stringify(folder)}, ${JSON.stringify(platform)}).join())`
    return run(code).trim() !== ''
  }
  test.each([
    ['made for this platform', { optional: true, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }, true],
    ['for every libc of it', { optional: true, os: ['linux'], cpu: ['arm64'] }, true],
    ['for all but another', { optional: true, os: ['!win32'], cpu: ['arm64'] }, true],
    ['of another libc', { optional: true, os: ['linux'], cpu: ['arm64'], libc: ['musl'] }, false],
    ['of another processor', { optional: true, os: ['linux'], cpu: ['x64'] }, false],
    ['not for this system', { optional: true, os: ['!linux'] }, false],
    ['optional for another reason', { optional: true }, false],
    ['not optional: npm itself insists', { os: ['linux'], cpu: ['arm64'] }, false],
  ])('%s', (_which, one, isWanted) => {
    expect(missing(one, { os: 'linux', cpu: 'arm64', libc: 'glibc' })).toBe(isWanted)
  })
})

describe('npm ci that leaves out what this platform needs', () => {
  const native = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
  const code = `import { ensureInstalled } from ${JSON.stringify(join(scripts, 'install.mjs'))}
    await ensureInstalled(${JSON.stringify(folder ?? '')} || process.cwd(), console.log)`
  const calls = () => readFileSync(join(folder, 'npm.log'), 'utf8').trim().split('\n')

  /** An npm that installs the native package at this call of it, or never. */
  function npmThatBringsItAt(call: number) {
    write('package-lock.json', { '': {}, 'node_modules/@maker/native': native })
    write('whole.json', { 'node_modules/other': {}, 'node_modules/@maker/native': native })
    write('half.json', { 'node_modules/other': {} })
    writeFileSync(
      join(folder, 'tools/npm'),
      `#!/bin/sh
echo $1 >> npm.log
mkdir -p node_modules/better-sqlite3
echo 'module.exports = class {}' > node_modules/better-sqlite3/index.js
[ $(wc -l < npm.log) -eq ${call} ] && cp whole.json node_modules/.package-lock.json || cp half.json node_modules/.package-lock.json
`,
      { mode: 0o755 },
    )
  }

  test('is run once more, and that is all where it then comes', () => {
    npmThatBringsItAt(2)
    const said = run(code)
    expect(said).toContain('npm left out @maker/native@1.0.0; installing once more')
    expect(said).not.toContain('still missing')
    expect(calls()).toEqual(['ci', 'ci'])
  })

  test('is told by name where it does not come, and nothing is refused for it', () => {
    npmThatBringsItAt(0)
    expect(run(code)).toMatch(/still missing: @maker\/native@1\.0\.0\. .*npm config get registry.*\n$/)
    expect(calls()).toEqual(['ci', 'ci'])
    expect(run(code)).toBe('')
    expect(calls()).toEqual(['ci', 'ci'])
  })

  test('is not taken for an install by hand that was whole', () => {
    npmThatBringsItAt(1)
    mkdirSync(join(folder, 'node_modules'))
    write('node_modules/.package-lock.json', { 'node_modules/other': {} })
    run(code)
    expect(calls()).toEqual(['ci'])
  })
})
