import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createGuardedFetch } from '../../../../src/lib/http/guarded-fetch.ts'
import { textIn } from '../../../../src/messages/localized.ts'
import type { NativeTool, ToolResult } from '../../../../src/spawner/native/tools/native-tool.ts'
import { createOwnTools, type OwnToolDeps } from '../../../../src/spawner/native/tools/own-tools.ts'

export const never = new AbortController().signal
export const allNames = ['read_file', 'list_files', 'write_file', 'edit_file', 'run_command', 'fetch_page']
export const limits = { memoryMb: 256, processes: 40, cpuSeconds: 5 }

export interface Bench {
  /** Holds the workspace and what must not be reached from it. */
  base: string
  workspace: string
  troubles: string[]
  tools: NativeTool[]
  use(name: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<ToolResult>
}

/** A workspace and the tools for it, as the brain has them. */
export async function createBench(deps: Partial<OwnToolDeps> = {}): Promise<Bench> {
  const base = mkdtempSync(join(tmpdir(), 'skein-native-'))
  const workspace = join(base, 'workspace')
  mkdirSync(workspace, { mode: 0o700 })
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const troubles: string[] = []
  const tools = await createOwnTools({
    tools: allNames,
    command: { network: false, limits, seconds: 20 },
    fetch: createGuardedFetch({ allowed: new Set() }),
    reportProblem: (sentence) => troubles.push(textIn(sentence, 'en')),
    ...deps,
  }).list(never)
  return {
    base,
    workspace,
    troubles,
    tools,
    use(name, input, signal = never) {
      const tool = tools.find((one) => one.name === name)
      if (!tool) throw new Error(`no tool ${name}`)
      return tool.run(input, { workspace }, signal)
    },
  }
}
