import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { check } from './check.mjs'
import { runWithNode } from './other-node.mjs'
import { compilers, missingTools } from './sqlite-driver.mjs'

// `npm test`, also as the first command after a clone: fetches what the suites use, then runs every check there is, except
// two thirds of the longest test files (scripts/check.mjs); `npm test -- --all` runs those too. `-- --old-claude` holds an old
// claude CLI to the same tests as well; `-- --times` compares the CPU time of each test file with its budget
// (scripts/test-times.mjs). `-- --node 24` runs all of this with that version of Node.

const args = process.argv.slice(2)
const named = args.indexOf('--node')
if (named >= 0) {
  const [, major] = args.splice(named, 2)
  process.exit(runWithNode(major, fileURLToPath(import.meta.url), args))
}

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => console.log(`test: ${line}`)

const debianPackages = run('scripts/debian-packages.mjs')
// npm compiles SQLite where it has no binary; everything else is fetched while npm is at it.
if (missingTools(compilers).length > 0) await debianPackages
const fetching = [
  debianPackages,
  fetchProgram('SKEIN_TEST_CLAUDE', 'scripts/claude-cli.mjs'),
  fetchProgram('SKEIN_TEST_LITESTREAM', 'scripts/litestream.mjs'),
]
if (process.argv.includes('--old-claude'))
  fetching.push(fetchProgram('SKEIN_TEST_CLAUDE_OLD', 'scripts/claude-cli.mjs', '--old'))
process.exitCode = (await check(root, say, fetching)) ? 0 : 1

async function fetchProgram(variable, script, ...flags) {
  const { status, said } = await run(script, ...flags)
  if (status === 0) process.env[variable] = said.trim()
}

async function run(script, ...flags) {
  const child = spawn(process.execPath, [script, ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { status, said }
}
