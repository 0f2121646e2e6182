import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** The built daemon as it was when the run began. */
export interface Build {
  dir: string
  main: string
  remove(): void
}

/** One line of the built program put differently: what the tests must notice. */
export interface Sabotage {
  file: string
  from: string
  to: string
}

/** The one build that all suites share, or a copy of it that is sabotaged. */
export function createBuild(sabotages: Sabotage[] = []): Build {
  const shared = inject('build')
  if (sabotages.length === 0) return { dir: shared, main: join(shared, 'dist/main.js'), remove() {} }
  const dir = mkdtempSync(join(tmpdir(), 'skein-sabotage-'))
  cpSync(shared, dir, { recursive: true, verbatimSymlinks: true })
  for (const sabotage of sabotages) commit(dir, sabotage)
  bundle(dir)
  return { dir, main: join(dir, 'dist/main.js'), remove: () => rmSync(dir, { recursive: true }) }
}

/** The page in it. */
export function builtPage(): string {
  return join(inject('build'), 'dist/web/page')
}

function bundle(dir: string): void {
  const program = join(dir, 'scripts/bundle.mjs')
  const made = spawnSync(process.execPath, [program, join(dir, 'dist/modules'), join(dir, 'dist')], {
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`the sabotaged build could not be put together: ${made.stderr}`)
}

/** A sabotage that changes nothing would prove nothing. */
function commit(dir: string, { file, from, to }: Sabotage): void {
  const path = join(dir, 'dist/modules', file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer holds "${from}"; put the sabotage where the code is now`)
  writeFileSync(path, text.replaceAll(from, to))
}
