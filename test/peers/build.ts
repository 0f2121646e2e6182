import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The built daemon as it was at one moment, so that a build meanwhile changes nothing under a running test. */
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

const root = fileURLToPath(new URL('../..', import.meta.url))

export function createBuild(sabotages: Sabotage[] = []): Build {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`there is no build to test: ${stderr}`)
  const dir = mkdtempSync(join(tmpdir(), 'skein-build-'))
  cpSync(join(root, 'dist'), join(dir, 'dist'), { recursive: true })
  // src is for the source maps.
  for (const name of ['node_modules', 'migrations', 'package.json', 'scripts', 'src'])
    symlinkSync(join(root, name), join(dir, name))
  for (const sabotage of sabotages) commit(dir, sabotage)
  return { dir, main: join(dir, 'dist/main.js'), remove: () => rmSync(dir, { recursive: true }) }
}

/** A sabotage that changes nothing would prove nothing. */
function commit(dir: string, { file, from, to }: Sabotage): void {
  const path = join(dir, 'dist', file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer holds "${from}"; put the sabotage where the code is now`)
  writeFileSync(path, text.replaceAll(from, to))
}
