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
await import(`${made}bench.mjs`)
