// Programs that tests run, each from a package of the registry, in .cache/ of the checkout.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../.cache', import.meta.url))

/**
 * The path of a program; installs its package if it is not there, unless the script was called with `--cached`. `scope`
 * is the folder in node_modules in which one package has the file `binary`.
 */
export function cachedProgram({ name, version, spec, scope, binary, flag = '--version', says = version }) {
  const home = join(cache, `${name}-${version}`)
  const found = binaryIn(home)
  if (found || process.argv.includes('--cached')) return found
  // Installed beside and moved in whole, so that an interrupted download is never taken for the program.
  const draft = `${home}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    if (!npmInstall(draft, spec)) return fail('npm could not install it')
    const program = binaryIn(draft)
    if (!program) return fail('its package has no program for this platform')
    const said = spawnSync(program, [flag], { encoding: 'utf8', timeout: 30_000 }).stdout ?? ''
    if (!said.startsWith(says)) return fail(`"${name} ${flag}" says "${said.trim()}"`)
    rmSync(home, { recursive: true, force: true })
    renameSync(draft, home)
    return binaryIn(home)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }

  // The package for the platform holds the program itself; the main package would only link to it in an install script,
  // and npm 11 asks for leave to run those.
  function binaryIn(folder) {
    const packages = join(folder, 'node_modules', scope)
    if (!existsSync(packages)) return undefined
    return readdirSync(packages)
      .map((each) => join(packages, each, binary))
      .find((file) => existsSync(file))
  }

  function fail(reason) {
    console.error(`${name} ${version} is not available: ${reason}. The tests that need it will be left out.`)
    return undefined
  }
}

function npmInstall(folder, spec) {
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  // Some ask for a newer Node and are native programs that need none: without the exact version npm takes an old one.
  const manners = ['--ignore-scripts', '--engine-strict=false', '--include=optional', '--fetch-retries=1']
  const args = ['install', '--prefix', folder, ...quiet, ...manners, spec]
  return spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] }).status === 0
}
