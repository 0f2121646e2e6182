import { fileURLToPath } from 'node:url'
import { check } from './check.mjs'
import { runWithNode } from './other-node.mjs'
import { fetchTestPrograms } from './test-programs.mjs'

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

const fetching = await fetchTestPrograms(root, { isOldClaudeToo: process.argv.includes('--old-claude') })
process.exitCode = (await check(root, say, fetching)) ? 0 : 1
