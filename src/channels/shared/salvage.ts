import { createHash } from 'node:crypto'
import { NotStoredError } from '../../domain/errors.ts'
import type { Cursor, InboundEvent } from '../../domain/message.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Accepted, Inbox } from '../channel.ts'

/** An event, and the bytes of the update that it was made of. */
export interface Heard {
  event: InboundEvent
  raw: string
}

export interface Salvage {
  /** Like the inbox: throws when nothing was stored. */
  store(inbox: Inbox, heard: Heard[], cursor?: Cursor): Accepted[]
}

/** So often the same batch is tried as it is: what we stumbled over may have been there for a moment only. */
const TRIES = 3

/**
 * One update that the house stumbles over must not keep everything behind it out for ever. After some tries a batch is
 * stored piece by piece, and the piece that nobody can take in is kept as it came. A full disk is waited for instead.
 */
export function createSalvage(account: string, clock: Clock, log: Log): Salvage {
  let stumbles = 0

  function storeOne(inbox: Inbox, { event, raw }: Heard): Accepted {
    try {
      return inbox.accept([event])[0] ?? { status: 'ignored' }
    } catch (error) {
      if (error instanceof NotStoredError) throw error
      log.error({ err: error, kind: event.kind }, 'an update could not be taken in, and was put aside as it came')
      const key = `telegram:${account}:unread:${createHash('sha256').update(raw).digest('hex')}`
      inbox.accept([{ kind: 'unread', channel: 'telegram', account, key, at: clock.now(), raw }])
      return { status: 'ignored' }
    }
  }

  return {
    store(inbox, heard, cursor) {
      let accepted: Accepted[]
      try {
        accepted = inbox.accept(
          heard.map(({ event }) => event),
          cursor,
        )
      } catch (error) {
        if (error instanceof NotStoredError || ++stumbles < TRIES) throw error
        accepted = heard.map((one) => storeOne(inbox, one))
        inbox.accept([], cursor)
      }
      stumbles = 0
      return accepted
    },
  }
}
