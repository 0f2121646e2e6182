import { lowestTrust } from '../domain/person.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { SessionStep, Sessions } from '../spawner/native/session.ts'
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

/** Stores the sessions of native brains. When a call returns, the data is on disk. */
export function createNativeSessionStore(db: Database, clock: Pick<SteadyClock, 'now'>): Sessions {
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
    keepView: (session, view) => keepSessionView(db, session, view, clock.now()),
  }
}

function toStep({ said, calls, results, joined }: StoredStep): SessionStep {
  const parsed = calls.map(({ id, name, input }) => ({ id, name, input: input as Record<string, unknown> | undefined }))
  return { said, calls: parsed, results, joined }
}
