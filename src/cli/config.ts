import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { ShownValue } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { savedOf } from '../config/set-here/saved.ts'
import { toldBeside } from '../config/set-here/told.ts'
import { type Setting, type Sourced, settle, sourceWords } from '../config/sources.ts'
import { readWritten } from '../config/written.ts'
import { TryLaterError, UsageError } from '../domain/errors.ts'
import { storeFiles } from '../store/file/condition.ts'
import { readSettings } from '../store/settings.ts'
import { calls } from '../web/control/wire.ts'
import { connectDaemon } from './daemon.ts'
import { type Place, placeOf } from './place.ts'
import { withStoreToRead } from './store.ts'

interface Options {
  unset?: string
  sources?: true
}

export function addConfig(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('config [key] [value]')
    .description('check the configuration, show it and where each value comes from, or set a key of the running daemon')
    .option('--unset <key>', 'take back what was set at run time: the file or the default holds again')
    .option('--sources', 'with --json: where each value comes from, too')
    .addHelpText(
      'after',
      '\nExamples:\n  skein config\n  skein config conversation.max_tokens 20000\n  skein config --unset conversation.max_tokens',
    )
    .action(async (key: string | undefined, value: string | undefined, options: Options, command: Command) => {
      const place = placeOf(command, env)
      if (key !== undefined && options.unset !== undefined)
        throw new UsageError('--unset takes back the one key it names; leave the other words out.')
      if (key !== undefined && value !== undefined) {
        await connectDaemon(place.dataDir).ask(calls.setConfig, { key, value })
        return console.log(place.json ? JSON.stringify({ [key]: value }) : `${key} = ${value}`)
      }
      if (options.unset !== undefined) await connectDaemon(place.dataDir).ask(calls.unsetConfig, { key: options.unset })
      const all = await currentSources(place, env)
      const wanted = options.unset ?? key
      const found = wanted !== undefined && Object.hasOwn(all, wanted) ? all[wanted] : undefined
      if (key !== undefined && !found) throw new UsageError(`There is no key ${key}; "skein config" lists them all.`)
      const shown = wanted === undefined ? all : found ? { [wanted]: found } : {}
      if (place.json) return console.log(JSON.stringify(options.sources ? shown : plain(shown)))
      for (const [name, sourced] of Object.entries(shown))
        console.log(`${name} = ${inOneLine(sourced.value)}  # ${sourceWords(sourced)}`)
    })
}

function inOneLine(value: ShownValue): string {
  return String(value ?? '(not set)').replaceAll('\n', '\\n')
}

function plain(sources: Record<string, Sourced>): Record<string, ShownValue> {
  return Object.fromEntries(Object.entries(sources).map(([key, { value }]) => [key, value]))
}

/** As the running daemon has them; without one, and where only a start can change them, as the next start would. The file is checked either way. */
async function currentSources(place: Place, env: NodeJS.ProcessEnv): Promise<Record<string, Sourced>> {
  const file = readConfig(place, env)
  const saved = savedOf(readWritten(place.configFile, env).tree(), file.setHere)
  return { ...(await held()), ...toldBeside(saved) }

  async function held(): Promise<Record<string, Sourced>> {
    try {
      return await connectDaemon(place.dataDir).ask(calls.config, {})
    } catch (error) {
      if (error instanceof TryLaterError) return settle(file, storedSettings(place.dataDir)).sources
      throw error
    }
  }
}

/** A store that is damaged or from before an upgrade must not keep anybody from seeing what the file says. */
function storedSettings(dataDir: string): Map<string, Setting> {
  if (!existsSync(storeFiles(dataDir).database)) return new Map()
  try {
    return withStoreToRead(dataDir, readSettings)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.error(`skein: without what was set at run time, because the store cannot be read: ${why}`)
    return new Map()
  }
}
