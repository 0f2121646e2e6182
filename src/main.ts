import { setFlagsFromString } from 'node:v8'
import { tooFewDescriptors } from './lib/descriptors.ts'

// A daemon waits most of the day: a smaller heap at rest is worth more than the last bit of speed. Before anything loads.
setFlagsFromString('--optimize-for-size')
// What is loaded at the start is kept for good, and would blow up the space for what is new (measured: 10 MB).
setFlagsFromString('--semi-space-growth-factor=1')
// Everything we write is for this user alone: store, log of SQLite, socket, backups.
process.umask(0o077)

const problem = tooFewDescriptors()
if (problem) {
  console.error(`skein: ${problem}`)
  process.exitCode = 78
} else {
  const { runCli } = await import('./cli/program.ts')
  process.exitCode = await runCli(process.argv, process.env)
}
