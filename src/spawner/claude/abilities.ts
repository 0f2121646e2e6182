import { realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runChild } from '../../lib/child.ts'
import { type Access, type BasePrompt, claudeEnv } from './command-line.ts'

/** What an installed CLI can do. */
export interface Abilities {
  version: string
  /** Whether it takes the appended prompt from a file. */
  promptFile: boolean
}

/** Asked once for each program: an update puts another one in its place, of another size or another time. */
export function createAbilities(access: Access, command: string): (signal: AbortSignal) => Promise<Abilities> {
  let known: { identity: string; abilities: Abilities } | undefined

  return async (signal) => {
    const identity = await identify(command, access.env.PATH ?? '')
    if (identity === undefined) return unasked
    if (known?.identity !== identity) {
      const abilities = await ask(access, command, signal)
      if (!abilities) return unasked
      known = { identity, abilities }
    }
    return known.abilities
  }
}

/** One argument holds this many bytes; with one more the system does not start the program (E2BIG). */
const argumentBytes = 131_071

/** The prompt, as text and as a file, and what it is put behind. */
export interface GivenPrompt {
  text: string
  file: string
  base: BasePrompt | undefined
}

/** How the prompt is given to it, or undefined when it is too old for one of this length. */
export function promptArgs(abilities: Abilities, { text, file, base }: GivenPrompt): string[] | undefined {
  const flag = base === 'none' ? '--system-prompt' : '--append-system-prompt'
  if (abilities.promptFile) return [`${flag}-file`, file]
  if (Buffer.byteLength(text) > argumentBytes) return undefined
  // A NUL would end the argument, so the system refuses one that holds it.
  return [flag, text.replaceAll('\0', '\u{FFFD}')]
}

// It did not answer, so nothing is known; the turn itself will show what is wrong with it.
const unasked: Abilities = { version: 'unknown', promptFile: true }

/** The program and which build of it; undefined when there is none of that name. */
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

async function ask(access: Access, command: string, signal: AbortSignal): Promise<Abilities | undefined> {
  const run = (args: string[]) =>
    runChild(
      { file: command, args, env: claudeEnv(nowhere(access), tmpdir()) },
      { timeoutMs: 5_000, maxBytes: 64_000 },
      signal,
    )
  const { stdout } = await run(['--version'])
  const version = /^(\d+)\.\d+\.\d+/.exec(stdout.trim())
  if (!version) return undefined
  // Every version since 2.0 that we have met has the flag, though its help doesn't name it.
  if (Number(version[1]) >= 2) return { version: version[0], promptFile: true }
  const complaint = await run(['-p', 'hi', '--append-system-prompt-file', join(access.configDir, 'no', 'such', 'file')])
  return { version: version[0], promptFile: !/unknown option/i.test(complaint.stderr) }
}

// It complains of the flag or of the file before it asks anybody anything; should one not, there is nobody to ask.
function nowhere({ configDir, env }: Access): Access {
  return { configDir, env, apiKey: 'none', baseUrl: 'http://127.0.0.1:1' }
}
