import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { ConfigError, NotStoredError, TryLaterError, UsageError, UserFacingError } from '../domain/errors.ts'
import { useProxies } from '../lib/http/proxy.ts'
import { version } from './global-options.ts'

type AddCommand = (program: Command, env: NodeJS.ProcessEnv) => void

/** The commands in the order of the help. */
const commands: Record<string, () => Promise<AddCommand>> = {
  setup: async () => (await import('./setup/setup.ts')).addSetup,
  start: async () => (await import('./start.ts')).addStart,
  link: async () => (await import('./people.ts')).addLink,
  pair: async () => (await import('./people.ts')).addPair,
  runner: async () => (await import('./runner.ts')).addRunner,
  runners: async () => (await import('./runner.ts')).addRunners,
  people: async () => (await import('./people.ts')).addPeople,
  chat: async () => (await import('./chat/chat.ts')).addChat,
  chats: async () => (await import('./chats.ts')).addChats,
  send: async () => (await import('./chat/send.ts')).addSend,
  context: async () => (await import('./context.ts')).addContext,
  search: async () => (await import('./search.ts')).addSearch,
  import: async () => (await import('./import.ts')).addImport,
  export: async () => (await import('./export.ts')).addExport,
  status: async () => (await import('./status.ts')).addStatus,
  tasks: async () => (await import('./status.ts')).addTasks,
  memory: async () => (await import('./memory/memory.ts')).addMemory,
  proposals: async () => (await import('./proposals.ts')).addProposals,
  schedule: async () => (await import('./schedule/schedule.ts')).addSchedule,
  allowed: async () => (await import('./allowed.ts')).addAllowed,
  config: async () => (await import('./config.ts')).addConfig,
  secret: async () => (await import('./secret.ts')).addSecret,
  doctor: async () => (await import('./doctor/doctor.ts')).addDoctor,
  backup: async () => (await import('./backup/backup.ts')).addBackup,
  erase: async () => (await import('./erase.ts')).addErase,
  restore: async () => (await import('./backup/restore.ts')).addRestore,
  service: async () => (await import('./service/service.ts')).addService,
  update: async () => (await import('./update/update.ts')).addUpdate,
  completion: async () => (await import('./completion.ts')).addCompletion,
}

/** A start should be fast, so `skein start` loads no other command. Everything else needs them all, for help and errors. */
function commandsFor(argv: string[]): (() => Promise<AddCommand>)[] {
  const { start, ...others } = commands
  const isStart = argv.includes('start') && !argv.some((word) => word in others || word === '__complete')
  return start && isStart ? [start] : Object.values(commands)
}

/** The program with all commands that the arguments may need. */
export async function createProgram(argv: string[], env: NodeJS.ProcessEnv): Promise<Command> {
  const program = new Command('skein')
    .description('Your conversations with the model of your choice: one memory, many channels, nothing lost.')
    .version(version())
    .option('--config <file>', 'the configuration file (default: SKEIN_CONFIG or ~/.config/skein/config.toml)')
    .option('--data <dir>', 'the data directory (default: SKEIN_DATA or ~/.local/share/skein)')
    .option('--json', 'print JSON instead of text')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  // What reads a configuration finds the stored secrets by this variable.
  program.hook('preAction', (_program, command) => {
    const { data } = command.optsWithGlobals<{ data?: string }>()
    if (data) env.SKEIN_DATA = resolve(data)
  })
  for (const add of await Promise.all(commandsFor(argv).map((load) => load()))) add(program, env)
  return program
}

export async function runCli(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (argv.length <= 2) {
    console.log(await (await import('./next-step.ts')).describeNextStep(env))
    return 0
  }
  const program = await createProgram(argv, env)
  try {
    const problem = await useProxies(env)
    if (problem)
      throw new ConfigError(
        `${problem.variable} is not the address of an HTTP proxy, such as http://proxy.example.org:3128. No other kind is supported.`,
      )
    await program.parseAsync(argv)
    return typeof process.exitCode === 'number' ? process.exitCode : 0
  } catch (error) {
    return reportError(error)
  }
}

/** 0 ok, 1 failed, 64 usage, 75 try later, 78 configuration. An expected failure prints one sentence, never a stack trace. */
function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 64
  if (error instanceof UsageError) return printError(error, 64)
  if (error instanceof TryLaterError || error instanceof NotStoredError) return printError(error, 75)
  if (error instanceof ConfigError) return printError(error, 78)
  if (error instanceof UserFacingError) return printError(error, 1)
  if (error instanceof Error && error.name === 'AbortError') return 130
  if (isDiskFull(error))
    return printError(new Error('The disk is full. Free some space and start again; nothing was lost.'), 75)
  if (isDiskFailing(error))
    return printError(new Error('The disk reports an input/output error (EIO) and may be failing; see "dmesg".'), 78)
  if (isForbidden(error))
    return printError(new Error(`${error.path}: permission denied for ${userInfo().username}.`), 1)
  const folderProblem = describeFolderProblem(error)
  if (folderProblem !== undefined) return printError(new Error(folderProblem), 64)
  console.error(error)
  return 1
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(String(error.code))
}

/** As root, most commands run as the user of the service. */
function isForbidden(error: unknown): error is Error & { path: string } {
  return error instanceof Error && 'code' in error && error.code === 'EACCES' && 'path' in error
}

/** For a folder that a command should write into and that cannot be made. */
function describeFolderProblem(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'mkdir' && 'path' in error)) return undefined
  const code = 'code' in error ? String(error.code) : error.message
  const why = code === 'EEXIST' ? 'a file has this name' : code
  return `The folder ${String(error.path)} cannot be created (${why}). Name another one.`
}

function isDiskFailing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(EIO|SQLITE_IOERR)/.test(String(error.code))
}

function printError(error: Error, code: number): number {
  console.error(`skein: ${error.message}`)
  return code
}
