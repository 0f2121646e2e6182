import type { Command } from 'commander'
import { addInstall } from './install.ts'
import { addLogs } from './logs.ts'
import { addServiceStatus } from './status.ts'
import { addUninstall } from './uninstall.ts'

export function addService(program: Command, env: NodeJS.ProcessEnv): void {
  const service = program
    .command('service')
    .description('run Skein as a service of systemd: install, inspect and remove it')
    .addHelpText('after', '\nExamples:\n  sudo skein service install\n  skein service status')
  for (const add of [addInstall, addServiceStatus, addLogs, addUninstall]) add(service, env)
}
