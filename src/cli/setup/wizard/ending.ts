import type { Command } from 'commander'
import { runsSystemd } from '../../../app/service/installation.ts'
import { sendHello } from '../../../app/setup/hello.ts'
import type { ChannelName } from '../../../domain/ids.ts'
import { ownAccounts } from '../../../store/people/people.ts'
import { withStoreToRead } from '../../store.ts'
import type { StepResult, Wizard } from './wizard-context.ts'

/** Installs the service if this program can, or explains how to start. */
export async function offerService(wizard: Wizard, command: Command): Promise<StepResult[]> {
  const { prompts, flags, lines } = wizard
  const program = rootOf(command)
  const service = program.commands.find((known) => known.name() === 'service')
  if (!service) return []
  const skipped: StepResult[] = [{ step: 'service', state: 'skipped' }]
  if (flags.service === 'none' || (!prompts && flags.service === undefined)) return skipped
  if (flags.service === undefined && !runsSystemd()) return skipped
  const isWanted =
    flags.service !== undefined || (await prompts?.confirm('Start Skein now and whenever this machine starts?', true))
  if (!isWanted) return skipped
  const { config, data } = program.opts<{ config?: string; data?: string }>()
  const place = [...(config ? ['--config', config] : []), ...(data ? ['--data', data] : [])]
  try {
    await program.parseAsync([...place, 'service', 'install'], { from: 'user' })
    return [{ step: 'service', state: 'set' }]
  } catch (error) {
    lines.fail(error instanceof Error ? error.message : String(error))
    return skipped
  }
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command
}

const HELLO_TIMEOUT_MS = 60_000

/** Writes to the owner on the connected channels. */
export async function sayHello(wizard: Wizard): Promise<boolean> {
  const deps = { language: 'en' as const, pairedAccounts: (channel: ChannelName) => pairedAccounts(wizard, channel) }
  const limited = AbortSignal.any([wizard.signal, AbortSignal.timeout(HELLO_TIMEOUT_MS)])
  const hellos = await sendHello(wizard.config(), deps, limited)
  for (const { isSent, says } of hellos) {
    if (isSent) wizard.lines.succeed(says)
    else wizard.lines.fail(says)
  }
  return hellos.some(({ isSent }) => isSent)
}

/** Before the first start there is no store. */
function pairedAccounts({ dataDir }: Wizard, channel: ChannelName): string[] {
  try {
    return withStoreToRead(dataDir, (db) => ownAccounts(db, channel))
  } catch {
    return []
  }
}
