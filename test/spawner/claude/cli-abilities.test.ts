import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createAbilities, promptArgs } from '../../../src/spawner/claude/cli-abilities.ts'
import { aTurn, claudeRig, endOf, type Rig, read } from './rig.ts'

const dir = mkdtempSync(join(tmpdir(), 'skein-abilities-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const rigs: Rig[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const rig of rigs.splice(0)) await rig.remove()
})
const never = new AbortController().signal

/** A program that says its version, knows the flag or not, and counts how often it was asked. */
function program(name: string, version: string, complaint: string): string {
  const file = join(dir, name)
  const body = `echo "$@" >> ${file}.asked\ncase "$1" in --version) echo "${version} (Claude Code)";; *) echo "${complaint}" >&2; exit 1;; esac`
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}
const asked = (file: string) => readFileSync(`${file}.asked`, 'utf8').trim().split('\n')
const unknown = "error: unknown option '--append-system-prompt-file'"
const absent = 'Error: Append system prompt file not found'

test.each([
  ['2.1.325', absent, true],
  ['1.0.99', absent, true],
  ['1.0.40', unknown, false],
])('version %s that complains of "%s" takes prompts by file: %s', async (version, complaint, promptFile) => {
  const file = program(`v${version}`, version, complaint)
  expect(await createAbilities({ configDir: dir, env: process.env }, file)(never)).toEqual({ version, promptFile })
})

test('it is asked once, and again when it has been replaced', async () => {
  const file = program('once', '2.1.325', absent)
  const abilities = createAbilities({ configDir: dir, env: process.env }, file)
  await abilities(never)
  await abilities(never)
  expect(asked(file)).toEqual(['--version'])
  appendFileSync(file, '# another build\n')
  await abilities(never)
  expect(asked(file)).toHaveLength(2)
})

test('a name is looked for on the PATH', async () => {
  const file = program('named', '2.3.4', absent)
  const env = { PATH: `/nowhere:${dir}:${process.env.PATH}` }
  expect(await createAbilities({ configDir: dir, env }, 'named')(never)).toEqual({ version: '2.3.4', promptFile: true })
  expect(asked(file)).toHaveLength(1)
})

test('one that is not there is taken for a current one: the turn will say what is wrong', async () => {
  expect(await createAbilities({ configDir: dir, env: process.env }, '/nowhere/claude')(never)).toMatchObject({
    promptFile: true,
  })
})

test.each([
  ['x', 131_071],
  ['é', 65_535],
  ['记', 43_690],
  ['😀', 32_767],
])('an argument of %s holds %i of them and not one more', (character, most) => {
  const old = { version: '1.0.40', promptFile: false }
  expect(promptArgs(old, given(character.repeat(most)))).toEqual(['--append-system-prompt', character.repeat(most)])
  expect(promptArgs(old, given(character.repeat(most + 1)))).toBeUndefined()
})

test('an old program gets a short prompt as argument, and a long one is a failure that says to update it', async () => {
  const rig = claudeRig('is too old for prompts by file', { containment: 'marker' })
  rigs.push(rig)
  const short = endOf(await read(rig.brain, aTurn({ system: `${'记'.repeat(43_690)}` })))
  expect(short).toMatchObject({ kind: 'done', text: expect.stringContaining('"--append-system-prompt","记记') })
  const long = endOf(await read(rig.brain, aTurn({ system: '记'.repeat(43_691) })))
  expect(long).toMatchObject({ kind: 'failed', failure: { class: 'missing', retry: false } })
  expect(long).toMatchObject({ failure: { advice: { en: expect.stringContaining('update it') } } })
})

test('half a prompt never goes where a NUL is in it', () => {
  const old = { version: '1.0.40', promptFile: false }
  expect(promptArgs(old, given('a\0b'))).toEqual(['--append-system-prompt', 'a\u{FFFD}b'])
})

test("a prompt is always appended, to the CLI's own or to one sentence in its place", () => {
  const able = { version: '2.1.325', promptFile: true }
  const appended = ['--append-system-prompt-file', 'file']
  const short = ['--system-prompt', expect.stringMatching(/^[^\n]{1,100}$/)]
  expect(promptArgs(able, { ...given('a'), base: 'claude-code' })).toEqual(appended)
  expect(promptArgs(able, given('a'))).toEqual([...short, ...appended])
  expect(promptArgs(able, { ...given('a'), base: 'none' })).toEqual([...short, ...appended])
  const old = { version: '1.0.40', promptFile: false }
  expect(promptArgs(old, { ...given('a'), base: 'none' })).toEqual(['--append-system-prompt', 'a'])
})

function given(text: string) {
  return { text, file: 'file', base: undefined }
}
