import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDaemon } from '../../peers/daemon.ts'
import {
  createInstallation,
  failingInService,
  type Installation,
  soundAgain,
  versionFiles,
} from '../../peers/installation.ts'
import { isLong } from '../../support/sizes.ts'

// One installation, from version to version. Each test begins where the one before it left off.

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A step in the middle of the move. test/faults/update-kill.test.ts dies at each. */
const AMONG_FILES = 24

let installed: Installation
beforeAll(() => {
  installed = createInstallation()
  installed.serve()
})
afterAll(() => {
  installed.systemctl('stop')
  installed.remove()
})

const skein = (...words: string[]) => installed.skein(['--data', installed.data, ...words])
const nothingLeft = () => {
  expect(installed.git('status', '--porcelain')).toBe('')
  expect(readdirSync(join(installed.folder, '.cache'))).toEqual([])
  expect(readdirSync(join(installed.folder, 'dist')).filter((name) => name.includes('before'))).toEqual([])
}

describe('skein update in a checkout refuses', () => {
  test('where there is nothing newer, with success', async () => {
    expect(await skein('update', '--yes')).toMatchObject({ code: 0, out: 'This is the newest version.\n' })
    nothingLeft()
  })

  test('changes that are in no commit', async () => {
    writeFileSync(join(installed.folder, 'mine.txt'), 'mine')
    const { code, err } = await skein('update', '--yes')
    expect(code).toBe(1)
    expect(err).toContain('?? mine.txt')
    expect(err).toContain('git stash -u')
    installed.git('clean', '--quiet', '--force')
  })

  test('without a terminal and without --yes', async () => {
    installed.publish('Go on', versionFiles(2))
    const { code, out, err } = await skein('update')
    expect([code, err]).toEqual([64, expect.stringContaining('say --yes')])
    expect(out).toContain('0.1.0')
    nothingLeft()
  })

  test('commits of its own', async () => {
    installed.git('commit', '--quiet', '--allow-empty', '-m', 'Mine')
    const { code, err } = await skein('update', '--yes')
    expect(code).toBe(1)
    expect(err).toContain('diverged')
    installed.git('reset', '--quiet', '--hard', 'HEAD~1')
  })
})

describe('skein update in a checkout with a service', () => {
  test('tells what would change, and changes nothing', async () => {
    expect(installed.systemctl('start')).toBe(0)
    expect(await skein('send', 'The roofer comes on Friday.', '--wait')).toMatchObject({ code: 0 })
    const { code, out } = await skein('--json', 'update', '--check')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      status: 'available',
      from: { version: '0.1.0' },
      to: { version: '0.2.0' },
      changes: { notices: ['Number 2 is better.'], commitCount: 1 },
    })
    nothingLeft()
  })

  test('killed while it moves files, leaves the new version running', async () => {
    installed.publish('Need another package', withOwnPackages(installed))
    const env = { SKEIN_CRASH_AT: `update.${AMONG_FILES}` }
    const killed = await installed.skein(['--data', installed.data, 'update', '--yes'], env)
    expect(killed).toMatchObject({ signal: 'SIGKILL', err: expect.stringContaining('Moving the files') })
    expect(installed.systemctl('is-active')).toBe(0)
    expect((await skein('--version')).out).toBe('0.2.0\n')
  })

  test('goes on, and brings the new version, the new schema and the files to their place', async () => {
    const { code, err, out } = await skein('update', '--yes')
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('was interrupted; going on with it') })
    expect(installed.read('node_modules/another/index.js')).toBe('// of the test\n')
    expect(out).toContain('Skein is version 0.2.0')
    expect(installed.systemctl('is-active')).toBe(0)
    expect((await skein('--version')).out).toBe('0.2.0\n')
    expect((await skein('search', 'roofer')).out).toContain('The roofer comes on Friday.')
    expect(readdirSync(join(installed.data, 'backups'))).toContain('before-x_2.db')
    expect(readdirSync(join(installed.data, 'backups/before-update'))).toHaveLength(1)
    expect(installed.read('dist/web/page/number.txt')).toBe('2\n')
    expect(existsSync(join(installed.folder, 'docs/page-1.md'))).toBe(false)
    nothingLeft()
  })

  test('goes back, with the store as it was, if the new version upgrades it and does not become ready', async () => {
    const before = installed.git('rev-parse', 'HEAD')
    installed.publish('Break the start', { ...versionFiles(3), ...failingInService('start.after-instance') })
    const { code, err } = await skein('update', '--yes')
    expect(code).toBe(1)
    expect(err).toContain('Skein is version 0.2.0')
    expect(err).toContain('nothing was lost')
    expect(installed.git('rev-parse', 'HEAD')).toBe(before)
    expect(installed.systemctl('is-active')).toBe(0)
    expect((await skein('send', 'And the painter on Monday.', '--wait')).code).toBe(0)
    expect((await skein('search', 'roofer')).out).toContain('The roofer comes on Friday.')
    nothingLeft()
  })

  test('changes nothing if the new version does not answer on the copy', async () => {
    installed.publish('Break it everywhere', {
      'prebuilt/main.js':
        "if (process.argv.includes('start')) throw new Error('broken for a test')\nawait import('./sound.js')\n",
    })
    const { code, err } = await skein('update', '--yes')
    expect(code).toBe(1)
    expect(err).toContain('does not start on a copy of your conversations. Nothing was changed.')
    expect(err).toContain('broken for a test')
    expect((await skein('--version')).out).toBe('0.2.0\n')
    nothingLeft()
  })

  test('does not touch a daemon that was started by hand', async () => {
    installed.publish('Be sound again', { ...versionFiles(4), ...soundAgain() })
    installed.systemctl('stop')
    const build = { dir: installed.folder, main: join(installed.folder, 'dist/main.js'), env: {} }
    const daemon = createDaemon({ build, data: installed.data })
    await daemon.start()
    const { code, err } = await skein('update', '--yes')
    expect(code).toBe(75)
    expect(err).toContain(`started by hand and not by a service (process ${daemon.pid()}). Stop it first`)
    await daemon.remove()
  })

  test.runIf(isLong)('updates without a running daemon, and leaves it stopped', async () => {
    expect(await skein('update', '--yes')).toMatchObject({ code: 0 })
    expect(installed.systemctl('is-active')).toBe(3)
    expect((await skein('--version')).out).toBe('0.4.0\n')
    nothingLeft()
  })
})

/** A lock file that asks for another package, and a build that installs it as npm would. */
function withOwnPackages({ read }: Installation): Record<string, string> {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> }
  return {
    'package-lock.json': JSON.stringify({ ...lock, packages: { ...lock.packages, 'node_modules/another': {} } }),
    'scripts/build.mjs': `${read('scripts/build.mjs')}
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
const [packages, others] = [at('../node_modules'), ${JSON.stringify(join(root, 'node_modules'))}]
if (!existsSync(packages)) {
  mkdirSync(packages + '/another', { recursive: true })
  writeFileSync(packages + '/another/index.js', '// of the test\\n')
  for (const name of readdirSync(others)) symlinkSync(others + '/' + name, packages + '/' + name)
}
`,
  }
}
