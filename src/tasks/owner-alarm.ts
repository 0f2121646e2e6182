import { makeChatId } from '../domain/ids.ts'
import { giveNotice } from './house-notice.ts'
import type { Road } from './road.ts'

const HOUR_MS = 3_600_000

/** Tells the owner of something that is wrong with the house itself, the same thing at most once an hour. */
export function createOwnerAlarm(road: Road, ownerId: number): (text: string) => void {
  const told = new Map<string, number>()
  return (text) => {
    const last = told.get(text)
    if (last !== undefined && road.clock.mono() - last < HOUR_MS) return
    told.set(text, road.clock.mono())
    const now = road.clock.now()
    const key = `alarm:${road.epoch}:${now.getTime()}`
    giveNotice(road, { key, chat: makeChatId('web', 'notices'), personId: ownerId, text }, now)
  }
}
