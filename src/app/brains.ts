import type { Config } from '../config/config.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import { type ChosenBrain, chooseBrain } from '../spawner/choose.ts'
import { claudeOptions } from '../spawner/claude/from-config.ts'
import { sweepTranscripts } from '../spawner/claude/transcript.ts'
import { reapStrays } from '../spawner/claude/turn-folder.ts'
import type { Database } from '../store/database.ts'
import { openSessions } from '../store/recall/epochs.ts'
import type { Toolset } from '../tasks/permissions/toolset.ts'
import { createOwnSearch } from '../tasks/recall/search.ts'

export interface OpenBrainsDeps {
  db: Database
  clock: SteadyClock
  log: Log
  config: Config
  timezone(): string
  dataDir: string
  trouble(sentence: string): void
}

/** The brains of this installation. */
export interface Brains {
  /** Makes the one that answers, with the tools that are served at `toolsUrl`. */
  choose(toolset: Toolset, toolsUrl: string): ChosenBrain
  /** How many processes an earlier life had left running. */
  strays: number
}

/** Looks what is there to answer, and clears away what an earlier life left behind. */
export async function openBrains(deps: OpenBrainsDeps, signal: AbortSignal): Promise<Brains> {
  const { db, clock, log, config, timezone, trouble } = deps
  const claude = { ...claudeOptions(config, deps.dataDir), clock, log }
  const strays = await reapStrays(claude.runtimeDir)
  if (config.brain.claude.configDir === undefined) await sweepTranscripts(claude.configDir, openSessions(db))
  const demo = { search: createOwnSearch(db), timezone, pieceMs: 15 }
  const make = await chooseBrain({ wanted: config.brain.default, claude, demo }, signal)
  return {
    strays,
    choose: (toolset, toolsUrl) =>
      make({ tools: toolset.accessAt(toolsUrl), permissions: toolset.permissions, trouble }),
  }
}
