import type { Config } from '../../config/config.ts'
import { findContainment } from '../../lib/process-tree.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
import { findSandbox, type Sandbox, type SandboxOptions, sandboxOptions } from '../../spawner/claude/sandbox.ts'
import type { Found } from './finding.ts'

interface Around {
  dataDir: string
  env: NodeJS.ProcessEnv
}

export async function examineClaude(config: Config, { dataDir, env }: Around, signal: AbortSignal): Promise<Found> {
  const probe = await probeClaude(claudeOptions(config, dataDir, env), signal)
  if (probe.status === 'ready') return { verdict: 'ok', says: `version ${probe.version}, with a credential` }
  return { verdict: config.brain.default === 'claude' ? 'bad' : 'note', says: probe.sentence }
}

export async function examineContainment(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Found> {
  const containment = await findContainment(env.PATH ?? '', signal)
  if (containment === 'bwrap') return { verdict: 'ok', says: 'works' }
  return {
    verdict: 'note',
    says: 'missing or not permitted; install bubblewrap to sandbox what the CLI starts',
  }
}

export async function examineSandbox(config: Config, { dataDir, env }: Around, signal: AbortSignal): Promise<Found> {
  const { command, tools } = config.brain.claude
  if (tools.length === 0) return { verdict: 'ok', says: 'off in the configuration' }
  const options = sandboxOptions(claudeOptions(config, dataDir, env))
  const found = await findSandbox(command, options, signal)
  return 'sandbox' in found
    ? { verdict: 'ok', says: `${tools.join(', ')}, ${describeSandbox(found.sandbox, options)}` }
    : { verdict: 'note', says: `off, because there is no sandbox: ${found.missing}` }
}

function describeSandbox({ account }: Sandbox, { limits, network }: SandboxOptions): string {
  const who = account ? `user ${account.uid}, because Skein runs as root` : 'the user of Skein'
  const each = `${limits.memoryMb} MB and ${limits.cpuSeconds} s of processor time for each process of a command`
  return `in a sandbox, as ${who}; ${each}, at most ${limits.processes} of them, ${network ? 'with' : 'without'} the network`
}
