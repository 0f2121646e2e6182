import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// The benchmarks as JavaScript of the kind that people run: what a loader adds at every call would count as ours.

// Beside bench/, so that what is looked for from there is found from here too.
const made = fileURLToPath(new URL('../dist-bench/', import.meta.url))
process.on('exit', () => rmSync(made, { recursive: true, force: true }))
await build({
  entryPoints: [fileURLToPath(new URL('../bench/bench.ts', import.meta.url))],
  outfile: `${made}bench.mjs`,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'error',
})
// Bundled, it would look in the wrong folder.
const script = fileURLToPath(new URL('claude-cli.mjs', import.meta.url))
const cached = spawnSync(process.execPath, [script, '--cached'], { encoding: 'utf8' }).stdout.trim()
if (cached) process.env.SKEIN_TEST_CLAUDE ??= cached
await import(`${made}bench.mjs`)
