import type { When } from '../../domain/job.ts'
import { type Spoken, understand } from '../phrases/understand.ts'

/** Nobody waits for a second, and a model knows the time to the minute. */
const ALIKE_MS = 120_000

/** Whether somebody's words say this time, as a whole, in one of their lines or in one of their sentences. */
export function saysWhen(words: string, due: When, spoken: Spoken): boolean {
  const pieces = [words, ...words.split('\n'), ...words.split(/(?<=[.!?。！？])\s+|\n/)]
  return [...new Set(pieces)].slice(0, MOST_PIECES).some((piece) => {
    const read = understand(piece, spoken)
    return read.status === 'understood' && isAlike(read.when, due)
  })
}

const MOST_PIECES = 50

function isAlike(said: When, due: When): boolean {
  if (said.kind === 'once' && due.kind === 'once') return Math.abs(said.at - due.at) <= ALIKE_MS
  if (said.kind === 'every' && due.kind === 'every')
    return said.ms === due.ms && Math.abs(said.from - due.from) <= ALIKE_MS
  return said.kind === 'cron' && due.kind === 'cron' && said.line === due.line
}
