import type { RunnerErasure } from '../../domain/erasure.ts'
import type { Brain } from '../spawner.ts'

/** What turns have left on the disk of a runner. */
export interface RunnerCopies {
  removeSession(session: string): void
  /**
   * Removes what the erasure names, and all sessions but those that are in use. The sessions are gone when this returns,
   * and the rest when it resolves.
   */
  remove(erasure: RunnerErasure, inUse: ReadonlySet<string>): Promise<void>
}

/** The sessions of a runner, and what it has to erase. */
export interface HostedSessions {
  /** A turn of the session runs until the returned function is called. */
  begin(brain: string, session: string): () => void
  count(): number
  /** The daemon does not need the session any more. */
  forget(session: string): void
  /** Begins at once, unless an erasure is in progress. Sessions in use follow when their turns have ended. */
  erase(erasure: RunnerErasure): void
  /** The token of the last erasure that is done. */
  erased(): string | undefined
}

export interface HostedSessionsDeps {
  brains: ReadonlyMap<string, Brain>
  copies: RunnerCopies
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
}

interface Known {
  brain: string
  turns: number
}

export function createHostedSessions({ brains, copies, log }: HostedSessionsDeps): HostedSessions {
  const known = new Map<string, Known>()
  /** Sessions in use, to be removed when their turns have ended. */
  const due = new Set<string>()
  let allEnded = () => {}
  let isErasing = false
  let erased: string | undefined

  function drop(session: string): void {
    brains.get(known.get(session)?.brain ?? '')?.forget(session)
    known.delete(session)
    copies.removeSession(session)
  }

  const inUse = () => new Set([...known].flatMap(([session, { turns }]) => (turns > 0 ? [session] : [])))

  /** Nothing of a session may be read between its removal from memory and from the disk, so both are one step. */
  function removeIdle(erasure: RunnerErasure): Promise<void> {
    const busy = inUse()
    for (const session of known.keys()) if (!busy.has(session)) drop(session)
    return copies.remove(erasure, busy)
  }

  async function carryOut(erasure: RunnerErasure): Promise<void> {
    for (const session of inUse()) due.add(session)
    const ended = new Promise<void>((resolve) => (allEnded = resolve))
    if (due.size === 0) allEnded()
    await removeIdle(erasure)
    await ended
    for (const brain of brains.values()) await brain.settleForgetting?.()
    // Processes that were ended, and files that were being fetched, may have written once more.
    await removeIdle(erasure)
    erased = erasure.token
    log.info({ chats: erasure.chats.length, files: erasure.files.length }, 'erased')
  }

  return {
    begin(brain, session) {
      const of = known.get(session) ?? { brain, turns: 0 }
      of.turns += 1
      known.set(session, of)
      return () => {
        of.turns -= 1
        if (of.turns > 0 || !due.delete(session)) return
        drop(session)
        if (due.size === 0) allEnded()
      }
    },
    count: () => known.size,
    forget(session) {
      const turns = known.get(session)?.turns
      if (turns === 0) drop(session)
      // It is dropped when its turn has ended.
      else if (turns !== undefined) due.add(session)
    },
    erase(erasure) {
      if (isErasing || erased === erasure.token) return
      isErasing = true
      carryOut(erasure)
        .catch((err: unknown) => log.warn({ err }, 'the copies on this runner could not be erased; trying again later'))
        .finally(() => {
          isErasing = false
        })
    },
    erased: () => erased,
  }
}
