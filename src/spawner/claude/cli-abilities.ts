import { realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runChild } from '../../lib/child.ts'
import { type BasePrompt, type ClaudeAccess, claudeEnv } from './command-line.ts'

/** What the installed CLI supports. */
export interface Abilities {
  version: string
  /** Whether it can read the appended prompt from a file. */
  promptFile: boolean
}

/** Asked once per program file. An update replaces the file, so its size or time changes. */
export function createAbilities(access: ClaudeAccess, command: string): (signal: AbortSignal) => Promise<Abilities> {
  let cached: { identity: string; abilities: Abilities } | undefined

  return async (signal) => {
    const identity = await identify(command, access.env.PATH ?? '')
    if (identity === undefined) return ASSUMED_ABILITIES
    if (cached?.identity !== identity) {
      const abilities = await askCli(access, command, signal)
      if (!abilities) return ASSUMED_ABILITIES
      cached = { identity, abilities }
    }
    return cached.abilities
  }
}

/** The longest argument in bytes; with one more, the system refuses to start the program (E2BIG). */
const MAX_ARGUMENT_BYTES = 131_071

// The CLI writes "You are Claude Code" in front of every appended prompt, so this says what that means here.
const SHORT_BASE_PROMPT = 'Claude Code runs here without a terminal, as the model behind a chat assistant.'

/** The prompt as text and as a file, and the base prompt it follows. */
export interface PromptSource {
  text: string
  file: string
  base: BasePrompt | undefined
}

/** The arguments that pass the prompt; undefined if the CLI is too old for a prompt of this length. */
export function promptArgs(abilities: Abilities, { text, file, base }: PromptSource): string[] | undefined {
  const basePrompt = base === 'claude-code' ? [] : ['--system-prompt', SHORT_BASE_PROMPT]
  if (abilities.promptFile) return [...basePrompt, '--append-system-prompt-file', file]
  // An old CLI keeps its own prompt, because it may not take both flags together.
  if (Buffer.byteLength(text) > MAX_ARGUMENT_BYTES) return undefined
  // A NUL would end the argument, so the system refuses it.
  return ['--append-system-prompt', text.replaceAll('\0', '\u{FFFD}')]
}

// It did not answer, so we assume a current version. The turn itself will show what is wrong.
const ASSUMED_ABILITIES: Abilities = { version: 'unknown', promptFile: true }

/** Identifies the program file and its build; undefined if there is no such program. */
export async function identify(command: string, path: string): Promise<string | undefined> {
  const folders = command.includes('/') ? [''] : path.split(delimiter)
  for (const folder of folders) {
    try {
      const file = await realpath(folder ? join(folder, command) : command)
      const { size, mtimeMs } = await stat(file)
      return `${file} ${size} ${mtimeMs}`
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

async function askCli(access: ClaudeAccess, command: string, signal: AbortSignal): Promise<Abilities | undefined> {
  const run = (args: string[]) =>
    runChild(
      { file: command, args, env: claudeEnv(unreachableAccess(access), tmpdir()) },
      { timeoutMs: 5_000, maxBytes: 64_000 },
      signal,
    )
  const { stdout } = await run(['--version'])
  const version = /^(\d+)\.\d+\.\d+/.exec(stdout.trim())
  if (!version) return undefined
  // Every version since 2.0 that we have seen has the flag, although its help does not list it.
  if (Number(version[1]) >= 2) return { version: version[0], promptFile: true }
  const rejection = await run(['-p', 'hi', '--append-system-prompt-file', join(access.configDir, 'no', 'such', 'file')])
  return { version: version[0], promptFile: !/unknown option/i.test(rejection.stderr) }
}

// The CLI rejects the flag or the file before it contacts anybody. In case it does not, this address leads nowhere.
function unreachableAccess({ configDir, env }: ClaudeAccess): ClaudeAccess {
  return { configDir, env, apiKey: 'none', baseUrl: 'http://127.0.0.1:1' }
}
