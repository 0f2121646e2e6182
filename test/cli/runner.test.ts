import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBuild } from '../peers/build.ts'

const PASSWORD = 'a-password-of-some-length'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

function createHome(toml: string) {
  const home = mkdtempSync(join(tmpdir(), 'skein-acl-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  writeFileSync(join(home, 'config.toml'), toml, { mode: 0o600 })
  writeFileSync(join(home, 'password'), `${PASSWORD}\n`, { mode: 0o600 })
  writeFileSync(join(home, 'empty'), '\n', { mode: 0o600 })
  const { main } = createBuild()
  const acl = (...args: string[]) => {
    const line = [main, '--config', join(home, 'config.toml'), '--data', home, 'runners', 'acl', ...args]
    const env = { PATH: process.env.PATH, HOME: home }
    const { status, stdout, stderr } = spawnSync(process.execPath, line, { env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  return { home, acl }
}

test('the line for Redis has the hash of the password in the configuration, or of the one in a file', () => {
  const inConfig = createHome(`[runners]\nusername = "house"\npassword = "${PASSWORD}"\n`).acl()
  const { home, acl } = createHome('')
  const inFile = acl('--password-file', join(home, 'password'))
  expect(inConfig.stdout).toContain(`user house on #${hashOf(PASSWORD)} resetchannels -@all ~skein:* +ping`)
  expect(inFile.stdout).toContain(`user skein on #${hashOf(PASSWORD)} resetchannels -@all ~skein:* +ping`)
  expect(inConfig.stdout + inFile.stdout).not.toContain(PASSWORD)
})

test('without a password there is no line, and it is said where the password belongs', () => {
  const { home, acl } = createHome('')
  for (const args of [[], ['--password-file', join(home, 'empty')]]) {
    const { status, stdout, stderr } = acl(...args)
    expect(status).toBe(78)
    expect(stdout).toBe('')
    expect(stderr).toContain('There is no password yet.')
    expect(stderr).not.toContain(hashOf(''))
  }
  const missing = acl('--password-file', join(home, 'missing'))
  expect([missing.status, missing.stderr]).toEqual([64, expect.stringContaining('missing cannot be read')])
})
