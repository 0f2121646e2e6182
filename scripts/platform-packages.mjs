import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The packages made for this platform (a bundler's native binding, say) that are not installed. They are optional, so
 * `npm ci` leaves one out without a word when the registry fails or lacks it, and what needs it fails later with a riddle.
 */
export function missingForPlatform(root, platform = thisPlatform()) {
  const have = installedPackages(root)
  return Object.entries(lockedPackages(root))
    .filter(([, one]) => one.optional && (one.os || one.cpu) && fits(one, platform))
    .filter(([path, { version }]) => have[path]?.version !== version)
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
}

export function lockedPackages(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
}

/** By npm's own record of what it did. */
export function installedPackages(root) {
  const record = join(root, 'node_modules/.package-lock.json')
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {}
}

function thisPlatform() {
  if (process.platform !== 'linux') return { os: process.platform, cpu: process.arch }
  const { glibcVersionRuntime } = process.report.getReport().header
  return { os: 'linux', cpu: process.arch, libc: glibcVersionRuntime ? 'glibc' : 'musl' }
}

function fits({ os, cpu, libc }, platform) {
  return allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, platform.libc)
}

// As package.json has it: ["linux"] or ["!win32"].
function allows(list, name) {
  if (list === undefined) return true
  const isRefused = list.includes(`!${name}`)
  return !isRefused && (list.includes(name) || list.every((one) => one.startsWith('!')))
}
