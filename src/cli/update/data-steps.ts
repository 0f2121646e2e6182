import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ServiceLayout } from '../../app/service/layout.ts'
import type { Commands } from '../../app/update/commands.ts'
import { originalProgram, PROGRAM } from '../../app/update/entries.ts'
import type { UpdatePlace } from '../../app/update/place.ts'
import { rehearsalSchema } from '../../app/update/rehearsal.ts'
import type { UpdateDeps } from '../../app/update/update.ts'
import { UserFacingError } from '../../domain/errors.ts'
import { installedPath } from '../../lib/folders.ts'
import { parseJson } from '../../lib/text/json.ts'
import { BACKUPS_BEFORE_UPDATES } from '../../tasks/health/retention.ts'
import type { GlobalOptions } from '../global-options.ts'
import { dataCommands } from './step-commands.ts'

interface DataStepDeps {
  place: UpdatePlace
  commands: Commands
  dataDir: string
  globals: GlobalOptions
  /** The service of the system, whose user owns the data. */
  system: ServiceLayout | undefined
}

type DataSteps = Pick<UpdateDeps, 'backUp' | 'rehearse' | 'returnStore'>

const backupSchema = z.object({ archive: z.string() })
const returnedSchema = z.object({ returned: z.enum(['unchanged', 'restored', 'used', 'no copy']) })

/** What an update does with the data, by commands of their own: root must not leave files that the daemon cannot read. */
export function createDataSteps({ place, commands, dataDir, globals, system }: DataStepDeps): DataSteps {
  const config = system && existsSync(system.configFile) ? system.configFile : globals.configFile
  const places = ['--data', dataDir, ...(config === undefined ? [] : ['--config', config])]
  // The credentials hold the key of the stored secrets, which the configuration may need.
  const variables = system ? [`HOME=${system.data}`, `CREDENTIALS_DIRECTORY=${system.loadedCredentials}`] : []
  const asOwner = system ? ['runuser', '-u', system.account, '--', 'env', ...variables] : []

  async function runOwn<T>(schema: z.ZodType<T>, words: string[], signal: AbortSignal): Promise<T> {
    const command = [...asOwner, process.execPath, ownProgram(place), '--json', ...places, ...words]
    const outcome = await commands.run(command, '/', signal)
    signal.throwIfAborted()
    const answer = schema.safeParse(parseJson(outcome.stdout))
    if (outcome.status === 'exited' && outcome.code === 0 && answer.success) return answer.data
    const said = outcome.stderr.trim().replace(/^skein: /, '')
    throw new UserFacingError(said || `"skein ${words[0]}" failed (${outcome.status}).`)
  }

  return {
    async backUp(signal) {
      if (!existsSync(join(dataDir, 'skein.db'))) return undefined
      const to = join(dataDir, BACKUPS_BEFORE_UPDATES)
      return (await runOwn(backupSchema, ['backup', '--to', to], signal)).archive
    },
    rehearse: (signal) => runOwn(rehearsalSchema, [dataCommands.rehearse, place.next], signal),
    async returnStore({ schema, switchedAt }, signal) {
      const since = ['--since', switchedAt.toISOString()]
      const before = schema === undefined ? [] : ['--schema', String(schema)]
      return (await runOwn(returnedSchema, [dataCommands.returnStore, ...since, ...before], signal)).returned
    },
  }
}

/** Never a stub: while it stands for the new version, the way back must not depend on that. */
function ownProgram(place: UpdatePlace): string {
  const own = realpathSync(installedPath('.'))
  return own === place.folder ? originalProgram(place) : join(own, PROGRAM)
}
