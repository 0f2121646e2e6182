import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '../../lib/text/json.ts'
import type { BrainEvent, Failure, Session, Turn } from '../spawner.ts'
import type { LiveProcesses } from './live-processes.ts'
import { staleSession } from './output/failure.ts'
import { type CliProcess, stopGraceMs } from './process.ts'
import type { TurnOutcome } from './turn.ts'

/** A process that has spent this share of a turn's budget is replaced, so that the next turn has nearly all of it. */
const MAX_SPENT_SHARE = 0.1

export type Emit = (event: BrainEvent) => void

export interface SessionsDeps {
  configDir: string
  live: LiveProcesses
  /** The maximum cost of a turn if the CLI counts it, which it does from the start of its process. */
  cliBudget(turn: Turn): number | undefined
  launch(turn: Turn): Promise<CliProcess | Failure>
  ask(process: CliProcess, turn: Turn, emit: Emit, stop: AbortSignal): Promise<TurnOutcome>
}

/** Turns that continue earlier ones. */
export interface ClaudeSessions {
  run(turn: Turn, session: Session, emit: Emit, stop: AbortSignal): Promise<void>
  forget(session: string): Promise<void>
  close(): Promise<void>
}

/**
 * The CLI has no lock: if two processes continue one session, both answer and one of the answers is lost. So a session
 * serves one turn at a time, and a new process starts only after the previous one has ended completely.
 */
export function createSessions({ configDir, live, cliBudget, launch, ask }: SessionsDeps): ClaudeSessions {
  // The id of the last line of each session, which its transcript must contain.
  const lastRecorded = new Map<string, string>()

  async function runReserved(turn: Turn, session: Session, emit: Emit, stop: AbortSignal): Promise<void> {
    const fail = (failure: Failure) => emit({ kind: 'failed', failure })
    const running = await live.find(session.id)
    const maxUsd = cliBudget(turn)
    const isSpent = running !== undefined && maxUsd !== undefined && running.spentUsd() > MAX_SPENT_SHARE * maxUsd
    if (isSpent) await running.end(stopGraceMs).then(() => running.cleanup)
    const usable = isSpent ? undefined : running
    if (usable) {
      if (session.isNew) return fail(staleSession('a session with this id already exists'))
      // A process that died while idle or does not respond is replaced; nobody needs to know.
      if ((await askOnce(usable)) !== 'unheard') return
    }
    if (!session.isNew && !(await isTranscriptComplete(configDir, session.id, lastRecorded.get(session.id)))) {
      return fail(staleSession('the transcript is damaged'))
    }
    const process = await launch(turn)
    if ('what' in process) return fail(process)
    live.add(session.id, process)
    await askOnce(process)

    async function askOnce(process: CliProcess): Promise<TurnOutcome> {
      const outcome = await ask(process, turn, emit, stop)
      const line = process.lastRecordedId()
      if (outcome === 'answered' && line !== undefined) lastRecorded.set(session.id, line)
      if (outcome !== 'answered') {
        void process.end(stopGraceMs)
        await process.cleanup
      }
      return outcome
    }
  }

  return {
    async run(turn, session, emit, stop) {
      if (!live.reserve(session.id)) return emit({ kind: 'failed', failure: staleSession('another turn is using it') })
      try {
        await runReserved(turn, session, emit, stop)
      } finally {
        live.release(session.id)
      }
    },
    async forget(session) {
      lastRecorded.delete(session)
      await live.forget(session)
      await removeTranscript(configDir, session)
    },
    close: () => live.close(),
  }
}

// The CLI stores each session in <config>/projects/<working folder>/<session>.jsonl. The meaning of the lines changes
// between versions. We only rely on them being JSON with the ids that the CLI reported to us.

/**
 * Whether a session may be resumed. The CLI silently continues a damaged transcript with whatever is left of it, and
 * after a kill the last turn may be missing (2.1.197 writes it after answering). If we cannot find a transcript, the
 * CLI decides.
 */
async function isTranscriptComplete(
  configDir: string,
  session: string,
  recorded: string | undefined,
): Promise<boolean> {
  const file = await findTranscript(configDir, session)
  if (!file) return true
  const text = await readFile(file, 'utf8').catch(() => '')
  return (
    text.endsWith('\n') &&
    text
      .trimEnd()
      .split('\n')
      .every((line) => parseJson(line) !== undefined) &&
    text.includes(recorded ?? '')
  )
}

/** The transcript contains the conversation in plain text, so it is deleted as soon as nobody needs it. */
async function removeTranscript(configDir: string, session: string): Promise<void> {
  const file = await findTranscript(configDir, session)
  if (!file) return
  await rm(file, { force: true })
  await rm(file.slice(0, -TRANSCRIPT_SUFFIX.length), { recursive: true, force: true })
}

/**
 * Call this once at start. Deletes transcripts of sessions that nobody will continue. Use it only on Skein's own
 * configuration folder: a person's folder also contains their own transcripts.
 */
export async function sweepTranscripts(configDir: string, keptSessions: ReadonlySet<string>): Promise<void> {
  const projects = join(configDir, 'projects')
  for (const folder of await readdir(projects).catch((): string[] => [])) {
    for (const name of await readdir(join(projects, folder)).catch((): string[] => [])) {
      const session = name.endsWith(TRANSCRIPT_SUFFIX) ? name.slice(0, -TRANSCRIPT_SUFFIX.length) : name
      if (!keptSessions.has(session)) await rm(join(projects, folder, name), { recursive: true, force: true })
    }
  }
}

const TRANSCRIPT_SUFFIX = '.jsonl'

async function findTranscript(configDir: string, session: string): Promise<string | undefined> {
  const projects = join(configDir, 'projects')
  for (const folder of await readdir(projects).catch((): string[] => [])) {
    const names = await readdir(join(projects, folder)).catch((): string[] => [])
    if (names.includes(`${session}${TRANSCRIPT_SUFFIX}`))
      return join(projects, folder, `${session}${TRANSCRIPT_SUFFIX}`)
  }
  return undefined
}
