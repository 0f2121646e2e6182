import type { Command } from 'commander'
import { z } from 'zod'
import { describeConfig } from '../config/config.ts'
import { loadConfig } from '../config/load.ts'
import { TryLaterError, UsageError } from '../domain/errors.ts'
import { connectDaemon } from './daemon.ts'
import { type Place, placeOf } from './place.ts'

type Values = Record<string, string | number | boolean | null>
const valuesShape: z.ZodType<Values> = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export function addConfig(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('config [key] [value]')
    .description('check the configuration and show it, or set a key of the running daemon')
    .addHelpText('after', '\nExamples:\n  skein config\n  skein config conversation.max_tokens 20000')
    .action(async (key: string | undefined, value: string | undefined, _options, command: Command) => {
      const place = placeOf(command, env)
      if (key !== undefined && value !== undefined) {
        await connectDaemon(place.dataDir).post('/config', { key, value }, z.object({ key: z.string() }))
        return console.log(place.json ? JSON.stringify({ [key]: value }) : `${key} = ${value}`)
      }
      const values = await currentValues(place, env)
      if (key !== undefined && !(key in values))
        throw new UsageError(`There is no key ${key}; "skein config" lists them all.`)
      const shown = key === undefined ? values : { [key]: values[key] ?? null }
      if (place.json) return console.log(JSON.stringify(shown))
      for (const [name, shownValue] of Object.entries(shown))
        console.log(`${name} = ${shownValue === null ? '(not set)' : String(shownValue)}`)
    })
}

/** The running daemon's, with what was set while it runs; without one, the file's. The file is checked either way. */
async function currentValues(place: Place, env: NodeJS.ProcessEnv): Promise<Values> {
  const config = loadConfig(place.configFile, env)
  try {
    return await connectDaemon(place.dataDir).get('/config', valuesShape)
  } catch (error) {
    if (error instanceof TryLaterError) return describeConfig(config)
    throw error
  }
}
