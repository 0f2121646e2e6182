import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

/**
 * Everything that must hold before a change is good. Runs all of it, whatever fails on the way; true when all is well.
 * What the tests use may still be on its way while packages are installed.
 */
export async function check(root, say, fetching = []) {
  const [ready] = await Promise.all([isReady(root, say), ...fetching])
  const { passed, failed, skipped } = ready ? runAll(root, say) : { passed: 0, failed: 1, skipped: 0 }
  say(`took ${Math.round(process.uptime())} s in all`)
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0
}

async function isReady(root, say) {
  try {
    await ensureInstalled(root, say)
    await ensureBuilt(root, say)
    return true
  } catch (error) {
    say(error.message)
    return false
  }
}

function runAll(root, say) {
  const broken = steps.filter(([name, command]) => !passes(root, name, command, say)).length
  const tests = runTests(root)
  return { ...tests, failed: tests.failed + broken }
}

const steps = [
  ['shape', ['biome', 'check', '.']],
  ['types', ['tsc', '--noEmit', '-p', 'tsconfig.json']],
  ['types of the page', ['tsc', '--noEmit', '-p', 'tsconfig.page.json']],
  // Always with folders: alone it would walk node_modules too.
  ['sense', ['oxlint', '--type-aware', 'src', 'test', 'bench', 'scripts']],
  ['dead wood', ['knip']],
]

function passes(root, name, command, say) {
  const began = Date.now()
  const ok = run(root, command).status === 0
  say(`${name}: ${ok ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  return ok
}

function runTests(root) {
  const file = join(root, '.cache/vitest.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(file, { force: true })
  const { status } = run(root, ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const counts = JSON.parse(readFileSync(file, 'utf8'))
  // A file that cannot even be loaded, or an error after the last test, fails the run without a failed test to count.
  const failed = status === 0 ? 0 : Math.max(1, counts.numFailedTests)
  return { passed: counts.numPassedTests, failed, skipped: counts.numPendingTests + counts.numTodoTests }
}

function run(root, [tool, ...args]) {
  return spawnSync(join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'inherit' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ok = await check(fileURLToPath(new URL('..', import.meta.url)), (line) => console.log(`check: ${line}`))
  process.exitCode = ok ? 0 : 1
}
