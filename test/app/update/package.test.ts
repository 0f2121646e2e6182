import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareVersions } from '../../../src/app/update/package.ts'
import { start, versionFiles } from '../../peers/installation.ts'
import { createLoopbackServer } from '../../peers/loopback.ts'
import { isLong } from '../../support/sizes.ts'

// A package in a project, as npm installs it, and archives of newer versions, as `npm pack` makes them.

const root = fileURLToPath(new URL('../../..', import.meta.url))
let dir: string
let env: Record<string, string>
const project = () => join(dir, 'node_modules')
const skein = (...words: string[]) =>
  start([join(project(), 'skein/scripts/skein.mjs'), '--data', join(dir, 'data'), ...words], env)

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'skein-package-'))
  env = { PATH: process.env.PATH ?? '', HOME: dir, npm_config_cache: join(dir, 'npm') }
  const packed = ['pack', '--json', '--ignore-scripts', '--update-notifier=false', '--pack-destination', dir]
  const { stdout } = spawnSync('npm', packed, { cwd: root, encoding: 'utf8' })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  mkdirSync(project())
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(project(), name))
  run('tar', '-xzf', join(dir, filename), '-C', dir)
  cpSync(join(dir, 'package'), join(project(), 'skein'), { recursive: true })
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('skein update of a package', () => {
  test('asks for an archive where the package was published nowhere', async () => {
    const { code, err } = await skein('update', '--check')
    expect(code).toBe(64)
    expect(err).toContain('--to skein-NEW.tgz')
  })

  test('refuses an archive that is no package of Skein', async () => {
    writeFileSync(join(dir, 'other.tgz'), 'nothing of the kind')
    expect(await skein('update', '--yes', '--to', join(dir, 'other.tgz'))).toMatchObject({ code: 1 })
    expect((await skein('--version')).out).toBe('0.1.0\n')
  })

  test('installs an archive over it', async () => {
    await skein('send', 'nobody is there')
    const { code, out, err } = await skein('update', '--yes', '--to', pack(2))
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(out).toContain('- Number 2 is better.')
    expect((await skein('--version')).out).toBe('0.2.0\n')
    expect(readdirSync(join(project(), 'skein/.cache'))).toEqual([])
  })

  test.runIf(isLong)('fetches a version from the registry', async () => {
    const tarball = readFileSync(pack(3))
    const registry = createLoopbackServer(({ url = '' }, response) => {
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
      const dist = { tarball: `${registry.url()}/skein.tgz`, integrity }
      const about = {
        name: 'skein',
        'dist-tags': { latest: '0.3.0' },
        versions: { '0.3.0': { name: 'skein', version: '0.3.0', dist } },
      }
      response.end(url.endsWith('.tgz') ? tarball : JSON.stringify(about))
    })
    await registry.up()
    // As if it had been published.
    const manifest = join(project(), 'skein/package.json')
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), private: false }))
    env.npm_config_registry = registry.url()
    expect(await skein('update', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('0.2.0 → 0.3.0') })
    expect((await skein('--version')).out).toBe('0.3.0\n')
    await registry.down()
  })

  test('refuses one that is older', async () => {
    const { code, err } = await skein('update', '--yes', '--to', pack(1))
    expect([code, err]).toEqual([1, expect.stringContaining('older than 0.')])
  })
})

test('versions are compared by their numbers', () => {
  const sorted = ['0.9.0', '0.10.0-rc.2', '0.10.0-rc.10', '0.10.0', '0.10.1+build', '1.0.0']
  expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted)
  expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
})

/** An archive of the package with the files of another version. */
function pack(number: number): string {
  const folder = join(dir, 'package')
  for (const [path, text] of Object.entries(versionFiles(number))) {
    if (text !== undefined && !path.startsWith('prebuilt/')) writeFileSync(join(folder, path), text)
  }
  const archive = join(dir, `skein-0.${number}.0.tgz`)
  run('tar', '-czf', archive, '-C', dir, 'package')
  return archive
}

function run(file: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(file, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
