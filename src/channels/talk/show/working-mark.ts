import type { ChatId } from '../../../domain/ids.ts'
import { idOf, tokenOf } from '../outbound.ts'
import type { TalkClient } from '../wire/client.ts'

/** A look at a message that is being worked on, taken back when it is answered. */
export interface WorkingMark {
  open(chat: ChatId, remoteId: string): void
  /** `anyway`: also where an earlier run may have opened them. */
  close(chat: ChatId, remoteId: string, anyway?: boolean): void
}

const EYES = '👀'
/** Of so many it is remembered whether they are looked at, and in so many rooms that they may not be. */
const MOST_REMEMBERED = 1000

/** Best effort: a look that is not seen costs nothing. */
export function createWorkingMark(
  client: Pick<TalkClient, 'capabilities' | 'react' | 'unreact'>,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): WorkingMark {
  const looks = new Map<string, { look: 'open' | 'closed'; done: Promise<void> }>()
  /** Rooms in which we may not react: a right of its own since version 24, and nobody's where a room is locked. */
  const forbidden = new Set<string>()

  async function react(token: string, id: number, look: 'open' | 'closed'): Promise<void> {
    const able = await client.capabilities(signal)
    if (!able.ok || !able.value.has('reactions')) return
    const call = look === 'open' ? client.react : client.unreact
    const answer = await call(token, id, EYES, signal)
    if (!answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 403) {
      if (forbidden.size >= MOST_REMEMBERED) forbidden.clear()
      forbidden.add(token)
    }
  }

  function set(chat: ChatId, remoteId: string, look: 'open' | 'closed'): void {
    const id = idOf(remoteId)
    const token = tokenOf(chat)
    if (id === undefined || forbidden.has(token)) return
    const name = `${token} ${id}`
    const before = looks.get(name)?.done ?? Promise.resolve()
    const [oldest] = looks.keys()
    if (looks.size >= MOST_REMEMBERED && oldest !== undefined) looks.delete(oldest)
    // One after the other: what is taken back must be there before.
    looks.set(name, { look, done: before.then(() => react(token, id, look)).catch(failed) })
  }

  return {
    open: (chat, remoteId) => set(chat, remoteId, 'open'),
    close(chat, remoteId, anyway = false) {
      const look = looks.get(`${tokenOf(chat)} ${idOf(remoteId)}`)?.look
      if (look === 'open' || (look === undefined && anyway)) set(chat, remoteId, 'closed')
    },
  }
}
