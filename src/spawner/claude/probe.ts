import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../../lib/child.ts'
import { identify } from './cli-abilities.ts'
import { type ClaudeAccess, claudeEnv } from './command-line.ts'

/** Whether the CLI can answer here, checked without calling a model. */
export type Probe =
  | { status: 'ready'; version: string }
  | { status: 'missing' | 'no_credential' | 'broken'; sentence: string }

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
      return broken(command, 'did not answer within 5 seconds')
    case 'flood':
      return broken(command, 'answered with far too much')
    case 'aborted':
      return broken(command, 'was not asked to the end because we are stopping')
    case 'killed':
      return broken(command, `died of ${outcome.signal}`)
    case 'exited': {
      const version = /^\d+\.\d+\.\d+/.exec(outcome.stdout.trim())?.[0]
      if (outcome.code !== 0) return broken(command, `ended with code ${outcome.code}`)
      if (version === undefined) return broken(command, 'does not answer like the claude CLI')
      return (await hasCredential(options)) ? { status: 'ready', version } : noCredential()
    }
  }
}

function missing(command: string, code: string): Probe {
  const what = code === 'ENOENT' ? 'is not installed' : `cannot be run (${code})`
  const name = command === 'claude' ? 'The claude CLI' : `The claude CLI (${command})`
  return {
    status: 'missing',
    sentence: `${name} ${what}. Install it with "npm install -g @anthropic-ai/claude-code" or set [brain.claude] command to its path, then run "npx skein setup claude".`,
  }
}

function broken(command: string, what: string): Probe {
  const sentence = `"${command} --version" ${what}. Try it in a terminal; [brain.claude] command names another one.`
  return { status: 'broken', sentence }
}

function noCredential(): Probe {
  const sentence =
    'The claude CLI is here but has no credential. Run "npx skein setup claude", or set [brain.claude] api_key or oauth_token.'
  return { status: 'no_credential', sentence }
}

async function hasCredential({ apiKey, oauthToken, configDir }: ClaudeAccess): Promise<boolean> {
  if (apiKey || oauthToken) return true
  const login = await stat(join(configDir, '.credentials.json')).catch(() => undefined)
  return login !== undefined && login.size > 0
}
