import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Build } from '../../test/peers/build.ts'
import { copyBuild } from '../../test/support/build-once.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const TRIED_COMMITS = 8

/** The program of the sources as they are now. */
export function presentBuild(): Build {
  return buildIn(copyBuild())
}

export function removeBuild({ dir }: Build): void {
  rmSync(dir, { recursive: true, force: true })
}

/** Commits whose store the present program has to migrate, the latest first. Not every commit can be built. */
export function commitsBeforeMigrations(): string[] {
  const args = ['log', `-${TRIED_COMMITS}`, '--format=%h^', '--', 'migrations']
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return (stdout ?? '').split('\n').filter((commit) => commit !== '')
}

export function headCommit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return stdout?.trim() || 'unknown'
}

/** The program of a commit, with the packages of today; or why there is none. */
export function earlierBuild(commit: string): { build: Build } | { problem: string } {
  const dir = mkdtempSync(join(tmpdir(), 'skein-earlier-'))
  try {
    const archive = join(dir, 'earlier.tar')
    run(['git', 'archive', `--output=${archive}`, commit], root)
    run(['tar', '-xf', archive], dir)
    rmSync(archive)
    // Links, so that nothing that is done to this folder reaches the packages of today.
    mkdirSync(join(dir, 'node_modules'))
    for (const name of readdirSync(join(root, 'node_modules')))
      symlinkSync(join(root, 'node_modules', name), join(dir, 'node_modules', name))
    const buildOnly = "import('./scripts/build.mjs').then(({ ensureBuilt }) => ensureBuilt(process.cwd(), () => {}))"
    run([process.execPath, '-e', buildOnly], dir)
    return { build: buildIn(dir) }
  } catch (error) {
    rmSync(dir, { recursive: true, force: true })
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function buildIn(dir: string): Build {
  return { dir, main: join(dir, 'dist/main.js'), env: {} }
}

function run([command = '', ...args]: string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${(error?.message ?? stderr).trim().slice(-500)}`)
}
