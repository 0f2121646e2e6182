import type { Command } from 'commander'
import { checksOf } from '../../app/doctor/doctor.ts'
import type { Finding } from '../../app/doctor/finding.ts'
import { describeStall } from '../../tasks/health/stall-watch.ts'
import { troubleWords } from '../../tasks/reports/overview.ts'
import { overviewShape } from '../../web/control/overview-wire.ts'
import { calls } from '../../web/control/wire.ts'
import { connectDaemon } from '../daemon.ts'
import { type Place, placeOf } from '../place.ts'

export function addDoctor(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('doctor')
    .description('look at everything Skein needs and say what to do about what is wrong')
    .addHelpText('after', '\nExample:\n  skein doctor')
    .action(async (_options, command: Command) => {
      const place = placeOf(command, env)
      const findings = await examine(place, env)
      if (place.json) console.log(JSON.stringify(findings))
      else for (const { what, verdict, says } of findings) console.log(`${verdict.padEnd(4)}  ${what}: ${says}`)
      process.exitCode = findings.some((finding) => finding.verdict === 'bad') ? 1 : 0
    })
}

async function examine(place: Place, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { signal } = new AbortController()
  const looks = checksOf({ ...place, env }).map(({ look }) => look(signal))
  return (await Promise.all([examineDaemon(place.dataDir), ...looks])).flat()
}

/** As little as is needed: it may be of another version. */
const state = { ...calls.status, answer: overviewShape.pick({ pid: true, brain: true, worstStall: true }) }

async function examineDaemon(dataDir: string): Promise<Finding[]> {
  try {
    const { pid, brain, worstStall } = await connectDaemon(dataDir).ask(state, {})
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
    const here = { now: new Date(), timezone, prefix: '/' } as const
    return [
      { what: 'daemon', verdict: 'ok', says: `running as process ${pid}` },
      ...(worstStall
        ? [{ what: 'pauses', verdict: 'note', says: describeStall(worstStall, timezone).en } as const]
        : []),
      ...(brain.trouble
        ? [{ what: 'model', verdict: 'bad', says: troubleWords(brain.trouble, here).en } as const]
        : []),
    ]
  } catch {
    return [{ what: 'daemon', verdict: 'note', says: 'not running; start it with "npm start" or "skein start"' }]
  }
}
