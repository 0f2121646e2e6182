import type { Config } from '../config/config.ts'
import { lowestTrust } from '../domain/person.ts'
import { estimateTokens } from '../gateway/tokens.ts'
import type { Log } from '../lib/log.ts'
import type { Clock, SteadyClock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import { createNative } from '../spawner/native/native.ts'
import { createProvider } from '../spawner/native/providers/configured-provider.ts'
import type { Provider } from '../spawner/native/providers/provider.ts'
import type { SessionStep, Sessions } from '../spawner/native/session.ts'
import type { ToolSource } from '../spawner/native/tools/native-tool.ts'
import { nativeToolRights } from '../spawner/native/tools/own-tools.ts'
import type { Brain } from '../spawner/spawner.ts'
import type { Database } from '../store/database.ts'
import {
  addJoinedText,
  addSessionResult,
  addSessionStep,
  beginSessionTurn,
  finishSessionTurn,
  keepSessionView,
  readSessionView,
  type StoredStep,
  sessionTurns,
} from '../store/work/session-turns.ts'
import { recordEvent } from '../store/work/tasks.ts'
import { createStoredSummaries, type SessionSummaries } from '../tasks/compaction/session-summaries.ts'
import type { Toolset } from '../tasks/permissions/toolset.ts'
import { openNativeTools } from './native-tools.ts'

export interface NativeDeps extends NativeStores {
  clock: Clock
  log: Log
  /** The configuration as it was read at the start; `current` returns it with later changes. */
  config: Config
  current(): Config
  env: NodeJS.ProcessEnv
  scrub(text: string): string
  trouble(sentence: AnyText): void
}

/** Where native brains keep what must outlive a turn. */
export interface NativeStores {
  sessions: Sessions
  summariser: SessionSummaries
  /** Records an event of a task. */
  trace(task: number, event: object): void
}

/** One provider for each table [providers.NAME]. */
export function openProviders({ providers, native, conversation }: Config, clock: Clock): Provider[] {
  const timers = { firstEventMs: native.firstEventSeconds * 1000, idleMs: native.idleSeconds * 1000 }
  // Writing costs more for an hour, but a session that is read after more than five minutes would be written again.
  const cache = conversation.activeMinutes > 5 ? '1h' : '5m'
  return Object.entries(providers).map(([name, settings]) =>
    createProvider({ ...settings, name, clock, timers, cache }),
  )
}

/** Creates the brains of providers. All share the same tools, MCP servers and session store. */
export function openNative(
  deps: NativeDeps,
  toolset: Pick<Toolset, 'toolsFor' | 'permissions'>,
  servers?: ToolSource,
): (provider: Provider) => Brain {
  const { clock, log, config, current, sessions, summariser, trace } = deps
  const { native } = config
  const tools = openNativeTools(deps, servers)
  const shared = {
    settings: () => current().native,
    sessions,
    rights: nativeToolRights({ tools: native.tools, allow: native.allow, servers: Object.keys(config.mcp) }),
    ownTools: tools.list,
    closeTools: tools.close,
    toolsFor: toolset.toolsFor,
    permissions: toolset.permissions,
    estimate: (text: string) => estimateTokens(text),
    summariser,
    scrub: deps.scrub,
    trace,
    clock,
    log,
  }
  return (provider) => createNative({ ...shared, provider, apiKey: config.providers[provider.name]?.apiKey })
}

/** Everything in the daemon's database. */
export function openNativeStores(
  db: Database,
  { clock, scrub, current }: { clock: SteadyClock; scrub(text: string): string; current(): Config },
): NativeStores {
  return {
    sessions: createNativeSessionStore(db, clock),
    summariser: createStoredSummaries({ db, clock, scrub, config: current }),
    trace: (task, event) => recordEvent(db, task, 'context', JSON.stringify(event), clock.now()),
  }
}

/** Stores the sessions of native brains. When a call returns, the data is on disk. */
function createNativeSessionStore(db: Database, clock: Pick<SteadyClock, 'now'>): Sessions {
  return {
    read(session) {
      const turns = sessionTurns(db, session).map((turn) => ({ ...turn, steps: turn.steps.map(toStep) }))
      return { turns, view: readSessionView(db, session), usedAt: turns.at(-1)?.at }
    },
    begin(session, taskId, { text, files }) {
      const named = files.map(({ name, type, path, form }) => ({ name, type, path, form }))
      const begun = beginSessionTurn(db, { session, taskId, text, files: named }, clock.now())
      let step = begun.lastStep
      return {
        steps: begun.steps.map(toStep),
        trust: begun.steps.length === 0 ? undefined : lowestTrust(begun.steps.map(({ trust }) => trust)),
        addStep({ said, calls }, trust) {
          step = addSessionStep(db, begun.id, { said, calls, trust }, clock.now())
        },
        addResult: (result, trust) => addSessionResult(db, step, { ...result, trust }, clock.now()),
        addJoined: (joined) => addJoinedText(db, step, joined),
        finish: (answer) => finishSessionTurn(db, begun.id, answer),
      }
    },
    saveView: (session, view) => keepSessionView(db, session, view, clock.now()),
  }
}

function toStep({ said, calls, results, joined }: StoredStep): SessionStep {
  const parsed = calls.map(({ id, name, input }) => ({ id, name, input: input as Record<string, unknown> | undefined }))
  return { said, calls: parsed, results, joined }
}
