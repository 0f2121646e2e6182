import { systemClock } from '../../../lib/time/clock.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { talkMessages } from '../talk-messages.ts'
import { reasonOf, type TalkFailure } from './failure.ts'
import type { NextcloudOptions } from './nextcloud-connection.ts'
import { roomTypes, type TalkRoom } from './room.ts'
import { createTalkClient } from './talk-client.ts'

export interface TalkFinding {
  verdict: 'ok' | 'note' | 'bad'
  says: AnyText
  /** What the finding is about; the sign-in if it is missing. */
  topic?: 'rooms' | 'owner' | 'features'
  /** The version of Talk. */
  version?: string
}

const texts = talkMessages.doctor

/** Asks the server whether the password is valid, what Talk supports, and in how many rooms the account is. */
export async function examineTalk(
  { ownerIds = [], ...options }: Omit<NextcloudOptions, 'clock'> & { ownerIds?: readonly string[] },
  signal: AbortSignal,
): Promise<TalkFinding[]> {
  const client = createTalkClient({ ...options, clock: systemClock })
  try {
    const me = await client.me(signal)
    if (!me.ok) return [bad(whyNot(me.failure, options.user))]
    const able = await client.capabilities(signal)
    if (!able.ok) return [bad(whyNot(able.failure, options.user))]
    const rooms = await client.rooms(undefined, signal)
    const { server, talk, has } = able.value
    const lacks = wished.filter((feature) => !has(feature)).map((feature) => texts.features[feature])
    return [
      { verdict: 'ok', says: texts.signedIn(me.value.id, server, talk), version: talk },
      rooms.ok
        ? { verdict: 'ok', says: texts.rooms(rooms.value.rooms.length), topic: 'rooms' }
        : { ...bad(texts.roomsNotListed(reasonOf(rooms.failure))), topic: 'rooms' },
      ...(rooms.ok ? misspelt(ownerIds, rooms.value.rooms) : []),
      ...(lacks.length > 0 ? [{ verdict: 'note', says: texts.lacks(lacks), topic: 'features' } as const] : []),
    ]
  } finally {
    client.close()
  }
}

/** User ids are case sensitive. The name of a one-to-one room is the other person's id. */
function misspelt(ownerIds: readonly string[], rooms: TalkRoom[]): TalkFinding[] {
  const met = rooms.filter(({ type }) => type === roomTypes.oneToOne).map(({ name }) => name)
  return ownerIds.flatMap((id) => {
    const real = met.find((name) => name.toLowerCase() === id.toLowerCase())
    return real === undefined || met.includes(id) ? [] : [{ ...bad(texts.misspelt(id, real)), topic: 'owner' } as const]
  })
}

const wished = ['markdown-messages', 'reactions', 'edit-messages', 'media-caption', 'threads'] as const

function whyNot(failure: TalkFailure, user: string): AnyText {
  return failure.kind === 'unauthorized' ? texts.passwordRefused(user) : texts.notAsked(reasonOf(failure))
}

function bad(says: AnyText): TalkFinding {
  return { verdict: 'bad', says }
}
