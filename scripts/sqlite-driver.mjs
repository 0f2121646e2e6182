import { spawnSync } from 'node:child_process'
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { headersBesideNode, npm } from './npm.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

// The SQLite driver better-sqlite3 needs a binary for the version of Node that runs it. Its install script fetches or
// builds one, but npm 11 runs install scripts only where somebody allowed them. So we do it ourselves before the first
// start, in the checkout and in the installed package, and again after a change of Node.
//
//   node scripts/sqlite-driver.mjs     does only this, for an installation that its users cannot write to

/** What better-sqlite3 needs where no prebuilt binary can be fetched. */
export const compilers = ['g++', 'make', 'python3']

/** Node 24 ends the process at random if the driver was built with headers of 24.19 or later as they are. */
const isNode24 = process.versions.modules === '137'
const node24Header = 'node-24-object-wrap.h'

/** A binary has a megabyte. Without a limit, a server that stops in the middle would stop the first start for ever. */
const FETCH_TIMEOUT_MS = 180_000

/** The tools of this list that are not on the PATH. */
export function missingTools(tools) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return tools.filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))))
}

/** Whether the driver works in this process. Commands of the installed package ask this first; most of them need it anyway. */
export function opensSqlite(root) {
  try {
    const Database = requireFrom(root)('better-sqlite3')
    new Database(':memory:').close()
    return !endsNode24(root)
  } catch {
    return false
  }
}

/** What goes wrong in a new process, which has loaded no earlier version of the driver; undefined if it works there. */
export function driverProblem(root) {
  const open = `try { new (require('better-sqlite3'))(':memory:') } catch ({ message }) { console.error(message); process.exitCode = 1 }`
  const { status, signal, stderr } = spawnSync(process.execPath, ['-e', open], { cwd: root, encoding: 'utf8' })
  if (status === 0) return endsNode24(root) ? `it would end Node ${process.versions.node} at random` : undefined
  return stderr.trim().split('\n').slice(0, 3).join(' ') || `it ended with ${signal ?? status}`
}

/** Whether it takes back hooks of Node, which a driver does only through those headers. */
function endsNode24(root) {
  return isNode24 && readFileSync(binaryOf(driverFolder(root))).includes('RemoveEnvironmentCleanupHook')
}

function driverFolder(root) {
  return dirname(requireFrom(root).resolve('better-sqlite3/package.json'))
}

function binaryOf(driver) {
  return join(driver, 'build/Release/better_sqlite3.node')
}

/** Makes sure that the driver has a binary for the Node that is running: one that was made before, fetched, or built. */
export async function ensureSqliteDriver(root, say, flags = {}) {
  if (!driverProblem(root)) return
  const driver = driverFolder(root)
  requireWritable(driver)
  const provide = async () => driverProblem(root) && (await provideBinary(root, driver, say, flags))
  await oneAtATime(join(driver, 'skein-setup.lock'), provide, say)
}

async function provideBinary(root, driver, say, flags) {
  const binary = binaryOf(driver)
  const kept = keptBinary(root, flags)
  const hadAnother = existsSync(binary)
  if (existsSync(kept)) {
    copyWhole(kept, binary)
    if (!driverProblem(root)) return
  }
  say(
    hadAnother
      ? `the SQLite driver (better-sqlite3) does not work with Node ${process.versions.node}; fetching a binary for it`
      : 'the SQLite driver (better-sqlite3) has no binary, because npm did not run its install script; fetching one',
  )
  // Removed and not overwritten: another process may have it open.
  rmSync(binary, { force: true })
  const problem = await fetchBinary(root, driver)
  if (problem) await buildBinary(root, driver, say, flags, problem)
  keep(binary, kept)
  say('the SQLite driver is ready')
}

/** Other checkouts, the next version and another version of Node find it in npm's cache. One that does not load is replaced. */
function keptBinary(root, flags) {
  const { version } = requireFrom(root)('better-sqlite3/package.json')
  const { platform, arch, versions } = process
  const name = ['better-sqlite3', version, platform, arch, versions.modules, ...Object.values(flags)].join('-')
  return join(process.env.npm_config_cache ?? join(homedir(), '.npm'), '_skein', `${name.replace(/[^\w.-]/g, '')}.node`)
}

