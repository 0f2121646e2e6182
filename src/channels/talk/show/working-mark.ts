import type { ChatId } from '../../../domain/ids.ts'
import type { MarkMemory } from '../../shared/mark-memory.ts'
import { idOf, tokenOf } from '../outbound.ts'
import type { TalkFailure } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'

/** The 👀 reaction on a message we work on. It is removed when the message is answered. */
export interface WorkingMark {
  open(chat: ChatId, remoteId: string): void
  /**
   * `unless closed` also removes a mark that an earlier run may have set. `anyway` retries a removal that failed
   * before.
   */
  close(chat: ChatId, remoteId: string, how?: 'unless closed' | 'anyway'): void
}

const EYES = '👀'
/** How many messages we remember the state of, and how many rooms that do not allow reactions. */
const MAX_REMEMBERED = 1000

/**
 * Best effort: a missing mark does no harm. A mark that stays would mislead, so it is stored and its removal is
 * retried.
 */
export function createWorkingMark(
  client: Pick<TalkClient, 'capabilities' | 'react' | 'unreact'>,
  kept: Pick<MarkMemory, 'add' | 'remove'>,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): WorkingMark {
  const looks = new Map<string, { look: 'open' | 'closed'; done: Promise<void> }>()
  /** Rooms in which we may not react: since version 24 reactions need a permission, and locked rooms allow none. */
  const forbidden = new Set<string>()

  async function react(chat: ChatId, id: number, look: 'open' | 'closed'): Promise<void> {
    const token = tokenOf(chat)
    const able = await client.capabilities(signal)
    if (!able.ok || !able.value.has('reactions')) return
    if (look === 'open') kept.add(chat, String(id))
    const call = look === 'open' ? client.react : client.unreact
    const answer = await call(token, id, EYES, signal)
    const isForbidden = !answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 403
    if (isForbidden && look === 'open') {
      if (forbidden.size >= MAX_REMEMBERED) forbidden.clear()
      forbidden.add(token)
    }
    if (look === 'open' ? isForbidden : answer.ok || isGone(answer.failure)) kept.remove(chat, String(id))
  }

  function set(chat: ChatId, remoteId: string, look: 'open' | 'closed'): void {
    const id = idOf(remoteId)
    const token = tokenOf(chat)
    if (id === undefined || (look === 'open' && forbidden.has(token))) return
    const name = `${token} ${id}`
    const before = looks.get(name)?.done ?? Promise.resolve()
    const [oldest] = looks.keys()
    if (looks.size >= MAX_REMEMBERED && oldest !== undefined) looks.delete(oldest)
    // In order, because a mark must be set before it can be removed.
    looks.set(name, { look, done: before.then(() => react(chat, id, look)).catch(failed) })
  }

  /** The message, the room or the reaction no longer exists. A locked room may open again. */
  function isGone(failure: TalkFailure): boolean {
    return failure.kind === 'refused' && failure.status !== 403 && failure.status !== 412
  }

  return {
    open: (chat, remoteId) => set(chat, remoteId, 'open'),
    close(chat, remoteId, how) {
      const look = looks.get(`${tokenOf(chat)} ${idOf(remoteId)}`)?.look
      if (how === 'anyway' || look === 'open' || (look === undefined && how === 'unless closed'))
        set(chat, remoteId, 'closed')
    },
  }
}
