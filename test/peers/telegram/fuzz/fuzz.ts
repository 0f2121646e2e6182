import type { User } from '@grammyjs/types'
import { createRandom, type Random } from '../../../support/seeded.ts'
import { type Cast, shapes } from './shapes.ts'

/** `nearly`: one thing deep inside is off. `broken`: what every update must have is missing or of another kind. */
export type Soundness = 'valid' | 'nearly' | 'broken'

export interface FuzzedUpdate {
  soundness: Soundness
  shape: string
  /** Who it was from before anything was broken. */
  from: User
  /** Whether that one is among those the bot answers. */
  listed: boolean
  /** Without an update_id: the queue gives one. */
  update: object
}

export interface UpdateFuzz {
  next(): FuzzedUpdate
}

/** Updates of every shape, sound and unsound, in an order that the seed decides. */
export function createUpdateFuzz(seed: number, cast: Cast): UpdateFuzz {
  const random = createRandom(seed)
  const names = Object.keys(shapes)

  return {
    next() {
      const name = random.pick(names)
      const listed = random.chance(0.5)
      const from = random.pick(listed ? cast.listed : cast.strangers)
      const shape = shapes[name]
      if (shape === undefined) throw new Error(`no shape ${name}`)
      // A copy through JSON: shapes share people and chats, and only what can travel may be broken.
      const update = JSON.parse(JSON.stringify(shape(random, cast, from))) as object
      const soundness = random.pick<Soundness>(['valid', 'valid', 'nearly', 'broken'])
      const kept = soundness === 'valid' ? update : damage(random, update, soundness === 'broken' ? 2 : 6)
      return { soundness, shape: name, from, listed, update: kept }
    },
  }
}

type Branch = Record<string, unknown>

/** Goes down at most `depth` steps and spoils what it finds there. */
function damage(random: Random, update: object, depth: number): object {
  if (depth === 2 && random.chance(0.1)) return random.pick([{}, { message: null }, { of_the_future: { id: 1 } }])
  let at = update as Branch
  let steps = 1 + random.integer(depth)
  for (;;) {
    const key = random.pick(Object.keys(at))
    const inner = at[key]
    steps -= 1
    if (steps > 0 && typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0) {
      at = inner as Branch
      continue
    }
    spoil(random, at, key)
    return update
  }
}

/** Values no reader expects. None of them is a likely id of a person. */
const surprises: (() => unknown)[] = [
  () => null,
  () => true,
  () => '',
  () => 'text where none belongs',
  () => '\ud83d',
  () => '__proto__',
  () => 'x'.repeat(100_000),
  () => -1,
  () => 0,
  () => 1.5,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => [],
  () => [null, [[]]],
  () => ({}),
  () => ({ id: null, type: 'nothing' }),
  nested,
]

function spoil(random: Random, at: Branch, key: string): void {
  if (Array.isArray(at)) at[Number(key)] = random.pick(surprises)()
  else if (random.chance(0.3)) delete at[key]
  else at[key] = random.pick(surprises)()
}

function nested(): unknown {
  let value: unknown = 'deep'
  for (let i = 0; i < 500; i += 1) value = { reply_to_message: value }
  return value
}
