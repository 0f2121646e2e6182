import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { printable } from '../lib/text/visible.ts'
import { claudeToolRights } from '../spawner/claude/own-tools.ts'
import { openStore } from '../store/open-store.ts'
import { describeAllowed, listAllowed, revokeAllowance } from '../tasks/permissions/allowances.ts'
import { calls } from '../web/control/calls.ts'
import { parseWholeNumber } from './arguments.ts'
import { connectDaemon, isRunning } from './daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from './global-options.ts'
import { withStoreToRead } from './store.ts'

/** Anyone who can open the store counts as the owner. */
const owner = { id: 0, role: 'owner' } as const
const hint = '"skein allowed --remove <number>" revokes one.'

export function addAllowed(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('allowed')
    .description('list what is allowed without asking, or revoke it')
    .option('--remove <number>', 'revoke this one, so that you are asked again', parseWholeNumber)
    .addHelpText('after', '\nExamples:\n  skein allowed\n  skein allowed --remove 3')
    .action(async ({ remove }: { remove?: number }, command: Command) => {
      const globals = globalOptions(command, env)
      if (remove !== undefined) {
        await removeAllowance(globals, remove)
        return console.log(globals.json ? toJson({ id: remove }) : `Revoked: number ${remove}.`)
      }
      const daemon = connectDaemon(globals.dataDir)
      const config = readConfig(globals, env)
      const allowed = (await isRunning(daemon))
        ? await daemon.ask(calls.allowed, {})
        : await allowedInStore(globals, config)
      console.log(globals.json ? toJson(allowed) : printable(describeAllowed(allowed, hint, config.timezone).en))
    })
}

/** Reads from the store what a running daemon would answer. */
async function allowedInStore({ dataDir }: GlobalOptions, { brain, native, mcp }: Config) {
  // Loaded only when needed, to keep other commands fast.
  const { nativeToolRights: nativeTools } = await import('../spawner/native/tools/own-tools.ts')
  const servers = Object.keys(mcp)
  const tools = [claudeToolRights({ ...brain.claude, servers }), nativeTools({ ...native, servers })]
  return withStoreToRead(dataDir, (db) => listAllowed(db, tools, owner))
}

async function removeAllowance({ dataDir }: GlobalOptions, id: number): Promise<void> {
  const daemon = connectDaemon(dataDir)
  if (await isRunning(daemon)) return void (await daemon.ask(calls.removeAllowed, { id }))
  const store = openStore(dataDir)
  try {
    if (!revokeAllowance(store.db, id, owner))
      throw new UsageError(`There is no permission number ${id}. "skein allowed" lists all permissions.`)
  } finally {
    store.close()
  }
}
