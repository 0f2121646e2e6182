import { type Foreign, withForeign } from '../../domain/foreign.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { type Assembly, withJoined } from '../../gateway/assembly.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { type PastMessage, storedIds } from '../../gateway/past.ts'
import type { Question } from '../../gateway/question.ts'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import type { Brain, JoinedMessages } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { unseenMessages } from '../../store/messages/messages.ts'
import { everythingShownIn, extendAssembly, shownBy } from '../../store/recall/assemblies.ts'
import { type Epoch, readEpoch, useEpoch } from '../../store/recall/epochs.ts'
import { pastMessages } from '../../store/recall/lane-history.ts'
import type { Claim } from '../../store/work/claims.ts'
import { joinNextTask } from '../../store/work/task-regrouping.ts'
import { turnFiles } from '../files/files.ts'
import { idsOf, toPastMessages } from './past-messages.ts'

/** The state of a running turn that messages can join. */
export interface RunningTurn {
  assembly: Assembly
  epoch: Epoch | undefined
  trust: Trust
  foreign: Foreign[]
  /** The model has seen everything in the lane up to this message. */
  seen: number
  openedAt: Date
  /** The id of its stored assembly, once there is one. */
  row?: number
}

export interface JoinedMessagesDeps {
  db: Database
  clock: SteadyClock
  fileStore: FileStore
  log: FailureLog
  persist<T>(write: () => T): Promise<T>
  gateway: Gateway
  brain: Brain
  /** Builds the question from these messages, with the fence of the turn. */
  ask(messages: PastMessage[]): Question
}

interface FailureLog {
  error(fields: object, text: string): void
}

export function logFailures(log: FailureLog, task: number, { failures }: Pick<Assembly, 'failures'>): void {
  for (const { step, left, err } of failures)
    log.error({ err, task, step, left }, 'a step of choosing what the model sees failed; the turn goes on without it')
}

export type TakeJoined = () => Promise<JoinedMessages | undefined>

/** Lets new messages of the person join a running turn. One commit gives them to the task and extends the assembly. */
export function createJoinedMessages(deps: JoinedMessagesDeps, claim: Claim, turn: RunningTurn): TakeJoined {
  const { db, clock } = deps
  const { lane } = claim.task

  function add(ids: number[]): { message: JoinedMessages; changed: Partial<RunningTurn> } {
    const messages = toPastMessages(db, pastMessages(db, ids))
    const { epoch } = turn
    const unseen = unseenMessages(db, { id: epoch?.id ?? 0, lane, seen: turn.seen }, Math.max(...ids))
    const otherMessages = toPastMessages(db, pastMessages(db, idsOf(unseen.filter(({ id }) => !ids.includes(id)))))
    const now = shownBy(turn.assembly.parts)
    const before = epoch && everythingShownIn(db, epoch.id)
    const joined = deps.gateway.join(deps.ask(messages), {
      openedAt: turn.openedAt,
      newMessages: otherMessages,
      ids: new Set([...turn.assembly.shown, ...(before?.ids ?? [])]),
      facts: new Set([...now.facts, ...(before?.facts ?? [])]),
      passages: new Set([...now.passages, ...(before?.passages ?? [])]),
    })
    logFailures(deps.log, claim.task.id, joined)
    const assembly = withJoined(turn.assembly, joined)
    // Tools may have lowered the trust since the turn began.
    const current = (epoch && readEpoch(db, epoch.id)) ?? turn
    const trust = lowestTrust([current.trust, turn.trust, ...joined.trusts])
    const foreign = withForeign(current.foreign, joined.foreign)
    const seen = Math.max(turn.seen, ...storedIds([...otherMessages, ...messages]))
    if (epoch) useEpoch(db, epoch.id, { seen, trust, foreign, usedAt: clock.steady() })
    if (turn.row !== undefined) extendAssembly(db, turn.row, assembly)
    const files = turnFiles(db, deps.fileStore, messages, deps.brain)
    return { message: { text: joined.text, trust, foreign, files }, changed: { assembly, trust, foreign, seen } }
  }

  return async () => {
    const added = await deps.persist(() =>
      db.transaction(() => {
        const ids = joinNextTask(db, claim, momentOf(clock))
        return ids.length > 0 ? add(ids) : undefined
      }),
    )
    if (!added) return undefined
    Object.assign(turn, added.changed)
    return added.message
  }
}
