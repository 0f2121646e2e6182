import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { compilers, missingTools } from './sqlite-driver.mjs'

/** Fetches the programs that tests use: packages of Debian, the claude CLI and litestream. Tests find them by variables. */
export async function fetchTestPrograms(root, { isOldClaudeToo = false } = {}) {
  const debianPackages = run(root, 'scripts/debian-packages.mjs')
  // npm compiles SQLite where it has no binary; everything else is fetched while npm is at it.
  if (missingTools(compilers).length > 0) await debianPackages
  return [
    debianPackages,
    fetchProgram(root, 'SKEIN_TEST_CLAUDE', 'scripts/claude-cli.mjs'),
    fetchProgram(root, 'SKEIN_TEST_LITESTREAM', 'scripts/litestream.mjs'),
    ...(isOldClaudeToo ? [fetchProgram(root, 'SKEIN_TEST_CLAUDE_OLD', 'scripts/claude-cli.mjs', '--old')] : []),
  ]
}

async function fetchProgram(root, variable, script, ...flags) {
  const { status, said } = await run(root, script, ...flags)
  if (status === 0) process.env[variable] = said.trim()
}

async function run(root, script, ...flags) {
  const child = spawn(process.execPath, [script, ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { status, said }
}
