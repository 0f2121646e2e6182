import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Foreign } from '../../domain/foreign.ts'
import { rootLane } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import { realPathInside } from '../../lib/folders.ts'
import { trustOfKeptFiles } from '../../spawner/kept-files.ts'
import type { DaemonCalls } from '../../spawner/remote/hosted-turn.ts'
import type { UseMarks } from '../../spawner/remote/use-marks.ts'
import type { PermissionAnswer, Permissions, ToolAccess, ToolAction, Tools, Turn } from '../../spawner/spawner.ts'
import { createServedTools, type ListWebAndMcpTools } from '../../tasks/permissions/served-tools.ts'
import { createToolAccess } from '../../tasks/permissions/tool-access.ts'
import { createMcpHandler, createPasses, type McpHandler } from '../../tools/mcp.ts'
import type { Registry } from '../../tools/registry.ts'
import type { Scope } from '../../tools/tool.ts'
import type { RunnerFiles } from './sent-files.ts'

export interface RunnerToolsDeps {
  version: string
  marks: UseMarks
  files: Pick<RunnerFiles, 'sendNamed'>
  /** The runner's own tools for web pages and MCP servers. */
  listWebAndMcpTools: ListWebAndMcpTools
}

/** What the brains of a runner get instead of the daemon's tools: the same, called over Redis. */
export interface RunnerTools {
  handle: McpHandler
  accessAt(url: string): ToolAccess
  toolsFor(turn: Turn): Tools
  permissions: Permissions
  bind(turn: Turn, calls: DaemonCalls, signal: AbortSignal): () => void
}

interface Bound {
  calls: DaemonCalls
  scope: Scope
  /** Until the files of earlier calls are sent: their pieces must not mix. */
  sending: Promise<unknown>
}

export function createRunnerTools({ version, marks, files, listWebAndMcpTools }: RunnerToolsDeps): RunnerTools {
  const bound = new WeakMap<Turn, Bound>()
  const byScope = new WeakMap<Scope, Turn>()
  const passes = createPasses()

  function boundOf(turn: Turn): Bound {
    const found = bound.get(turn)
    if (!found) throw new Error('the turn is not running here')
    return found
  }

  const toolsOf = (turn: Turn | undefined) => (turn && bound.get(turn)?.calls.work.tools) ?? []

  async function callTool(turn: Turn, name: string, input: unknown) {
    const found = bound.get(turn)
    if (!found) return { text: OVER, failed: true }
    const { calls } = found
    const sending = found.sending.then(() => files.sendNamed(turn, input, calls))
    found.sending = sending.catch(() => {})
    const sent = await sending
    if ('refused' in sent) return { text: sent.refused, failed: true }
    const answer = (await calls.call({ kind: 'tool', name, input: sent.input })) as ToolAnswer | undefined
    calls.noteTrust(answer?.trust)
    return { text: answer?.text ?? OVER, failed: answer?.failed ?? true }
  }

  const permissions: Permissions = {
    // Only the daemon can decide, and asking it takes time.
    judge: () => ({ verdict: 'ask' }),
    async ask(turn, intent): Promise<PermissionAnswer> {
      const { calls } = boundOf(turn)
      const action = withoutOurPaths(intent.action, turn.workspace)
      if (!action) return { verdict: 'deny', why: OUTSIDE }
      const kept = keptTrust(action, turn.workspace)
      const { name, input } = intent
      const sent = { kind: 'permit', name, input, action, ...(kept !== undefined && { kept }) } as const
      const answer = (await calls.call(sent)) as PermitAnswer | undefined
      calls.noteTrust(answer?.trust)
      return answer?.verdict === 'allow' ? { verdict: 'allow' } : { verdict: 'deny', why: answer?.why ?? OVER }
    },
  }

  const registry: Registry = {
    list: (scope) => toolsOf(scope && byScope.get(scope)),
    async call(name, input, scope) {
      const turn = byScope.get(scope)
      return turn ? await callTool(turn, name, input) : { text: OVER, failed: true }
    },
    line: marks.mark,
  }
  const served = createServedTools({ registry, permissions, listOuter: listWebAndMcpTools })

  return {
    handle: createMcpHandler({ tools: served, passes, version }),
    accessAt: (url) => createToolAccess((turn) => boundOf(turn).scope, served, passes, url),
    permissions,
    toolsFor(turn) {
      const { calls } = boundOf(turn)
      return {
        list: () => calls.work.tools,
        trust: calls.trust,
        noteForeign: (words) => noteForeign(calls, words),
        call: async (name, input) => await callTool(turn, name, input),
        line: marks.mark,
      }
    },
    bind(turn, calls, signal) {
      const scope = scopeOf(turn, calls, signal)
      bound.set(turn, { calls, scope, sending: Promise.resolve() })
      byScope.set(scope, turn)
      return () => {
        bound.delete(turn)
        byScope.delete(scope)
      }
    },
  }
}

interface ToolAnswer {
  text?: string
  failed?: boolean
  trust?: Trust
}

interface PermitAnswer {
  verdict?: string
  why?: string
  trust?: Trust
}

const OVER = 'The task is not running any more.'
const OUTSIDE = 'Only files inside the workspace can be used.'

/** Says which turn a call belongs to. What it may do is decided by the daemon, with a scope of its own. */
function scopeOf(turn: Turn, calls: DaemonCalls, signal: AbortSignal): Scope {
  return {
    task: turn.task,
    chat: turn.chat,
    lane: rootLane(turn.chat),
    person: { id: turn.person.id, role: 'guest' },
    timezone: 'UTC',
    signal,
    get trust() {
      return calls.trust()
    },
    foreign: turn.foreign,
    noteForeign: (words) => noteForeign(calls, words),
  }
}

function noteForeign(calls: DaemonCalls, words: readonly Foreign[]): void {
  if (words.length === 0) return
  for (const { trust } of words) calls.noteTrust(trust)
  // It reaches the daemon before every later call, because messages stay in order.
  void calls.call({ kind: 'foreign', words: [...words] })
}

/** The action with paths relative to the workspace, without links; undefined if it leads out of it. */
function withoutOurPaths(action: ToolAction, workspace: string | undefined): ToolAction | undefined {
  if (!('path' in action)) return action
  const real = workspace === undefined ? undefined : realPathInside(workspace, resolve(workspace, action.path))
  if (workspace === undefined || real === undefined) return undefined
  return { ...action, path: relative(realpathSync(workspace), real) || '.' }
}

/** Long results that were moved to files here are unknown to the daemon. */
function keptTrust(action: ToolAction, workspace: string | undefined): Trust | undefined {
  if (workspace === undefined) return undefined
  if (action.kind === 'command') return trustOfKeptFiles(workspace, '.')
  return 'path' in action ? trustOfKeptFiles(workspace, action.path) : undefined
}
