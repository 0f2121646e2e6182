import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { printable } from '../lib/text/visible.ts'
import { claudeToolRights } from '../spawner/claude/own-tools.ts'
import { openStore } from '../store/open-store.ts'
import { describeAllowed, takeAllowed, takeBack } from '../tasks/permissions/allowed.ts'
import { calls } from '../web/control/wire.ts'
import { connectDaemon, isRunning } from './daemon.ts'
import { type Place, placeOf } from './place.ts'
import { withStoreToRead } from './store.ts'

/** Whoever can open the store is the owner. */
const owner = { id: 0, role: 'owner' } as const
const hint = '"skein allowed --remove <number>" takes one back.'

export function addAllowed(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('allowed')
    .description('what may be done without a question, and take it back')
    .option('--remove <number>', 'take this one back: it is asked about again', numberOf)
    .addHelpText('after', '\nExamples:\n  skein allowed\n  skein allowed --remove 3')
    .action(async ({ remove }: { remove?: number }, command: Command) => {
      const place = placeOf(command, env)
      if (remove !== undefined) {
        await removeOne(place, remove)
        return console.log(place.json ? JSON.stringify({ id: remove }) : `Taken back: number ${remove}.`)
      }
      const daemon = connectDaemon(place.dataDir)
      const config = readConfig(place, env)
      const allowed = (await isRunning(daemon))
        ? await daemon.ask(calls.allowed, {})
        : await allowedInStore(place, config)
      console.log(place.json ? JSON.stringify(allowed) : printable(describeAllowed(allowed, hint, config.timezone).en))
    })
}

/** The same that a daemon would tell, which is not there to be asked. */
async function allowedInStore({ dataDir }: Place, { brain, native, mcp }: Config) {
  // Read only where it is needed.
  const { nativeToolRights: nativeTools } = await import('../spawner/native/tools/own-tools.ts')
  const tools = [claudeToolRights(brain.claude), nativeTools({ ...native, servers: Object.keys(mcp) })]
  return withStoreToRead(dataDir, (db) => takeAllowed(db, tools, owner))
}

async function removeOne({ dataDir }: Place, id: number): Promise<void> {
  const daemon = connectDaemon(dataDir)
  if (await isRunning(daemon)) return void (await daemon.ask(calls.removeAllowed, { id }))
  const store = openStore(dataDir)
  try {
    if (!takeBack(store.db, id, owner))
      throw new UsageError(`There is no number ${id} to take back; "skein allowed" lists them.`)
  } finally {
    store.close()
  }
}

function numberOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a number of the list.')
  return Number(text)
}
