import type { Command } from 'commander'
import { rehearse } from '../../app/update/rehearsal.ts'
import { createCrashSteps } from '../../lib/crash-point.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { returnToSchema } from '../../store/file/upgrade-return.ts'
import { globalOptions, toJson } from '../global-options.ts'
import { interruptible } from '../prompts.ts'

/** The commands that `skein update` runs as the user to whom the data belongs. Nobody else needs them. */
export const dataCommands = { rehearse: 'update-rehearse', returnStore: 'update-return' } as const

export function addUpdateSteps(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command(`${dataCommands.rehearse} <folder>`, { hidden: true })
    .description('start the Skein in this folder on a copy of the store (used by "skein update")')
    .action(async (next: string, _flags: object, command: Command) => {
      const { dataDir } = globalOptions(command, env)
      const work = (signal: AbortSignal) => rehearse({ next, dataDir, env, clock: systemClock, signal })
      console.log(toJson(await interruptible(work)))
    })
  program
    .command(dataCommands.returnStore, { hidden: true })
    .description('take back the upgrade of the store if nothing has happened since (used by "skein update")')
    .requiredOption('--since <time>', 'when the upgrade began', (text) => new Date(text))
    .option('--schema <number>', 'the newest migration before it', Number)
    .action((flags: { since: Date; schema?: number }, command: Command) => {
      const { dataDir } = globalOptions(command, env)
      const step = createCrashSteps('return')
      console.log(toJson({ returned: returnToSchema(dataDir, flags.schema, flags.since, step) }))
    })
}
