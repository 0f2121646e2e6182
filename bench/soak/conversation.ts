import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../test/support/seeded.ts'
import type { Asked } from './book.ts'
import { answeredKey, isReplyToStop, type LineKind, makeKey, pickCommand, pickKind, writeLine } from './lines.ts'
import { LOOK_MS, type Place } from './place.ts'

/** What the people of all places share. */
export interface Talk {
  random: Random
  /** What was said since the last look. */
  asked: Asked[]
  /** False when enough was said for now. */
  take(): boolean
  nextNumber(): number
  /** Nothing came for this long: the message is left for the judge. */
  patienceMs: number
}

const STOP_AFTER_MS = 150
const STOP_AGAIN_MS = 5000

/** The people of a place say one thing after another until enough was said; most of them wait for the answer. */
export async function converse(place: Place, talk: Talk): Promise<void> {
  while (talk.take()) {
    const kind = pickKind(talk.random)
    if (kind === 'command') await place.say(`${place.mark}${pickCommand(talk.random)}`)
    else if (kind === 'fresh') await place.say(`${place.mark}new`)
    else await say(place, talk, kind)
  }
}

async function say(place: Place, talk: Talk, kind: LineKind): Promise<void> {
  const key = makeKey(talk.nextNumber())
  const canEdit = kind === 'edit' && place.edit !== undefined
  const asked: Asked = { key, kind, place, versions: canEdit ? 2 : 1 }
  talk.asked.push(asked)
  const text = `${writeLine(kind, talk.random, place.mayChange)} (${key})`
  const bytes = () => Buffer.from(`${writeLine('long', talk.random, false)}\n`.repeat(1 + talk.random.integer(40)))
  await place.say(text, kind === 'file' ? { name: `notes-${key}.txt`, bytes: bytes() } : undefined)
  if (kind === 'burst' && talk.take()) return await say(place, talk, talk.random.chance(0.5) ? 'burst' : 'talk')
  if (canEdit) place.edit?.(`${text} and that is all`)
  if (kind === 'stop') return await stop(place, talk)
  await comes(() => place.answers().some((answer) => answeredKey(answer) === key), talk.patienceMs)
}

/** Until it is over: a daemon that was killed meanwhile begins again with what was stopped too early. */
async function stop(place: Place, { patienceMs }: Talk): Promise<void> {
  const stops = () => place.answers().filter(isReplyToStop).length
  const [before, began] = [stops(), performance.now()]
  await pause(STOP_AFTER_MS)
  do await place.say(`${place.mark}stop`)
  while (performance.now() - began < patienceMs && !(await comes(() => stops() > before, STOP_AGAIN_MS)))
}

/** False when it did not come in time. */
async function comes(isThere: () => boolean, withinMs: number): Promise<boolean> {
  const began = performance.now()
  while (performance.now() - began < withinMs) {
    if (isThere()) return true
    await pause(LOOK_MS)
  }
  return false
}
