import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { installedPackages, lockedPackages, missingForPlatform } from './platform-packages.mjs'
import { ensureSqliteDriver } from './sqlite-driver.mjs'

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
      if (!hasPackages(root)) await unpack(root, say)
      onUnpacked()
      await ensureSqliteDriver(root, say, isForTests ? { CFLAGS: '-O1', CXXFLAGS: '-O1' } : {})
      writeFileSync(stampFile(root), stamp(root))
    },
    say,
  )
}

export function isInstalled(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === stamp(root)
}

async function unpack(root, say) {
  say('installing packages (two minutes or so where SQLite has to be compiled)')
  await npmCi(root)
  const leftOut = missingForPlatform(root)
  if (leftOut.length === 0) return
  say(`npm left out ${leftOut.join(', ')}; installing once more`)
  await npmCi(root)
  const missing = missingForPlatform(root)
  if (missing.length > 0)
    say(
      `still missing: ${missing.join(', ')}. If something fails for want of it, look whether your registry ` +
        '(npm config get registry) has it, delete node_modules and start again.',
    )
}

async function npmCi(root) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund']
  // Development packages too, whatever NODE_ENV says: the compiler is one of them. The npm 9 of Debian 13 misses optional
  // peers in a lockfile of npm 11 and refuses it; without peers both install the same packages.
  const { status, said } = await npm(root, {}, ['ci', '--include=dev', '--legacy-peer-deps', ...quiet])
  if (status !== 0) throw new Error(`npm ci failed:\n${said}`)
}

// After a developer's own `npm install` or a change of Node everything is there, only our stamp is not: npm's record tells.
function hasPackages(root) {
  const have = installedPackages(root)
  if (Object.keys(have).length === 0) return false
  const present = ([path, { optional, version }]) => path === '' || optional || have[path]?.version === version
  return Object.entries(lockedPackages(root)).every(present) && missingForPlatform(root).length === 0
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
