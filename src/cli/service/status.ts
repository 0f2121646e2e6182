import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { readInstallation } from '../../app/service/installation.ts'
import { readServiceState, type ServiceState } from '../../app/service/service-state.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { machineZone } from '../../lib/time/machine-zone.ts'
import { sizeText } from '../../messages/backup-messages.ts'
import { globalOptions, toJson } from '../global-options.ts'
import { createRunner, findService, requireSystemd } from './systemd.ts'

export function addServiceStatus(service: Command, env: NodeJS.ProcessEnv): void {
  service
    .command('status')
    .description('show whether the service runs, since when, and what went wrong last')
    .option('--user', 'the service of your own user')
    .addHelpText('after', '\nExample:\n  skein service status --json')
    .action(async (flags: { user?: boolean }, command: Command) => {
      const { json } = globalOptions(command, env)
      requireSystemd()
      const layout = findService(flags.user, env)
      const run = createRunner(env)
      const state = await readServiceState(layout, await readInstallation(layout, run), run)
      const plain = state.warnings.map((warning) => ({ ...warning, line: stripVTControlCharacters(warning.line) }))
      if (json) console.log(toJson({ ...state, warnings: plain }))
      else console.log(describeState(state).join('\n'))
      process.exitCode = state.state === 'active' ? 0 : 1
    })
}

function describeState(state: ServiceState): string[] {
  const zone = machineZone()
  const time = (iso: string) => dateAndTime(new Date(iso), zone)
  const rows: [string, string | undefined][] = [
    ['service', `${state.state}${state.since === undefined ? '' : ` since ${time(state.since)}`}`],
    ['unit', `${state.unitFile} (${state.enabled ? 'starts at boot' : 'does not start at boot'})`],
    ['changes', state.hasDropIns ? `yours in ${state.dropIns}` : undefined],
    ['process', state.pid === undefined ? undefined : String(state.pid)],
    ['restarts', `${state.restarts} by systemd since its last start by hand`],
    ['watchdog', describeWatchdog(state, time)],
    ['memory', state.memoryBytes === undefined ? undefined : sizeText(state.memoryBytes).en],
    [
      'exposure',
      state.exposure === undefined ? undefined : `${state.exposure.toFixed(1)} of 10 (systemd-analyze security)`,
    ],
    ['last failure', state.lastFailure ? `${time(state.lastFailure.at)}: ${state.lastFailure.why}` : 'none in the log'],
  ]
  return [
    ...rows.flatMap(([name, says]) => (says === undefined ? [] : [`${name.padEnd(13)} ${says}`])),
    ...(state.warnings.length === 0 ? [] : ['', 'The last warnings and errors in its log:']),
    ...state.warnings.map(
      ({ at, line }) => `  ${at.toDateString()} ${process.stdout.isTTY ? line : stripVTControlCharacters(line)}`,
    ),
  ]
}

function describeWatchdog({ watchdogSeconds, lastFed, state }: ServiceState, time: (iso: string) => string): string {
  if (watchdogSeconds === undefined || watchdogSeconds === 0) return 'off'
  const fed = lastFed === undefined || state !== 'active' ? '' : `, last fed ${time(lastFed)}`
  return `restarts it after ${watchdogSeconds} s without a sign of life${fed}`
}
