import { createHash } from 'node:crypto'
import { NotStoredError } from '../../domain/errors.ts'
import type { ChannelName } from '../../domain/ids.ts'
import type { InboundEvent } from '../../domain/message.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Accepted, Inbox } from '../channel.ts'

/** An event with the original text of its update. */
export interface EventWithRaw {
  event: InboundEvent
  raw: string
}

export interface ChannelAccount {
  channel: ChannelName
  account: string
}

export interface BatchStorage {
  /** `commit` stores the events together with the new cursor. Throws if nothing was stored. */
  store(inbox: Inbox, heard: EventWithRaw[], commit: (events: InboundEvent[]) => Accepted[]): Accepted[]
}

/** How many times a failing batch is tried unchanged, because the cause may be temporary. */
const MAX_BATCH_TRIES = 3

/**
 * Keeps one update that intake cannot handle from blocking everything behind it. After some tries the batch is stored
 * one event at a time, and an event that still fails is stored as raw text. A full disk is different: there we wait.
 */
export function createBatchStorage({ channel, account }: ChannelAccount, clock: Clock, log: Log): BatchStorage {
  let stumbles = 0

  function storeOne(inbox: Inbox, { event, raw }: EventWithRaw): Accepted {
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
        if (error instanceof NotStoredError || ++stumbles < MAX_BATCH_TRIES) throw error
        accepted = heard.map((one) => storeOne(inbox, one))
        commit([])
      }
      stumbles = 0
      return accepted
    },
  }
}
