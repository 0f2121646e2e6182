import { descriptorProblem, ignoreClosedPipes } from './lib/process-start.ts'

// Everything we write is for this user alone: store, log of SQLite, socket, backups.
process.umask(0o077)
ignoreClosedPipes([process.stdout, process.stderr])

const problem = descriptorProblem()
if (problem) {
  console.error(`skein: ${problem}`)
  process.exitCode = 78
} else {
  const { joinServiceAccount } = await import('./cli/service/service-account.ts')
  const { runCli } = await import('./cli/program.ts')
  const joined = joinServiceAccount(process.argv, process.env)
  process.exitCode = typeof joined === 'number' ? joined : await runCli(process.argv, joined)
}
