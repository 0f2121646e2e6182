import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBuild } from '../peers/build.ts'

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url))
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'skein-cache-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const node = (args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: '', HOME: dir } })
const cacheIn = (dist: string) => join(dist, readdirSync(dist).find((name) => name.endsWith('.cache')) ?? 'none')

test('what was compiled at the build is taken at a start', () => {
  const dist = join(createBuild().dir, 'dist')
  const cache = cacheIn(dist)
  const asked = `
    import { compileProgram, readCodeCache } from ${JSON.stringify(join(scripts, 'program-loader.mjs'))}
    const data = readCodeCache(${JSON.stringify(cache)})
    console.log(data.length > 500_000, compileProgram(${JSON.stringify(cache.replace(/\.cache$/, ''))}, data).script.cachedDataRejected)`
  expect(node(['--input-type=module', '--eval', asked]).stdout).toBe('true false\n')
})

test('a stack from what was compiled at the build shows the lines of the sources', () => {
  const { dir: build } = createBuild()
  const cache = cacheIn(join(build, 'dist'))
  const program = cache.replace(/\.cache$/, '')
  const asked = `
    import { compileProgram, mapStacks, readCodeCache } from ${JSON.stringify(join(scripts, 'program-loader.mjs'))}
    mapStacks(${JSON.stringify(program)})
    const { runCli } = compileProgram(${JSON.stringify(program)}, readCodeCache(${JSON.stringify(cache)})).run()
    await runCli(undefined, {}).catch(({ stack }) => console.log(stack))`
  const { stdout } = node(['--input-type=module', '--eval', asked])
  expect(stdout).toMatch(/ at runCli \(.*\/src\/cli\/program\.ts:\d+:\d+\)/)
})

test('what was written as modules runs by the rules of modules', () => {
  const program = cacheIn(join(createBuild().dir, 'dist')).replace(/\.cache$/, '')
  expect(readFileSync(program, 'latin1')).toMatch(/^\(function\([^)]*\)\{"use strict";/)
})

test('letters of every language mean in the one file what they mean in the sources', () => {
  const modules = join(dir, 'modules')
  mkdirSync(join(modules, 'cli'), { recursive: true })
  writeFileSync(join(modules, 'main.js'), "import { runCli } from './cli/program.js'\nrunCli()\n")
  const looks = [
    String.raw`/[?？]$/.test('好吗？')`,
    String.raw`/^[ß\–]\é$/.test('–é')`,
    String.raw`/^[😀]$/u.test('😀')`,
    String.raw`/^😀$/.test('😀')`,
    "new RegExp(String.raw`^größe${'n'}?$`, 'i').test('GRÖSSEN'.replace('SS', 'ß'))",
    "'naïve „ja“'.length === 10",
  ]
  writeFileSync(
    join(modules, 'cli/program.js'),
    `export const runCli = () => console.log([${looks.join(', ')}].join())\n`,
  )
  const folder = join(dir, 'dist')
  mkdirSync(folder)
  expect(node([join(scripts, 'bundle.mjs'), modules, folder])).toMatchObject({ status: 0, stderr: '' })
  expect(node([join(folder, 'main.js')]).stdout).toBe(`${looks.map(() => 'true').join()}\n`)
})

test.each([
  ['a byte of it is another', (bytes: Buffer) => bytes.fill((bytes[700_000] ?? 0) ^ 1, 700_000, 700_001)],
  ['its end is missing', (bytes: Buffer) => bytes.subarray(0, 900_000)],
  ['it is empty', () => Buffer.alloc(0)],
])('a cache is left alone when %s', (_what, spoil) => {
  const { dir: build } = createBuild()
  for (const name of readdirSync(build)) if (name !== 'dist') symlinkSync(join(build, name), join(dir, name))
  cpSync(join(build, 'dist'), join(dir, 'dist'), { recursive: true })
  const cache = cacheIn(join(dir, 'dist'))
  writeFileSync(cache, spoil(readFileSync(cache)))
  expect(node([join(dir, 'dist/main.js'), '--version'])).toMatchObject({ status: 0, stderr: '' })
})

test('a stack shows the lines of the modules', () => {
  mkdirSync(join(dir, 'modules/cli'), { recursive: true })
  writeFileSync(join(dir, 'modules/main.js'), "const { runCli } = await import('./cli/program.js')\nrunCli()\n")
  writeFileSync(join(dir, 'modules/cli/program.js'), "export function runCli() {\n\n  throw new Error('oh')\n}\n")
  expect(node([join(scripts, 'bundle.mjs'), join(dir, 'modules'), dir])).toMatchObject({ status: 0 })
  const { stderr } = node([join(dir, 'main.js')])
  expect(stderr).toContain('Error: oh')
  expect(stderr).toContain(`at runCli (${join(dir, 'modules/cli/program.js')}:3:9)`)
})
