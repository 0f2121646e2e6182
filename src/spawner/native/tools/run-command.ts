import { z } from 'zod'
import { quoted } from '../../../lib/text/visible.ts'
import type { CommandOutcome, CommandRunner, CommandSettings } from './command-runner.ts'
import { defineTool } from './define-tool.ts'

export function runCommand(runner: CommandRunner, { network, seconds }: CommandSettings) {
  return defineTool({
    name: 'run_command',
    description: `Runs a command with bash in the workspace, the only folder that it can change. The network is ${network ? 'on' : 'off'}. It gets no input, may take ${seconds} seconds, and whatever it leaves running is ended with it.`,
    kind: 'command',
    input: z.object({ command: z.string().min(1) }),
    deed: ({ command }) => ({ kind: 'command', command, network }),
    line: ({ command }) => `running ${quoted(command)}`,
    async run({ command }, { workspace }, signal) {
      const outcome = await runner.run(command, workspace, signal)
      const { stdout, stderr } = outcome
      const { text, failed } = endOf(outcome, seconds)
      const parts = [text, section('stdout', stdout), section('stderr', stderr)]
      return { text: parts.filter(Boolean).join('\n\n').toWellFormed(), failed }
    },
  })
}

function section(name: string, text: string): string {
  return text.trim() === '' ? '' : `${name}:\n${text.trimEnd()}`
}

function endOf({ end, stdout, stderr }: CommandOutcome, seconds: number): { text: string; failed: boolean } {
  switch (end.status) {
    case 'exited': {
      const isSilent = stdout.trim() === '' && stderr.trim() === ''
      return { text: `Exit code ${end.code}.${isSilent ? ' It said nothing.' : ''}`, failed: end.code !== 0 }
    }
    case 'killed':
      return { text: `It was ended by ${end.signal}.`, failed: true }
    case 'not_started':
      return { text: `It could not be started (${end.code}).`, failed: true }
    case 'late':
      return { text: `It was ended after ${seconds} seconds.`, failed: true }
    case 'flood':
      return { text: 'It was ended because it wrote without an end.', failed: true }
    case 'aborted':
      return { text: 'It was called off.', failed: true }
  }
}
