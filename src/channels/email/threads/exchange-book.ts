import type { ChannelMemory } from '../../../domain/message.ts'
import type { Inbox } from '../../channel.ts'
import { type Exchange, readExchange, writeExchange } from '../authority/exchange.ts'
import type { ThreadToken } from './own-id.ts'

/** The stored exchange of a thread. */
export function exchangeOf(inbox: Pick<Inbox, 'memory'>, account: string, token: ThreadToken) {
  const place = { channel: 'email', account, name: `exchange:${token}` } as const
  return {
    read: (): Exchange => readExchange(inbox.memory(place.channel, account, place.name)),
    memory: (exchange: Exchange): ChannelMemory => ({ ...place, value: writeExchange(exchange) }),
  }
}
