import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { check } from './check.mjs'
import { ensureDebianPackages } from './debian-packages.mjs'

// `npm test`, also as the first command after a clone: fetches what the suites use, then runs every check there is.

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => console.log(`test: ${line}`)

ensureDebianPackages(say)
const claude = spawnSync(process.execPath, ['scripts/claude-cli.mjs'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (claude.status === 0) process.env.SKEIN_TEST_CLAUDE = claude.stdout.trim()
process.exitCode = (await check(root, say)) ? 0 : 1
