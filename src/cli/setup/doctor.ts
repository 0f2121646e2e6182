import type { Command } from 'commander'
import type { Finding } from '../../app/doctor/check-rounds.ts'
import { createChecks } from '../../app/doctor/doctor.ts'
import { textIn } from '../../messages/localized.ts'
import { describeStall } from '../../tasks/health/stall-watch.ts'
import { describeBrainTrouble } from '../../tasks/reports/overview.ts'
import { calls } from '../../web/control/calls.ts'
import { overviewShape } from '../../web/control/overview-shapes.ts'
import { connectDaemon } from '../daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from '../global-options.ts'

export function addDoctor(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('doctor')
    .description('check everything Skein needs and say how to fix problems')
    .addHelpText('after', '\nExample:\n  skein doctor')
    .action(async (_options, command: Command) => {
      const globals = globalOptions(command, env)
      const findings = await examine(globals, env)
      if (globals.json) console.log(toJson(findings))
      else for (const { what, verdict, says } of findings) console.log(`${verdict.padEnd(4)}  ${what}: ${says}`)
      process.exitCode = findings.some((finding) => finding.verdict === 'bad') ? 1 : 0
    })
}

/** The findings in English, like everything in the terminal. */
async function examine(globals: GlobalOptions, env: NodeJS.ProcessEnv) {
  const { signal } = new AbortController()
  const checks = createChecks({ ...globals, env }).map(({ look }) => look(signal))
  const findings = (await Promise.all([examineDaemon(globals.dataDir), ...checks])).flat()
  return findings.map(({ what, verdict, says }) => ({ what: textIn(what, 'en'), verdict, says: textIn(says, 'en') }))
}

/** Asks for few fields, because the daemon may be of another version. */
const shortStatus = { ...calls.status, answer: overviewShape.pick({ pid: true, brain: true, worstStall: true }) }

async function examineDaemon(dataDir: string): Promise<Finding[]> {
  try {
    const { pid, brain, worstStall } = await connectDaemon(dataDir).ask(shortStatus, {})
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
    const reader = { now: new Date(), timezone, prefix: '/' } as const
    return [
      { what: 'daemon', verdict: 'ok', says: `running as process ${pid}` },
      ...(worstStall ? [{ what: 'pauses', verdict: 'note', says: describeStall(worstStall, timezone) } as const] : []),
      ...(brain.trouble
        ? [{ what: 'model', verdict: 'bad', says: describeBrainTrouble(brain.trouble, reader) } as const]
        : []),
    ]
  } catch {
    return [{ what: 'daemon', verdict: 'note', says: 'not running; start it with "npm start" or "skein start"' }]
  }
}
