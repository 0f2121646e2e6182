// Puts the pinned claude CLI into .cache/ of the checkout, for the tests that run the real one, and prints its path.
//   node scripts/claude-cli.mjs            installs it when it is not there
//   node scripts/claude-cli.mjs --cached   only looks; ends with 1 when it is not there
//   node scripts/claude-cli.mjs --old      the same for an old one, which must do as well
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The old one is what a plain "npm install" gives on Node 20, so people have it.
const version = process.argv.includes('--old') ? '2.1.197' : '2.1.325'
const cache = fileURLToPath(new URL('../.cache', import.meta.url))
const home = join(cache, `claude-${version}`)

const found = binaryIn(home) ?? (process.argv.includes('--cached') ? undefined : install())
if (found) console.log(found)
else process.exitCode = 1

// The package for the platform holds the program itself; the main package would only link to it in an install script,
// and npm 11 asks for leave to run those.
function binaryIn(folder) {
  const packages = join(folder, 'node_modules', '@anthropic-ai')
  if (!existsSync(packages)) return undefined
  return readdirSync(packages)
    .map((name) => join(packages, name, 'claude'))
    .find((file) => existsSync(file))
}

function install() {
  // Installed beside and moved in whole, so that an interrupted download is never taken for the program.
  const draft = join(cache, `claude-${version}.${process.pid}`)
  mkdirSync(draft, { recursive: true })
  try {
    if (!npmInstall(draft)) return fail('npm could not install it')
    const binary = binaryIn(draft)
    if (!binary) return fail('its package has no program for this platform')
    const said = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 30_000 }).stdout ?? ''
    if (!said.startsWith(version)) return fail(`"claude --version" says "${said.trim()}"`)
    rmSync(home, { recursive: true, force: true })
    renameSync(draft, home)
    return binaryIn(home)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function npmInstall(folder) {
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  // It asks for Node 22 and is a native program that needs none: without the exact version npm takes an old one.
  const manners = ['--ignore-scripts', '--engine-strict=false', '--include=optional', '--fetch-retries=1']
  const args = ['install', '--prefix', folder, ...quiet, ...manners, `@anthropic-ai/claude-code@${version}`]
  return spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] }).status === 0
}

function fail(reason) {
  console.error(`claude ${version} is not available: ${reason}. The tests that need it will be left out.`)
  return undefined
}
