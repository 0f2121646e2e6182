import { resolve } from 'node:path'
import { z } from 'zod'
import type { GuardedFetch } from '../../../lib/http/guarded-fetch.ts'
import type { SystemAccount } from '../../../lib/sandbox.ts'
import { healthMessages } from '../../../messages/health-messages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { accountOf } from '../../command-sandbox.ts'
import type { OwnTools, ToolAction } from '../../spawner.ts'
import { fileName, isSettingsFile, settingsFileRefusal } from '../../tool-input.ts'
import { fetchPage } from './fetch-page.ts'
import { editFile, readFile } from './file-tools.ts'
import { listFiles } from './list-files.ts'
import { defineNativeTool, type NativeTool } from './native-tool.ts'
import { type CommandRunner, type CommandSettings, findCommandRunner, runCommand } from './run-command.ts'
import { changeInside } from './workspace.ts'

/** Which tools exist in addition to the daemon's, and which uses need no approval. */
export interface NativeToolSettings {
  tools: readonly string[]
  allow: Record<'owner' | 'member', readonly string[]>
  /** The names of the MCP servers. */
  servers: readonly string[]
}

/** A guest can only read the folder of the chat. All tools of one server are called `server__*`. */
export function nativeToolRights({ tools, allow, servers }: NativeToolSettings): OwnTools {
  const serverPatterns = servers.map((server) => `${server}__*`)
  const all = [...tools, ...serverPatterns]
  return {
    kinds: new Map([...kindByTool, ...serverPatterns.map((name) => [name, 'use'] as const)]),
    rights: (role) =>
      role === 'guest'
        ? { tools: tools.filter((name) => kindByTool.get(name) === 'read'), allow: [] }
        : { tools: all, allow: allow[role] },
    allowKey: 'native.allow',
  }
}

const kindByTool = new Map<string, Exclude<ToolAction['kind'], 'other'>>([
  ['read_file', 'read'],
  ['list_files', 'read'],
  ['write_file', 'write'],
  ['edit_file', 'edit'],
  ['run_command', 'command'],
  ['fetch_page', 'fetch'],
])

export interface OwnToolDeps {
  /** The tools that the configuration allows. */
  tools: readonly string[]
  command: CommandSettings
  fetch: GuardedFetch
  /** Tells the owner, once. */
  reportProblem(sentence: AnyText): void
  /** The name or path of bwrap. */
  bwrap?: string
}

/** The tools themselves. The first call checks whether commands can be run here. */
export interface OwnToolbox {
  list(signal: AbortSignal): Promise<NativeTool[]>
}

export function createOwnTools({ tools, command, fetch, reportProblem, bwrap }: OwnToolDeps): OwnToolbox {
  const account = accountOf(process.getuid?.())
  const fixedTools = [readFile, listFiles, writeFile(account), editFile(account), fetchPage(fetch)]
  let runner: CommandRunner | undefined
  let isReported = false

  async function findRunner(signal: AbortSignal): Promise<CommandRunner | undefined> {
    const result = await findCommandRunner(command, signal, bwrap)
    if ('run' in result) return result
    if (!isReported && !signal.aborted) reportProblem(healthMessages.commandsOff(result.missing))
    isReported ||= !signal.aborted
    return undefined
  }

  return {
    async list(signal) {
      // After a failure it is checked again, because bwrap may be installed meanwhile.
      if (tools.includes('run_command')) runner ??= await findRunner(signal)
      const all = runner ? [...fixedTools, runCommand(runner, command)] : fixedTools
      return all.filter(({ name }) => tools.includes(name))
    },
  }
}

const MAX_WRITTEN_CHARS = 1_000_000

/** `account`: the owner of the files if we are root. */
function writeFile(account: SystemAccount | undefined) {
  return defineNativeTool({
    name: 'write_file',
    description: 'Writes a text file in the workspace and replaces its previous content. Missing folders are created.',
    kind: 'write',
    input: z.object({
      path: z.string().describe('Relative to the workspace.'),
      content: z.string().max(MAX_WRITTEN_CHARS),
    }),
    action({ path, content }, { workspace }) {
      if (isSettingsFile(path)) return { kind: 'other', why: settingsFileRefusal }
      return { kind: 'write', path: resolve(workspace, path), content }
    },
    line: ({ path }) => `writing ${fileName(path)}`,
    run({ path, content }, { workspace }) {
      changeInside({ workspace, path, account }, () => content)
      return `Wrote ${path} (${Buffer.byteLength(content)} bytes).`
    },
  })
}
