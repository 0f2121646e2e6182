import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBuild } from '../peers/build.ts'

const VALUE = 'a-value-of-some-length'

function createHome(toml: string) {
  const home = mkdtempSync(join(tmpdir(), 'skein-secret-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, '.config/skein'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.config/skein/config.toml'), toml, { mode: 0o600 })
  const { main } = createBuild()
  return (args: string[], input = '') => {
    const env = { PATH: process.env.PATH, HOME: home }
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { input, env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
}

test('a secret is set from the input, listed by its name, used, and removed when nothing uses it any more', () => {
  const skein = createHome('[metrics]\ntoken = "secret:numbers"\n')
  expect(skein(['config', 'metrics.token'])).toMatchObject({
    status: 78,
    stderr: /"skein secret set numbers" makes it/,
  })
  const said = [
    skein(['secret', 'set', 'numbers'], `${VALUE}\n`),
    skein(['secret', 'set', 'spare'], VALUE),
    skein(['secret', 'list']),
    skein(['config', 'metrics.token']),
  ]
  expect(said.map(({ status }) => status)).toEqual([0, 0, 0, 0])
  expect(said.map(({ stdout }) => stdout)).toEqual([
    'Saved numbers.\nSkein is not running; the next start reads it.\n',
    'Saved spare.\nRefer to it in the configuration with "secret:spare".\n',
    'numbers  metrics.token\nspare  (not used)\n',
    'metrics.token = (set)  # from the file\n',
  ])
  expect(skein(['secret', 'rm', 'numbers'])).toMatchObject({ status: 64, stderr: /is used by metrics\.token/ })
  expect(skein(['secret', 'rm', 'spares'])).toMatchObject({ status: 64, stderr: /did you mean spare\?/ })
  expect(skein(['secret', 'rm', 'spare'])).toMatchObject({ status: 0, stdout: 'Removed spare.\n' })
  expect(skein(['--json', 'secret', 'list']).stdout).toBe('[{"name":"numbers","keys":["metrics.token"]}]\n')
})

test('a value on the command line is refused and not repeated, and so is one that is none', () => {
  const skein = createHome('')
  const refused = skein(['secret', 'set', 'numbers', VALUE])
  expect(refused.status).toBe(64)
  expect(refused.stdout + refused.stderr).not.toContain(VALUE)
  for (const input of [' \n', 'two\nlines', 'x'.repeat(70_000)])
    expect(skein(['secret', 'set', 'numbers'], input)).toMatchObject({ status: 64, stdout: '' })
  expect(skein(['secret', 'set', '../numbers'], VALUE)).toMatchObject({ status: 64, stdout: '' })
  expect(skein(['secret', 'list']).stdout).toMatch(/^No secrets yet/)
})
