import { type Spoken, type UnderstoodTime, understandTime } from '../phrases/understand.ts'

const twoWays: UnderstoodTime = {
  status: 'unclear',
  ask: 'That may be a time of day, or how long from now. Please say it like "in 1 hour" or "at 13:00".',
}

/** Until when something is put off: a time, or how long from now: "tomorrow at 9", "1 hour", "eine Stunde". */
export function readUntil(words: string, spoken: Spoken): UnderstoodTime {
  const time = understandTime(words, spoken)
  // How long alone is no time; with the word that each language has for it, it is.
  const fromNow = [`in ${words}`, `dans ${words}`, `en ${words}`, `${words}后`]
    .map((said) => understandTime(said, spoken))
    .find(({ status }) => status === 'understood')
  if (!fromNow || time.status === 'unclear') return fromNow ?? time
  return JSON.stringify(fromNow) === JSON.stringify(time) ? time : twoWays
}
