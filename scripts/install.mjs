import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { oneAtATime } from './one-at-a-time.mjs'
import { installedPackages, lockedPackages, missingForPlatform } from './platform-packages.mjs'

/**
 * Makes sure that node_modules is what package-lock.json says, for the Node that is running. `onUnpacked` is called once
 * every package lies there; where SQLite has to be compiled, that takes two thirds of the time and comes afterwards.
 * With `isForTests` it is compiled with less optimisation, which takes half as long; queries are a tenth slower then.
 */
export async function ensureInstalled(root, say, { onUnpacked = () => {}, isForTests = false } = {}) {
  if (isInstalled(root)) return
  await oneAtATime(
    join(root, '.cache', 'setup.lock'),
    async () => {
      if (isInstalled(root)) return
      if (!wasInstalledByHand(root)) await install(root, say, onUnpacked, isForTests)
      writeFileSync(stampFile(root), stamp(root))
    },
    say,
  )
}

/** The tools of this list that are not on the PATH. */
export function missingTools(tools) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return tools.filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))))
}

/** What better-sqlite3 needs where no prebuilt binary can be fetched. */
export const compilers = ['g++', 'make', 'python3']

export function isInstalled(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === stamp(root)
}

async function install(root, say, onUnpacked, isForTests) {
  say('installing packages (two minutes or so where SQLite has to be compiled)')
  await unpack(root)
  const leftOut = missingForPlatform(root)
  if (leftOut.length > 0) {
    say(`npm left out ${leftOut.join(', ')}; installing once more`)
    await unpack(root)
    const missing = missingForPlatform(root)
    if (missing.length > 0)
      say(
        `still missing: ${missing.join(', ')}. If something fails for want of it, look whether your registry ` +
          '(npm config get registry) has it, delete node_modules and start again.',
      )
  }
  onUnpacked()
  await compile(root, isForTests ? { CFLAGS: '-O1', CXXFLAGS: '-O1' } : {})
}

async function unpack(root) {
  // Development packages too, whatever NODE_ENV says: the compiler is one of them.
  const { status, said } = await npm(root, {}, 'ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund')
  if (status !== 0) throw new Error(`npm ci failed:\n${said}`)
}

async function compile(root, flags) {
  const { status, said } = await npm(root, { JOBS: 'max', ...flags }, 'rebuild')
  if (status === 0 && sqliteLoads(root)) return
  const missing = missingTools(compilers)
  throw new Error(
    missing.length > 0
      ? `better-sqlite3 has to be compiled here, and ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.\n` +
          `Install what it needs and start again: apt-get install -y ${compilers.join(' ')}\n\n${said}`
      : `npm rebuild failed:\n${said}`,
  )
}

/** How it ended, and the last of what it said. */
async function npm(root, variables, ...args) {
  const env = { ...process.env, ...headersBesideNode(), ...variables }
  const child = spawn(...npmCommand(args), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { status, said: `${out}${err}`.trim().split('\n').slice(-25).join('\n') }
  } catch (error) {
    return { status: null, said: error.message }
  }
}

// With an empty HOME node-gyp would fetch the headers from the network; a Node from a package or archive brings them.
function headersBesideNode() {
  const prefix = dirname(dirname(process.execPath))
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {}
}

function npmCommand(args) {
  const script = process.env.npm_execpath
  return script && basename(script) === 'npm-cli.js' ? [process.execPath, [script, ...args]] : ['npm', args]
}

// After a developer's own `npm install` everything is there, only our stamp is not: npm's record tells.
function wasInstalledByHand(root) {
  const have = installedPackages(root)
  if (Object.keys(have).length === 0) return false
  const present = ([path, { optional, version }]) => path === '' || optional || have[path]?.version === version
  return (
    Object.entries(lockedPackages(root)).every(present) && missingForPlatform(root).length === 0 && sqliteLoads(root)
  )
}

function sqliteLoads(root) {
  const open = "new (require('better-sqlite3'))(':memory:')"
  return spawnSync(process.execPath, ['-e', open], { cwd: root, stdio: 'ignore' }).status === 0
}

function stampFile(root) {
  return join(root, 'node_modules/.skein-installed')
}

function stamp(root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch} ${process.versions.modules}`
}
