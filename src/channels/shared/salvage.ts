import { createHash } from 'node:crypto'
import { NotStoredError } from '../../domain/errors.ts'
import type { ChannelName } from '../../domain/ids.ts'
import type { InboundEvent } from '../../domain/message.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Accepted, Inbox } from '../channel.ts'

/** An event, and the bytes of the update that it was made of. */
export interface Heard {
  event: InboundEvent
  raw: string
}

/** Our account on one channel. */
export interface Place {
  channel: ChannelName
  account: string
}

export interface Salvage {
  /** `commit` takes events in together with where they were read up to. Throws when nothing was stored. */
  store(inbox: Inbox, heard: Heard[], commit: (events: InboundEvent[]) => Accepted[]): Accepted[]
}

/** So often the same batch is tried as it is: what we stumbled over may have been there for a moment only. */
const TRIES = 3

/**
 * One update that intake stumbles over must not keep everything behind it out for ever. After some tries a batch is
 * stored piece by piece, and the piece that nobody can take in is kept as it came. A full disk is waited for instead.
 */
export function createSalvage({ channel, account }: Place, clock: Clock, log: Log): Salvage {
  let stumbles = 0

  function storeOne(inbox: Inbox, { event, raw }: Heard): Accepted {
    try {
      return inbox.accept([event])[0] ?? { status: 'ignored' }
    } catch (error) {
      if (error instanceof NotStoredError) throw error
      log.error({ err: error, kind: event.kind }, 'an update could not be taken in, and was put aside as it came')
      const key = `${channel}:${account}:unread:${createHash('sha256').update(raw).digest('hex')}`
      inbox.accept([{ kind: 'unread', channel, account, key, at: clock.now(), raw }])
      return { status: 'ignored' }
    }
  }

  return {
    store(inbox, heard, commit) {
      let accepted: Accepted[]
      try {
        accepted = commit(heard.map(({ event }) => event))
      } catch (error) {
        if (error instanceof NotStoredError || ++stumbles < TRIES) throw error
        accepted = heard.map((one) => storeOne(inbox, one))
        commit([])
      }
      stumbles = 0
      return accepted
    },
  }
}
