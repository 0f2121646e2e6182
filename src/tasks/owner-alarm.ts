import { randomUUID } from 'node:crypto'
import { makeChatId } from '../domain/ids.ts'
import { giveNotice } from './house-notice.ts'
import type { Road } from './road.ts'

/** Tells the owner of something that is wrong with the house itself, in a chat of its own. Never throws: it may be called from anywhere. */
export function tellOwner(road: Road, ownerId: number, text: string): void {
  const now = road.clock.now()
  const notice = { key: `alarm:${randomUUID()}`, chat: makeChatId('web', 'notices'), personId: ownerId, text }
  road
    .persist(() => road.db.transaction(() => giveNotice(road, notice, now)))
    .catch((err: unknown) => road.log.error({ err }, 'the owner could not be told'))
}

const HOUR_MS = 3_600_000

/** The same thing at most once an hour. */
export function createOwnerAlarm(road: Road, ownerId: number): (text: string) => void {
  const told = new Map<string, number>()
  return (text) => {
    const last = told.get(text)
    if (last !== undefined && road.clock.mono() - last < HOUR_MS) return
    told.set(text, road.clock.mono())
    tellOwner(road, ownerId, text)
  }
}
