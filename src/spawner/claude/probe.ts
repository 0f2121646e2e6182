import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../../lib/child.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { programMessages as texts } from '../program-messages.ts'
import { identify } from './cli-abilities.ts'
import { type ClaudeAccess, claudeEnv } from './command-line.ts'

/** Whether the CLI can answer here, checked without calling a model. */
export type Probe =
  | { status: 'ready'; version: string }
  | { status: 'missing' | 'no_credential' | 'broken'; sentence: LocalizedText }

/** Asks for the version within 5 s and looks for a credential. */
export async function probeClaude(options: ClaudeAccess & { command?: string }, signal: AbortSignal): Promise<Probe> {
  const command = options.command ?? 'claude'
  const env = claudeEnv(options, tmpdir())
  // This runs at every start, and checking for the file is faster than starting a process that does not exist.
  if ((await identify(command, env.PATH ?? '')) === undefined) return missing(command, 'ENOENT')
  const outcome = await runChild(
    { file: command, args: ['--version'], env },
    { timeoutMs: 5_000, maxBytes: 64_000 },
    signal,
  )
  switch (outcome.status) {
    case 'not_started':
      return missing(command, outcome.code)
    case 'timeout':
      return broken(command, texts.brokenBy.silence)
    case 'flood':
      return broken(command, texts.brokenBy.flood)
    case 'aborted':
      return broken(command, texts.brokenBy.stop)
    case 'killed':
      return broken(command, texts.brokenBy.signal(outcome.signal))
    case 'exited': {
      const version = /^\d+\.\d+\.\d+/.exec(outcome.stdout.trim())?.[0]
      if (outcome.code !== 0) return broken(command, texts.brokenBy.exit(outcome.code))
      if (version === undefined) return broken(command, texts.brokenBy.otherProgram)
      return (await hasCredential(options))
        ? { status: 'ready', version }
        : { status: 'no_credential', sentence: texts.noCredential }
    }
  }
}

function missing(command: string, code: string): Probe {
  const name = command === 'claude' ? texts.claude : texts.claudeAt(command)
  return { status: 'missing', sentence: code === 'ENOENT' ? texts.notInstalled(name) : texts.notRunnable(name, code) }
}

function broken(command: string, problem: LocalizedText): Probe {
  return { status: 'broken', sentence: texts.broken(command, problem) }
}

async function hasCredential({ apiKey, oauthToken, configDir }: ClaudeAccess): Promise<boolean> {
  if (apiKey || oauthToken) return true
  const login = await stat(join(configDir, '.credentials.json')).catch(() => undefined)
  return login !== undefined && login.size > 0
}
