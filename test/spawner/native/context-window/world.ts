import type { ModelMessage } from 'ai'
import { estimateTokens } from '../../../../src/gateway/tokens.ts'
import type {
  ContextBudget,
  ContextLimits,
  FitterDeps,
  FittingEvent,
  ToSummarise,
} from '../../../../src/spawner/native/context-window/context-window.ts'
import { createSessionFitter } from '../../../../src/spawner/native/context-window/layers.ts'
import type { CallResult, SessionStep, SessionTurn } from '../../../../src/spawner/native/session.ts'

/** As the configuration has them where nobody says otherwise. */
export const usual: ContextLimits = {
  maxContextTokens: 50_000,
  maxContextTurns: 20,
  toolResultChars: 20_000,
  evictTokens: 20_000,
  clearAt: 0.6,
  summarizeAt: 0.85,
}

/** So much room that nothing happens for the lack of it. */
export const wide: ContextBudget = { window: 1_000_000, system: 0, tools: 0, factor: 1 }

export const { signal } = new AbortController()

/** Growth with a folder that is a map, and a summariser that only counts. */
export function createWorld(limits: Partial<ContextLimits> = {}, { folder = true } = {}) {
  const files = new Map<string, string>()
  const events: FittingEvent[] = []
  const asked: ToSummarise[] = []
  const deps: FitterDeps = {
    limits: () => ({ ...usual, ...limits }),
    estimate: estimateTokens,
    keepFile: async (name, text) => {
      if (!folder) return undefined
      const path = `kept/${files.size}-${name}`
      files.set(path, text)
      return path
    },
    summarise: async (what) => {
      asked.push(what)
      return `Summary ${asked.length}.`
    },
    trace: (event) => events.push(event),
  }
  return {
    growth: createSessionFitter(deps),
    deps,
    files,
    events,
    asked,
    layers: () => events.map(({ layer }) => layer),
  }
}

export function turn(text: string, steps: SessionStep[] = [], answer?: string): SessionTurn {
  return { task: 1, text, files: [], steps, answer }
}

/** One call and what came of it. */
export function step(id: string, text: string, more: Partial<SessionStep> = {}): SessionStep {
  return {
    said: '',
    calls: [{ id, name: 'read_file', input: { path: id } }],
    results: [result(id, text)],
    joined: undefined,
    ...more,
  }
}

export function result(call: string, text: string, failed = false): CallResult {
  return { call, text, failed }
}

/** Every text that a model is shown. */
export function textsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(({ content }) => {
    if (typeof content === 'string') return [content]
    return content.flatMap((part) => {
      if (part.type === 'text') return [part.text]
      if (part.type === 'tool-call') return [JSON.stringify(part.input)]
      if (part.type !== 'tool-result') return []
      const { output } = part
      if (output.type === 'text' || output.type === 'error-text') return [output.value]
      return []
    })
  })
}

export function resultsOf(messages: readonly ModelMessage[]): string[] {
  return messages.filter(({ role }) => role === 'tool').flatMap((message) => textsOf([message]))
}

/** Without the frames that our own count adds: never more than that count. */
export function tokensOf(messages: readonly ModelMessage[], { factor, system, tools }: ContextBudget): number {
  const texts = textsOf(messages).reduce((sum, text) => sum + estimateTokens(text), 0)
  return texts * factor + system + tools
}

/** What the strictest server would refuse, in words; empty where all is well. */
export function faultsOf(messages: readonly ModelMessage[]): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  let open: string[] = []
  if (messages[0]?.role !== 'user') faults.push('the first is not from the user')
  for (const [index, { role, content }] of messages.entries()) {
    const before = messages[index - 1]?.role
    if (role === before) faults.push(`${index}: two of ${role}`)
    if (typeof content === 'string' || content.length === 0) faults.push(`${index}: no parts`)
    const parts = typeof content === 'string' ? [] : content
    const came = parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))
    if (open.length > 0 && (role !== 'tool' || String(came) !== String(open))) faults.push(`${index}: calls unanswered`)
    if (open.length === 0 && came.length > 0) faults.push(`${index}: results without calls`)
    open = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
    for (const id of open) {
      if (seen.has(id) || !/^[\w-]+$/.test(id)) faults.push(`${index}: id ${id}`)
      seen.add(id)
    }
    const isLast = parts.findIndex((part) => part.type === 'tool-call')
    if (isLast >= 0 && parts.slice(isLast).some((part) => part.type === 'text'))
      faults.push(`${index}: text after calls`)
  }
  if (open.length > 0) faults.push('calls at the end')
  if (textsOf(messages).some((text) => text.trim() === '')) faults.push('an empty text')
  return faults
}

/** All that a model can come by: what it is shown, and the files that it is led to. */
export function reachable(messages: readonly ModelMessage[], files: ReadonlyMap<string, string>): string {
  const known = new Set<string>()
  const all: string[] = []
  let texts = textsOf(messages)
  while (texts.length > 0) {
    all.push(...texts)
    const paths = texts.flatMap((text) => [...text.matchAll(/kept\/[\w.-]+\.(?:txt|md)/g)].map(([path]) => path))
    const next = new Set(paths.filter((path) => !known.has(path)))
    for (const path of next) known.add(path)
    texts = [...next].map((path) => files.get(path) ?? '')
  }
  return all.join('\n')
}
