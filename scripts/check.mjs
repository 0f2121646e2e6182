import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { measureTimes } from './test-times.mjs'

/**
 * Everything that must hold before a change is good. Runs all of it, whatever fails on the way; true when all is well.
 * What the tests use may still be on its way while packages are installed.
 */
export async function check(root, say, fetching = []) {
  const [{ ready, found }] = await Promise.all([prepare(root, say), ...fetching])
  const { passed, failed, skipped } = ready ? await runTests(root, say) : { passed: 0, failed: 1, skipped: 0 }
  say(`took ${Math.round(process.uptime())} s in all`)
  console.log(`${passed} passed, ${failed + found} failed, ${skipped} skipped`)
  return failed + found === 0
}

/** Installs and builds; what the looks at the sources found meanwhile. */
async function prepare(root, say) {
  let onUnpacked = () => {}
  const looking = new Promise((resolve) => (onUnpacked = resolve)).then(() => findings(root, say))
  try {
    await ensureInstalled(root, say, { onUnpacked, isForTests: true })
    onUnpacked()
    await ensureBuilt(root, say)
    return { ready: true, found: await looking }
  } catch (error) {
    say(error.message)
    return { ready: false, found: 0 }
  }
}

/** How many of the looks at the sources found something. They need no compiled package and do not wait for one. */
async function findings(root, say) {
  // Beside each other: the longest of them needs one core, and all the others together less time on another.
  const passed = await Promise.all(steps.map(([name, command]) => passes(root, name, command, say)))
  return passed.filter((ok) => !ok).length
}

const configs = ['vitest.config.ts', 'drizzle.config.ts']
const steps = [
  ['shape', ['biome', 'check', '.']],
  // Types and sense in one pass, which knows each folder's tsconfig.json. Always with folders: alone it would walk
  // node_modules too.
  ['types and sense', ['oxlint', '--type-aware', '--type-check', 'src', 'test', 'bench', 'scripts', ...configs]],
  ['dead wood', ['knip']],
  // With tsx, because some patterns are only there once the sources run.
  ['patterns', ['tsx', 'scripts/check-patterns.mjs']],
]

async function passes(root, name, [tool, ...args], say) {
  const began = Date.now()
  const child = spawn(join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  // A tool that npm left out is one that found something, not the end of the install it runs beside.
  const [said, complained, [status]] = await ended.catch(({ message }) => ['', `${message}\n`, []])
  const ok = status === 0
  // What one of them says stays together.
  process.stdout.write(said + complained)
  say(`${name}: ${ok ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  return ok
}

async function runTests(root, say) {
  const isWriting = process.argv.includes('--write-times')
  const times = isWriting || process.argv.includes('--times') ? await measureTimes(root, say, isWriting) : undefined
  const third = isWriting || process.argv.includes('--all') ? undefined : thirdFor(root)
  if (third)
    say(`a third of the long test files is run, which one depends on the commit (now ${third}); with --all all of them`)
  const counts = runVitest(root, { ...process.env, ...times?.env, ...(third && { SKEIN_THIRD: third }) })
  return { ...counts, failed: counts.failed + ((await times?.finish()) ?? 0) }
}

/** The commit divided by three, what remains; undefined without git. */
function thirdFor(root) {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const commit = stdout?.trim()
  return commit && String(Number.parseInt(commit.slice(0, 8), 16) % 3)
}

function runVitest(root, env) {
  const file = join(root, '.cache/vitest.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(file, { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, env, stdio: 'inherit' })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const counts = JSON.parse(readFileSync(file, 'utf8'))
  // A file that cannot even be loaded, or an error after the last test, fails the run without a failed test to count.
  const failed = status === 0 ? 0 : Math.max(1, counts.numFailedTests)
  return { passed: counts.numPassedTests, failed, skipped: counts.numPendingTests + counts.numTodoTests }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ok = await check(fileURLToPath(new URL('..', import.meta.url)), (line) => console.log(`check: ${line}`))
  process.exitCode = ok ? 0 : 1
}
