import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { createDaemon } from '../../peers/daemon.ts'
import { createDaemonTools } from '../../peers/daemon-tools.ts'
import { createInstallation, start } from '../../peers/installation.ts'
import { isLong } from '../../support/sizes.ts'

// From programs of the past, which know nothing of `skein update`, by the program of today: each with the schema of its
// time, killed once on the way. They are taken from the history of this project and built, which takes a while: only in
// `npm run test:long`. In `npm test`, update.test.ts goes from schema to schema.

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The first migrations that each of these versions does not have. */
const schemas = ['0012', '0019', '0024', '0030', '0038']
const earlier = schemas.map((schema, index) => ({
  schema,
  step: [5, 8, 11, 14, 19][index] ?? 1,
  commit: before(schema),
}))
const missing = earlier.filter(({ commit }) => commit === undefined).map(({ schema }) => schema)
if (isLong && missing.length > 0)
  console.warn(`LEFT OUT: the history of this checkout has no versions before the migrations ${missing.join(', ')}`)

test.runIf(isLong).each(earlier.filter(({ commit }) => commit !== undefined))(
  'the version before migration $schema is updated, also after a kill at step $step',
  async ({ commit = '', step }) => {
    const installed = createInstallation(commit)
    const { folder, data } = installed
    const build = { dir: folder, main: join(folder, 'dist/main.js'), env: {} }
    const daemon = createDaemon({ build, data, config: '' })
    const { skein, query } = createDaemonTools(build, () => daemon)
    try {
      await daemon.start()
      for (const day of ['Friday', 'Monday']) await skein('send', `The roofer comes on ${day}.`, '--wait')
      await daemon.stop()
      const before = query('SELECT text FROM message ORDER BY id')
      expect(before.length).toBeGreaterThanOrEqual(4)

      const main = join(inject('build'), 'dist/main.js')
      const words = ['--data', data, 'update', '--yes', '--installation', folder]
      const update = (env = {}) => start([main, ...words], { ...installed.env, ...env })
      expect(await update({ SKEIN_CRASH_AT: `update.${step}` })).toMatchObject({ signal: 'SIGKILL' })
      expect((await installed.skein(['--version'])).code).toBe(0)
      const again = await update()
      expect(again, again.err).toMatchObject({ code: 0 })

      expect(installed.git('status', '--porcelain')).toBe('')
      expect(installed.git('rev-parse', 'HEAD')).toBe(installed.git('rev-parse', 'origin/main'))
      await daemon.start()
      const after = query('SELECT text FROM message ORDER BY id')
      expect(after.slice(0, before.length)).toEqual(before)
      expect((await skein('search', 'roofer')).out).toContain('The roofer comes on Monday.')
      expect((await skein('send', 'And the painter?', '--wait')).code).toBe(0)
    } finally {
      await daemon.remove()
      installed.remove()
    }
  },
  600_000,
)

/** The commit before the one that brought a migration. */
function before(migration: string): string | undefined {
  const log = ['log', '--diff-filter=A', '--format=%H', '--', `migrations/${migration}_*.sql`]
  const added = git(...log)
    ?.split('\n')
    .at(-1)
  return added ? git('rev-parse', '--verify', '--quiet', `${added}^`) : undefined
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
