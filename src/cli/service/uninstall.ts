import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { type Installation, readInstallation } from '../../app/service/installation.ts'
import { type ServiceLayout, systemLayout, userLayout } from '../../app/service/layout.ts'
import { planRemoval } from '../../app/service/removal-plan.ts'
import { describeActions, runSteps } from '../../app/service/steps.ts'
import { UsageError, UserFacingError } from '../../domain/errors.ts'
import { globalOptions, toJson } from '../global-options.ts'
import { ask, confirm, interruptible } from '../prompts.ts'
import { createRunner, isRoot, requireSystemd, requireUserManager } from './systemd.ts'

interface UninstallFlags {
  user?: boolean
  deleteData?: boolean
  keepUser?: boolean
  yes?: boolean
  dryRun?: boolean
}

export function addUninstall(service: Command, env: NodeJS.ProcessEnv): void {
  service
    .command('uninstall')
    .description('stop the service and remove everything of it but conversations and configuration')
    .option('--user', 'the service of your own user')
    .option('--delete-data', 'also delete all conversations and the configuration')
    .option('--keep-user', 'keep the system user that the installation created')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'print the commands, and change nothing')
    .addHelpText('after', '\nExamples:\n  sudo skein service uninstall\n  sudo skein service uninstall --delete-data')
    .action(async (flags: UninstallFlags, command: Command) => {
      await uninstall(flags, globalOptions(command, env).json, env)
    })
}

async function uninstall(flags: UninstallFlags, json: boolean, env: NodeJS.ProcessEnv): Promise<void> {
  requireSystemd()
  const layout = chooseService(flags.user, env)
  const run = createRunner(env)
  if (layout.scope === 'user') await requireUserManager(run, layout.account)
  const found = await readInstallation(layout, run)
  const wishes = { data: flags.deleteData === true, account: found.record?.accountCreated === true && !flags.keepUser }
  const steps = planRemoval(layout, found, wishes)
  if (flags.dryRun) return console.log(describeActions(steps).join('\n'))
  if (!flags.yes && !(await isConfirmed(layout, found, wishes))) throw new UserFacingError('Nothing was removed.')
  const print = (line: string) => (json ? undefined : console.log(line))
  const result = await interruptible((signal) => runSteps(steps, { run, print, signal }))
  if (result.status === 'failed')
    throw new UserFacingError(
      `"${result.command}" failed: ${result.reason}\nEverything before it was removed. Run this command again for the rest.`,
    )
  const left = remains(layout, found, wishes)
  if (json) return console.log(toJson({ removed: true, left }))
  console.log(left.length === 0 ? 'Nothing is left.' : `Still there: ${left.join(', ')}.`)
}

/** After an interrupted installation, what is left can be removed even if there is no unit. */
function chooseService(wantsUser: boolean | undefined, env: NodeJS.ProcessEnv): ServiceLayout {
  const own = userLayout(env)
  if (wantsUser || (!isRoot() && existsSync(own.unitFile))) return own
  if (isRoot()) return systemLayout
  if (existsSync(systemLayout.unitFile))
    throw new UsageError('The service belongs to the system. Remove it as root: sudo skein service uninstall')
  throw new UsageError('Skein is not installed as a service of yours.')
}

async function isConfirmed(
  { unitFile, data, configFile, account }: ServiceLayout,
  { unit }: Installation,
  wishes: { data: boolean; account: boolean },
): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Without a terminal, say --yes.')
  const terminal = { input: process.stdin, output: process.stdout }
  console.log(
    `This removes ${[...(unit === undefined ? [] : [unitFile]), ...(wishes.account ? [`the user "${account}"`] : [])].join(' and ') || 'what is left of the service'}.`,
  )
  if (!wishes.data) {
    console.log(`Your conversations in ${data} and the configuration stay.`)
    return await confirm('Remove the service?', terminal)
  }
  console.log(`It also deletes ALL CONVERSATIONS in ${data} and the configuration in ${dirname(configFile)}, for good.`)
  return (await ask('To delete them, type "delete": ', terminal)) === 'delete'
}

function remains(layout: ServiceLayout, found: Installation, wishes: { account: boolean }): string[] {
  return [
    ...(existsSync(layout.data) ? [`the conversations in ${layout.data}`] : []),
    ...(existsSync(layout.configFile) ? [`the configuration ${layout.configFile}`] : []),
    ...(existsSync(layout.dropIns) ? [`your changes in ${layout.dropIns}`] : []),
    ...(layout.scope === 'system' && found.accountId !== undefined && !wishes.account
      ? [`the user "${layout.account}" (remove it with "userdel ${layout.account}")`]
      : []),
  ]
}
