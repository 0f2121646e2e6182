import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { Finding } from '../../app/doctor/check.ts'
import { examine, type FixedFinding, fixFindings } from '../../app/doctor/fixes.ts'
import type { DoctorOptions, RunningDaemon } from '../../app/doctor/subject.ts'
import { calls } from '../../web/control/calls.ts'
import { overviewShape } from '../../web/control/overview-shapes.ts'
import { connectDaemon } from '../daemon.ts'
import { type GlobalOptions, globalOptions, toJson, version } from '../global-options.ts'
import { confirm, INTERRUPTED, interruptible } from '../prompts.ts'
import { fixLines, reportLines, toJsonFinding } from './doctor-report.ts'

interface DoctorFlags {
  all?: boolean
  fix?: boolean
  yes?: boolean
}

export function addDoctor(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('doctor')
    .description('check everything Skein needs and say how to fix problems')
    .addOption(new Option('--all', 'also list what is fine'))
    .addOption(new Option('--fix', 'repair what can be repaired without any risk, after showing it'))
    .addOption(new Option('--yes', 'with --fix: do not ask'))
    .addHelpText('after', '\nExamples:\n  skein doctor\n  skein doctor --fix\n  skein doctor --json')
    .action(async (flags: DoctorFlags, command: Command) => {
      const globals = globalOptions(command, env)
      const options = optionsFor(globals, env)
      await interruptible(async (signal) => {
        const found = await examine(options, signal)
        const findings = flags.fix
          ? await fixAfterAsking(found, options, { ...flags, json: globals.json }, signal)
          : found
        if (signal.aborted) {
          console.error('skein: interrupted')
          process.exitCode = INTERRUPTED
          return
        }
        const canFix = !flags.fix && found.some(({ fix }) => fix)
        if (globals.json) console.log(toJson(findings.map(toJsonFinding)))
        else
          for (const line of reportLines(findings, { all: flags.all === true, canFix, width: terminalWidth() }))
            console.log(line)
        process.exitCode = findings.some(({ verdict }) => verdict === 'bad') ? 1 : 0
      })
    })
}

/** On a terminal the person decides. Without one, and without --yes, the fixes are only shown. */
async function fixAfterAsking(
  findings: Finding[],
  options: DoctorOptions,
  { yes, json }: DoctorFlags & { json: boolean },
  signal: AbortSignal,
): Promise<FixedFinding[]> {
  const fixes = findings.flatMap(({ what, fix }) => (fix ? [{ what, shows: fix.shows }] : []))
  if (fixes.length === 0) return findings
  if (!json) for (const line of fixLines(fixes, terminalWidth())) console.log(line)
  const canAsk = Boolean(process.stdin.isTTY && process.stdout.isTTY && !json)
  const isWanted = yes || (canAsk && (await confirm('Do this now?', { input: process.stdin, output: process.stdout })))
  if (!json) console.log(isWanted ? '' : `Nothing was changed.${canAsk ? '' : ' Add --yes to do this.'}\n`)
  return isWanted ? await fixFindings(findings, options, signal) : findings
}

/** Texts in a pipe or a file are not wrapped, so that a search finds them. */
function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined
}

function optionsFor(globals: GlobalOptions, env: NodeJS.ProcessEnv): DoctorOptions {
  const { configFile, dataDir } = globals
  let asked: Promise<RunningDaemon | undefined> | undefined
  const daemon = () => (asked ??= askDaemon(dataDir))
  return { configFile, dataDir, env, version: version(), daemon }
}

/** Asks for few fields, because the daemon may be of another version. */
const shortStatus = {
  ...calls.status,
  answer: overviewShape
    .pick({ pid: true, brain: true, worstStall: true, clockJump: true, runners: true })
    .extend({ version: z.string().exactOptional(), safeMode: z.boolean().exactOptional() }),
}

const ANSWER_MS = 5000

/** Undefined if none runs, or if it does not answer. */
async function askDaemon(dataDir: string): Promise<RunningDaemon | undefined> {
  try {
    return await connectDaemon(dataDir).ask(shortStatus, {}, AbortSignal.timeout(ANSWER_MS))
  } catch {
    return undefined
  }
}
