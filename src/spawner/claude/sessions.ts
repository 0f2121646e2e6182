import type { BrainEvent, Failure, Session, Turn } from '../spawner.ts'
import type { LiveProcesses } from './live-processes.ts'
import { staleSession } from './output/failure.ts'
import { type CliProcess, stopGraceMs } from './process.ts'
import { isWhole, removeTranscript } from './transcript.ts'
import type { Outcome } from './turn.ts'

/** A process that has used up this much of what a turn may cost is replaced, so that the next turn has nearly all of it. */
const SPENT_SHARE = 0.1

export type Emit = (event: BrainEvent) => void

export interface SessionsDeps {
  configDir: string
  live: LiveProcesses
  /** What a turn may cost, which the CLI counts from the start of its process. */
  maxUsd?: number | undefined
  launch(turn: Turn): Promise<CliProcess | Failure>
  ask(process: CliProcess, turn: Turn, emit: Emit, stop: AbortSignal): Promise<Outcome>
}

/** Turns that go on where the one before ended. */
export interface Sessions {
  run(turn: Turn, session: Session, emit: Emit, stop: AbortSignal): Promise<void>
  forget(session: string): Promise<void>
  close(): Promise<void>
}

/**
 * The CLI has no lock: two processes that go on with one session both answer, and one of them is forgotten. So a session
 * is used by one turn at a time, and a process for it is started only when nothing of the one before is left.
 */
export function createSessions({ configDir, live, maxUsd, launch, ask }: SessionsDeps): Sessions {
  // The last line of each session, by which its transcript is known to hold all of it.
  const recorded = new Map<string, string>()

  async function runClaimed(turn: Turn, session: Session, emit: Emit, stop: AbortSignal): Promise<void> {
    const fail = (failure: Failure) => emit({ kind: 'failed', failure })
    const found = await live.find(session.id)
    const isSpent = found !== undefined && maxUsd !== undefined && found.spentUsd() > SPENT_SHARE * maxUsd
    if (isSpent) await found.end(stopGraceMs).then(() => found.gone)
    const warm = isSpent ? undefined : found
    if (warm) {
      if (session.opens) return fail(staleSession('a session that was to be opened is there already'))
      // One that died while it waited, or does not wake up, is replaced; nobody need know.
      if ((await askOnce(warm)) !== 'unheard') return
    }
    if (!session.opens && !(await isWhole(configDir, session.id, recorded.get(session.id)))) {
      return fail(staleSession('the transcript is damaged'))
    }
    const process = await launch(turn)
    if ('what' in process) return fail(process)
    live.add(session.id, process)
    await askOnce(process)

    async function askOnce(process: CliProcess): Promise<Outcome> {
      const outcome = await ask(process, turn, emit, stop)
      const line = process.lastRecorded()
      if (outcome === 'answered' && line !== undefined) recorded.set(session.id, line)
      if (outcome !== 'answered') {
        void process.end(stopGraceMs)
        await process.gone
      }
      return outcome
    }
  }

  return {
    async run(turn, session, emit, stop) {
      if (!live.claim(session.id)) return emit({ kind: 'failed', failure: staleSession('another turn is using it') })
      try {
        await runClaimed(turn, session, emit, stop)
      } finally {
        live.release(session.id)
      }
    },
    async forget(session) {
      recorded.delete(session)
      await live.forget(session)
      await removeTranscript(configDir, session)
    },
    close: () => live.close(),
  }
}
