import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { ShownValue } from '../config/config.ts'
import { readConfigFile } from '../config/config-file.ts'
import { readConfig } from '../config/load.ts'
import { savedConfig } from '../config/overrides/saved-config.ts'
import { listOverridesAndTables } from '../config/overrides/table-form.ts'
import { keyHelp } from '../config/reference.ts'
import { resolveConfig, type Setting, type Sourced, sourceWords } from '../config/sources.ts'
import { TryLaterError, UsageError } from '../domain/errors.ts'
import { storeFiles } from '../store/file/store-condition.ts'
import { readSettings } from '../store/settings.ts'
import { calls } from '../web/control/calls.ts'
import { connectDaemon } from './daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from './global-options.ts'
import { withStoreToRead } from './store.ts'

interface Options {
  unset?: string
  sources?: true
}

export function addConfig(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('config [key] [value]')
    .description(
      'check the configuration, show every value and where it comes from, or set a key of the running daemon',
    )
    .option('--unset <key>', 'reset a key that was set while running to the value in the file, or to its default')
    .option('--sources', 'with --json: also show where each value comes from')
    .addHelpText('after', ({ command }) => helpText(command))
    .action(async (key: string | undefined, value: string | undefined, options: Options, command: Command) => {
      const globals = globalOptions(command, env)
      if (key !== undefined && options.unset !== undefined)
        throw new UsageError('--unset takes a single key and no other arguments.')
      if (key !== undefined && value !== undefined) {
        await connectDaemon(globals.dataDir).ask(calls.setConfig, { key, value })
        return console.log(globals.json ? toJson({ [key]: value }) : `${key} = ${value}`)
      }
      if (options.unset !== undefined)
        await connectDaemon(globals.dataDir).ask(calls.unsetConfig, { key: options.unset })
      const allSources = await currentSources(globals, env)
      const selectedKey = options.unset ?? key
      const selected =
        selectedKey !== undefined && Object.hasOwn(allSources, selectedKey) ? allSources[selectedKey] : undefined
      if (key !== undefined && !selected) throw new UsageError(`There is no key ${key}; "skein config" lists them all.`)
      const sources = selectedKey === undefined ? allSources : selected ? { [selectedKey]: selected } : {}
      if (globals.json) return console.log(toJson(options.sources ? sources : valuesOnly(sources)))
      for (const [name, sourced] of Object.entries(sources))
        console.log(`${name} = ${formatValue(sourced.value)}  # ${sourceWords(sourced).en}`)
    })
}

const MAX_HELP_WIDTH = 100

/** Lists all keys, or with "skein config web --help" those of one table. */
function helpText(command: Command): string {
  const prefix = command.args.find((word) => !word.startsWith('-'))
  return [
    '\nExamples:',
    '  skein config',
    '  skein config conversation.max_tokens 20000',
    '  skein config --unset conversation.max_tokens',
    '  skein config conversation --help',
    '\nKeys (* stands for a name that you choose):',
    keyHelp(Math.min(MAX_HELP_WIDTH, process.stdout.columns ?? MAX_HELP_WIDTH), prefix),
  ].join('\n')
}

function formatValue(value: ShownValue): string {
  return String(value ?? '(not set)').replaceAll('\n', '\\n')
}

function valuesOnly(sources: Record<string, Sourced>): Record<string, ShownValue> {
  return Object.fromEntries(Object.entries(sources).map(([key, { value }]) => [key, value]))
}

/**
 * The values of the running daemon. Keys that need a restart show the value of the next start, and so do all keys while
 * no daemon runs. Also checks the file.
 */
async function currentSources(globals: GlobalOptions, env: NodeJS.ProcessEnv): Promise<Record<string, Sourced>> {
  const file = readConfig(globals, env)
  const saved = savedConfig(readConfigFile(globals.configFile, env).tree(), file.overrides)
  return { ...(await runningSources()), ...listOverridesAndTables(saved) }

  async function runningSources(): Promise<Record<string, Sourced>> {
    try {
      return await connectDaemon(globals.dataDir).ask(calls.config, {})
    } catch (error) {
      if (error instanceof TryLaterError) return resolveConfig(file, storedSettings(globals.dataDir)).sources
      throw error
    }
  }
}

/** A store that is damaged or from an older version must not prevent showing what the file says. */
function storedSettings(dataDir: string): Map<string, Setting> {
  if (!existsSync(storeFiles(dataDir).database)) return new Map()
  try {
    return withStoreToRead(dataDir, readSettings)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`skein: settings made while running are missing here, because the store cannot be read: ${reason}`)
    return new Map()
  }
}
