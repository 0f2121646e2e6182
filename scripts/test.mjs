import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { check } from './check.mjs'
import { ensureDebianPackages } from './debian-packages.mjs'

// `npm test`, also as the first command after a clone: fetches what the suites use, then runs every check there is.
// `npm test -- --old-claude` holds an old claude CLI to the same tests as well.

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => console.log(`test: ${line}`)

ensureDebianPackages(say)
fetchClaude('SKEIN_TEST_CLAUDE')
if (process.argv.includes('--old-claude')) fetchClaude('SKEIN_TEST_CLAUDE_OLD', '--old')
process.exitCode = (await check(root, say)) ? 0 : 1

function fetchClaude(variable, ...flags) {
  const found = spawnSync(process.execPath, ['scripts/claude-cli.mjs', ...flags], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (found.status === 0) process.env[variable] = found.stdout.trim()
}