function keep(binary, kept) {
  try {
    copyWhole(binary, kept)
  } catch {
    // Without it the next installation takes as long as this one.
  }
}

/** As the install script of better-sqlite3 does it, from the same mirrors. Returns why there is none. */
async function fetchBinary(root, driver) {
  const { status, said } = await inFolderOf(driver, ['prebuild-install'], {}, AbortSignal.timeout(FETCH_TIMEOUT_MS))
  if (status === 0) return driverProblem(root)
  return reason(said) || 'prebuild-install failed'
}

async function buildBinary(root, driver, say, flags, problem) {
  const why = `No binary could be fetched: ${problem}`
  const { CXX, MAKE, PYTHON } = process.env
  const chosen = { 'g++': CXX, make: MAKE, python3: PYTHON ?? process.env.npm_config_python }
  const missing = missingTools(compilers.filter((tool) => !chosen[tool]))
  if (missing.length > 0) {
    const are = missing.length > 1 ? 'are' : 'is'
    throw new Error(
      `the SQLite driver (better-sqlite3) has to be built here, and ${missing.join(', ')} ${are} missing.\n` +
        `Install what it needs and start again: apt-get install -y ${compilers.join(' ')}\n\n${why}`,
    )
  }
  await requireHeaders(driver, why)
  say('no binary could be fetched; building one, which takes a minute or two')
  const build = ['node-gyp', 'rebuild', '--release']
  const { status, said } = await inFolderOf(driver, build, { JOBS: 'max', ...flags, ...headersForNode24(flags) })
  const left = status === 0 ? driverProblem(root) : said
  if (left) throw new Error(`the SQLite driver (better-sqlite3) could not be built:\n${left}\n\n${why}`)
}

function headersForNode24({ CXXFLAGS = process.env.CXXFLAGS ?? '' }) {
  if (!isNode24) return {}
  const folders = [dirname(fileURLToPath(import.meta.url)), process.env.CPLUS_INCLUDE_PATH].filter(Boolean)
  return { CXXFLAGS: `${CXXFLAGS} -include ${node24Header}`.trim(), CPLUS_INCLUDE_PATH: folders.join(delimiter) }
}

/** node-gyp fetches the headers of Node where they are not beside it. That can fail too, and before anything is compiled. */
async function requireHeaders(driver, why) {
  if (headersBesideNode().npm_config_nodedir || process.env.npm_config_nodedir) return
  const { status, said } = await inFolderOf(driver, ['node-gyp', 'install'], {}, AbortSignal.timeout(FETCH_TIMEOUT_MS))
  if (status === 0) return
  throw new Error(
    `the SQLite driver (better-sqlite3) has to be built here, and the headers of Node ${process.versions.node} are missing. ` +
      'They are not beside it and could not be fetched.\n' +
      'Install a Node that brings them (the archives of nodejs.org do), or set npm_config_nodedir to a folder with ' +
      `include/node/node.h, and start again.\n\n${reason(said)}\n\n${why}`,
  )
}

/** Through npm, because it brings node-gyp and knows the proxy and the mirrors that people have set in .npmrc. */
function inFolderOf(driver, command, variables, signal) {
  const prefix = dirname(dirname(driver))
  return npm(prefix, variables, ['explore', 'better-sqlite3', '--prefix', prefix, '--', 'exec', ...command], signal)
}

/** The first line that says what went wrong. npm and node-gyp write much around it. */
function reason(said) {
  const line = /^(?:prebuild-install warn install|gyp ERR! stack) (.*)$/m.exec(said)
  return line?.[1] ?? said
}

function requireWritable(driver) {
  try {
    accessSync(driver, constants.W_OK)
  } catch {
    throw new Error(
      `the SQLite driver (better-sqlite3) has no binary for Node ${process.versions.node}, and you may not write to ${driver}.\n` +
        `Run this once: sudo ${process.execPath} ${fileURLToPath(import.meta.url)}`,
    )
  }
}

/** So that nobody ever loads half of a file. */
function copyWhole(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, `${to}.part`)
  renameSync(`${to}.part`, to)
}

function requireFrom(root) {
  return createRequire(join(root, 'package.json'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const say = (line) => console.error(`skein: ${line}`)
  try {
    await ensureSqliteDriver(fileURLToPath(new URL('..', import.meta.url)), say)
  } catch (error) {
    say(error.message)
    process.exitCode = 1
  }
}
