import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// A chore for after `npm install`: npm leaves a platform's binary out of the lockfile when the registry in use lacks it,
// and `npm ci` then refuses the whole lockfile. This writes the missing entries, so that one lockfile serves everywhere.
// An entry without its hash is asked for at the registry in use; those that it lacks are printed, and a test lists them.

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingBinaries(lock.packages)
for (const { name, version, dev } of missing) {
  lock.packages[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true }
}
const hashless = Object.entries(lock.packages).filter(([path, { integrity, link }]) => path && !integrity && !link)
let filled = 0
for (const [path, { version, ...rest }] of hashless) {
  const integrity = integrityOf(`${path.replace(/^.*node_modules\//, '')}@${version}`)
  if (!integrity) continue
  lock.packages[path] = { version, integrity, ...rest }
  filled++
}
const [own, ...others] = Object.entries(lock.packages)
others.sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries([own, ...others])
if (missing.length + filled > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length} entries and ${filled} hashes added to package-lock.json`)
const left = Object.entries(lock.packages).filter(([path, { integrity, link }]) => path && !integrity && !link)
for (const [path, { version }] of left) console.log(`not in this registry: ${path}@${version}`)

function missingBinaries(packages) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map(([name, version]) => ({ name, version: version.replace(/^[\^~]/, ''), dev })),
  )
}

/** Undefined where the registry in use has no such package. */
function integrityOf(spec) {
  const { status, stdout } = spawnSync('npm', ['view', spec, 'dist.integrity'], { encoding: 'utf8' })
  const integrity = stdout?.trim()
  return status === 0 && /^sha512-[\w+/]+=*$/.test(integrity) ? integrity : undefined
}

// These packages are named after what they run on: @oxlint/binding-linux-arm64-musl.
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = words.find((word) => ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].includes(word))
  const cpu = words.find((word) => /^(x64|ia32|arm|arm64|ppc64|riscv64|s390x|wasm32)$/.test(word))
  if (!cpu || (!os && cpu !== 'wasm32'))
    throw new Error(`${name}: cannot tell its platform from its name; run npm install`)
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu')) && 'glibc'
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) }
}
