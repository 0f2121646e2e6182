import { refuse } from '../http/reply.ts'
import { type Actor, type Comment, findRow, keyOf, type Room, type World } from '../world.ts'
import { writeSystem } from './rows.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Gives a reaction; whether it is new. */
export function react(world: World, room: Room, actor: Actor, id: number, emoji: string): boolean {
  const row = target(room, id)
  if (!isEmoji(emoji)) throw refuse(400)
  const by = row.reactions.get(emoji) ?? new Map()
  row.reactions.set(emoji, by)
  if (by.has(keyOf(actor))) return false
  // Counted before the row is there, so that whoever sees the row sees the count.
  const given = { actor, at: world.seconds(), row }
  by.set(keyOf(actor), given)
  given.row = writeSystem(world, room, actor, 'reaction', { text: emoji, parent: row }, true)
  return true
}

export function unreact(world: World, room: Room, actor: Actor, id: number, emoji: string): void {
  const row = target(room, id)
  const by = row.reactions.get(emoji)
  const given = by?.get(keyOf(actor))
  if (by === undefined || given === undefined) throw refuse(404)
  by.delete(keyOf(actor))
  if (by.size === 0) row.reactions.delete(emoji)
  given.row.system = 'reaction_deleted'
  writeSystem(world, room, actor, 'reaction_revoked', { parent: row }, true)
}

function target(room: Room, id: number): Comment {
  const row = findRow(room, id)
  if (row === undefined) throw refuse(404)
  if (row.kind !== 'comment') throw refuse(400)
  return row
}

function isEmoji(text: string): boolean {
  if ([...graphemes.segment(text)].length !== 1) return false
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20e3/u.test(text)
}

/** Who gave what: an object in any case, also when it is empty. */
export function reactionsOf(row: Comment | undefined, only?: string): Record<string, unknown[]> {
  const entries = [...(row?.reactions ?? [])].filter(([emoji]) => only === undefined || emoji === only)
  return Object.fromEntries(
    entries.map(([emoji, by]) => [
      emoji,
      [...by.values()].map(({ actor, at }) => ({
        actorType: actor.type,
        actorId: actor.id,
        actorDisplayName: actor.name,
        timestamp: at,
      })),
    ]),
  )
}
