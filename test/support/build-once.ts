import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built program that all suites of a run share. */
    build: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each project loads this file for itself: they share the build in what is common to the process. */
const shared: { skeinBuild?: string } = globalThis as object

/** Given to a run inside another one (test/peers/sabotaged-copy.ts), which takes its build. */
const given = process.env.SKEIN_TEST_BUILD

/**
 * Global set-up of the projects that start the built program: builds it, and keeps it as it is now, so that a build
 * meanwhile changes nothing under a running test. What was built from the same sources before is not built again.
 */
export function setup(project: TestProject): void {
  if (given === undefined) shared.skeinBuild ??= copyBuild()
  project.provide('build', given ?? shared.skeinBuild ?? '')
}

export function teardown(): void {
  if (shared.skeinBuild !== undefined) rmSync(shared.skeinBuild, { recursive: true, force: true })
}

/** The program as it is built now, in a folder of its own. */
export function copyBuild(): string {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`there is no build to test: ${stderr}`)
  const dir = mkdtempSync(join(tmpdir(), 'skein-build-'))
  cpSync(join(root, 'dist'), join(dir, 'dist'), { recursive: true })
  // src is for the source maps.
  for (const name of ['node_modules', 'migrations', 'package.json', 'config.example.toml', 'scripts', 'src'])
    symlinkSync(join(root, name), join(dir, name))
  return dir
}
