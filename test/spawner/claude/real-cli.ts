import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The real claude CLI: the one named by SKEIN_TEST_CLAUDE, else the pinned one in the cache, else undefined. */
export function findRealClaude(): string | undefined {
  const named = process.env.SKEIN_TEST_CLAUDE
  if (named) return named
  const script = fileURLToPath(new URL('../../../scripts/claude-cli.mjs', import.meta.url))
  const cached = spawnSync(process.execPath, [script, '--cached'], { encoding: 'utf8' }).stdout.trim()
  if (cached) return cached
  console.warn('LEFT OUT: the tests with the real claude CLI. "node scripts/claude-cli.mjs" fetches it.')
  return undefined
}

/** Whether there is anything to keep the CLI's own tools in their place. */
export const hasBwrap = spawnSync('bwrap', ['--version']).status === 0

/** An old CLI to hold to the same; `npm test -- --old-claude` fetches it. */
export function findOldClaude(): string | undefined {
  return process.env.SKEIN_TEST_CLAUDE_OLD
}
