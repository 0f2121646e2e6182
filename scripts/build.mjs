import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

/** Makes sure that dist/ was built from the sources as they are now. */
export async function ensureBuilt(root, say) {
  if (isBuilt(root)) return
  await oneAtATime(join(root, '.cache', 'setup.lock'), async () => isBuilt(root) || (await build(root, say)), say)
}

// Built aside and moved in whole: a build that is killed leaves the old dist or none, never half of one.
async function build(root, say) {
  say('building')
  // Beside dist and not in .cache: the source maps find the sources by the depth of the folder.
  const made = join(root, 'dist-next')
  const old = join(root, 'dist-before')
  const dist = join(root, 'dist')
  // Taken before compiling, so that a file saved meanwhile is seen as newer next time.
  const sources = stamp(root)
  for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true })
  // Types are checked by `npm test`; here they would take two thirds of the time and change nothing of what comes out.
  compile(root, ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', join(made, 'modules')])
  // Not before it is installed.
  const { bundle } = await import('./bundle.mjs')
  const { bundlePage } = await import('./bundle-page.mjs')
  await bundlePage(join(root, 'src/web/page'), join(made, 'web/page'))
  const program = await bundle(join(made, 'modules'), made)
  if (program) compileAhead(root, made, program)
  writeFileSync(join(made, '.stamp'), sources)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(made, dist)
  rmSync(old, { recursive: true, force: true })
}

/** Without it a start compiles for itself, and takes longer; nothing else changes. */
function compileAhead(root, made, program) {
  const args = [join(root, 'scripts/code-cache.mjs'), program]
  spawnSync(process.execPath, args, { cwd: made, stdio: 'ignore', timeout: 60_000 })
}

function compile(root, args) {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the sources do not compile:\n${stdout}`)
}

function isBuilt(root) {
  const file = join(root, 'dist/.stamp')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp(root)
}

// Names, sizes and times instead of contents: this is asked at every start and takes a few milliseconds.
function stamp(root) {
  const settings = [
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/bundle.mjs',
    'scripts/bundle-page.mjs',
    'scripts/program-loader.mjs',
    'scripts/code-cache.mjs',
  ]
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  // What is compiled ahead is of use to this version of Node alone.
  const hash = createHash('sha256').update(process.version)
  for (const path of [...settings.map((name) => join(root, name)), ...sources.sort()]) {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path.slice(root.length)} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const say = (line) => console.error(`skein: ${line}`)
  await ensureInstalled(root, say)
  await ensureBuilt(root, say)
}
