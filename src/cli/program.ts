import { Command, CommanderError } from 'commander'
import { ConfigError, NotStoredError, TryLaterError, UsageError } from '../domain/errors.ts'
import { addAllowed } from './allowed.ts'
import { addChat } from './chat/chat.ts'
import { addSend } from './chat/send.ts'
import { addConfig } from './config.ts'
import { addContext } from './context.ts'
import { addImport } from './import.ts'
import { addLink } from './link.ts'
import { addPair } from './pair.ts'
import { addPeople } from './people.ts'
import { addSearch } from './search.ts'
import { addDoctor } from './setup/doctor.ts'
import { addSetup } from './setup/setup.ts'
import { addStart } from './start.ts'
import { addStatus } from './status.ts'
import { addTasks } from './tasks.ts'
import { version } from './version.ts'

/** Every command is one file; each adds itself. */
const talking = [addSetup, addStart, addLink, addPair, addPeople, addChat, addSend]
const looking = [addContext, addSearch, addImport, addStatus, addTasks, addAllowed, addConfig, addDoctor]
const commands = [...talking, ...looking]

/** Runs one command line to its exit code. */
export async function runCli(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const program = new Command('skein')
    .description('Your conversations with Claude: one memory, many channels, nothing lost.')
    .version(version())
    .option('--config <file>', 'the configuration file (default: SKEIN_CONFIG or ~/.config/skein/config.toml)')
    .option('--data <dir>', 'the data directory (default: SKEIN_DATA or ~/.local/share/skein)')
    .option('--json', 'print JSON instead of text')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  for (const add of commands) add(program, env)
  try {
    await program.parseAsync(argv)
    return typeof process.exitCode === 'number' ? process.exitCode : 0
  } catch (error) {
    return report(error)
  }
}

/** 0 ok, 1 failed, 64 usage, 75 try later, 78 configuration. An expected failure is a sentence, never a stack. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 64
  if (error instanceof UsageError) return say(error, 64)
  if (error instanceof TryLaterError || error instanceof NotStoredError) return say(error, 75)
  if (error instanceof ConfigError) return say(error, 78)
  if (isDiskFull(error))
    return say(new Error('The disk is full. Free some space and start again; nothing was lost.'), 75)
  console.error(error)
  return 1
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'SQLITE_FULL')
}

function say(error: Error, code: number): number {
  console.error(`skein: ${error.message}`)
  return code
}
