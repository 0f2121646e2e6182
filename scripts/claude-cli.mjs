// Puts the pinned claude CLI into .cache/ of the checkout, for the tests that run the real one, and prints its path.
//   node scripts/claude-cli.mjs            installs it when it is not there
//   node scripts/claude-cli.mjs --cached   only looks; ends with 1 when it is not there
//   node scripts/claude-cli.mjs --old      the same for an old one, which must do as well
import { cachedProgram } from './cached-program.mjs'

// The old one is what a plain "npm install" gives on Node 20, so people have it.
const version = process.argv.includes('--old') ? '2.1.197' : '2.1.325'
const spec = `@anthropic-ai/claude-code@${version}`
const found = cachedProgram({ name: 'claude', version, spec, scope: '@anthropic-ai', binary: 'claude' })
if (found) console.log(found)
else process.exitCode = 1
