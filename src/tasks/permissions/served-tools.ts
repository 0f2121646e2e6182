import { CALL_TOOL, FIND_TOOLS, type NamedTools } from '../../domain/other-tools.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { giveFolderTo } from '../../lib/folders.ts'
import { truncate } from '../../lib/text/text.ts'
import { accountOf } from '../../spawner/command-sandbox.ts'
import { keepFile } from '../../spawner/kept-files.ts'
import type { NativeTool } from '../../spawner/native/tools/native-tool.ts'
import { findingLine, namedUse, offerTools, type ResolvedUse } from '../../spawner/native/tools/tool-offer.ts'
import type { Permissions, ToolLines, ToolUse, Turn } from '../../spawner/spawner.ts'
import { isGranted } from '../../spawner/tool-input.ts'
import type { ToolProvider } from '../../tools/mcp.ts'
import type { Registry } from '../../tools/registry.ts'
import type { Scope } from '../../tools/tool.ts'

/** Lists tools that are not the daemon's own, such as those of MCP servers. */
export type ListWebAndMcpTools = (signal: AbortSignal) => Promise<readonly NativeTool[]>

export interface ServedToolsDeps {
  registry: Registry
  permissions: Permissions
  listOuter: ListWebAndMcpTools
}

/** The tools for a brain in another process: the daemon's own, and those of web pages and MCP servers. */
export interface ServedTools extends ToolProvider, ToolLines {
  /** Tells whose turn a scope belongs to; before that, only the daemon's own tools are served. */
  bind(scope: Scope, turn: Turn): void
}

/** Outer tools are judged and run exactly as those of a native brain are. */
export function createServedTools({ registry, permissions, listOuter }: ServedToolsDeps): ServedTools {
  const turns = new WeakMap<Scope, Turn>()
  const queues = new WeakMap<Scope, Promise<unknown>>()
  const webAndMcpTools = new Map<string, NativeTool>()

  async function listGranted(scope: Scope | undefined): Promise<NativeTool[]> {
    const granted = (scope && turns.get(scope)?.ownTools) ?? []
    if (granted.length === 0) return []
    const tools = (await listOuter(scope?.signal ?? never)).filter((tool) => isGranted(tool, granted))
    for (const tool of tools) webAndMcpTools.set(tool.name, tool)
    return tools
  }

  /** Undefined for the daemon's own tools. */
  async function resolve(use: ToolUse, turn: Turn, scope: Scope): Promise<ResolvedUse | undefined> {
    const isAboutOthers = use.name === FIND_TOOLS || use.name === CALL_TOOL
    // A process keeps the list that it got at first, so it may use them even if there are only a few tools by now.
    if (isAboutOthers) return offerTools(await listGranted(scope), { namedTools: noneNamed, ...turn }).resolve(use)
    const tool = webAndMcpTools.get(use.name)
    return tool && isGranted(tool, turn.ownTools ?? []) ? { tool, input: use.input } : undefined
  }

  async function run(tool: NativeTool, input: Record<string, unknown>, turn: Turn, scope: Scope) {
    const { signal = never } = scope
    const place = { workspace: turn.workspace ?? '' }
    const intent = { name: tool.name, input, action: tool.action(input, place) }
    const decision = permissions.judge(turn, intent)
    const answer = decision.verdict === 'ask' ? await permissions.ask(turn, intent, signal) : decision
    if (answer.verdict === 'deny') return { text: answer.why, failed: true }
    const result = await tool.run(input, place, signal)
    return { ...result, text: await limitResult(result.text, tool.name, turn, scope) }
  }

  return {
    bind: (scope, turn) => void turns.set(scope, turn),
    line(name, input) {
      if (name === FIND_TOOLS) return findingLine(input)
      const use = namedUse({ name, input })
      return webAndMcpTools.get(use.name)?.line(use.input) ?? registry.line(use.name, use.input)
    },
    shownInput: (name, input) => namedUse({ name, input }).input,
    async list(scope) {
      const { listed } = offerTools(await listGranted(scope), (scope && turns.get(scope)) ?? {})
      const listings = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
      return [...registry.list(scope), ...listings]
    },
    async call(name, input, scope) {
      const turn = turns.get(scope)
      const use = turn && (await resolve({ name, input: input as Record<string, unknown> }, turn, scope))
      if (!use) return await registry.call(name, input, scope)
      if (!('tool' in use)) return use.result
      // One after another, so that a person never sees two questions at once.
      const queue = queues.get(scope) ?? Promise.resolve()
      const result = queue.then(() => run(use.tool, use.input, turn, scope))
      queues.set(
        scope,
        result.catch(() => {}),
      )
      return await result
    },
  }
}

/** A longer result would crowd out the conversation, and the CLI would put it where its model cannot read it. */
const MAX_RESULT_TOKENS = 20_000
const SHOWN_CHARS = 8_000

async function limitResult(text: string, tool: string, turn: Turn, scope: Scope): Promise<string> {
  if (estimateTokens(text) <= MAX_RESULT_TOKENS) return text
  const { workspace } = turn
  const file = workspace === undefined ? undefined : await keepFile(workspace, `${tool}.txt`, text, scope.trust)
  if (workspace !== undefined) giveFolderTo(workspace, accountOf(process.getuid?.()))
  const note = file === undefined ? 'The rest was left out; ask for less.' : `The whole result is in the file ${file}.`
  return `${truncate(text, SHOWN_CHARS)}\n[${note}]`
}

const noneNamed: NamedTools = { names: [], isComplete: false }

const never = new AbortController().signal
