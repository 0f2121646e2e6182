import { systemClock } from '../../../lib/time/clock.ts'
import { describeFailure, type TalkFailure } from './failure.ts'
import type { NextcloudOptions } from './nextcloud-connection.ts'
import { roomTypes, type TalkRoom } from './room.ts'
import { createTalkClient } from './talk-client.ts'

export interface TalkFinding {
  verdict: 'ok' | 'note' | 'bad'
  says: string
}

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
    const lacks = wished.filter(([feature]) => !has(feature)).map(([, what]) => what)
    return [
      { verdict: 'ok', says: `${me.value.id} is signed in at Nextcloud ${server}, Talk ${talk}` },
      rooms.ok
        ? { verdict: 'ok', says: `it is in ${rooms.value.rooms.length} rooms` }
        : bad(`its rooms cannot be listed: ${describeFailure(rooms.failure)}`),
      ...(rooms.ok ? misspelt(ownerIds, rooms.value.rooms) : []),
      ...(lacks.length > 0 ? [{ verdict: 'note', says: `this Talk has no ${lacks.join(', no ')}` } as const] : []),
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
    return real === undefined || met.includes(id)
      ? []
      : [bad(`talk.owner_ids says "${id}", but the account is "${real}"`)]
  })
}

const wished = [
  ['markdown-messages', 'formatting'],
  ['reactions', 'reactions'],
  ['edit-messages', 'edits'],
  ['media-caption', 'captions'],
  ['threads', 'threads'],
] as const

function whyNot(failure: TalkFailure, user: string): string {
  if (failure.kind === 'unauthorized')
    return `the app password of "${user}" is refused; make a new one under Settings > Security > Devices & sessions, put it into talk.password and restart`
  return `it cannot be asked: ${describeFailure(failure)}`
}

function bad(says: string): TalkFinding {
  return { verdict: 'bad', says }
}
