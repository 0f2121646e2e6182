import type { Continuation } from '../../../../src/gateway/choosing/continuation.ts'
import { afterwards } from './afterwards.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { spanish } from './spanish.ts'

/**
 * 120 messages, each after a few lines, and what a person would want to be made of it. They were written before the
 * rule was. Each language has twelve kinds, two of a kind: the first was there to tune the rule by, the second was
 * kept out of it.
 */
export interface Case {
  language: string
  kind: string
  heldOut: boolean
  /** What a person would want; either of two where both are well. */
  wants: Continuation['result'][]
  /** Oldest first; with how many minutes before the message. */
  said: { by: 'ana' | 'bot'; minutes: number; text: string }[]
  marks: { newAt?: number; continueAt?: number }
  message: string
}

export const cases: Case[] = Object.entries({ english, german, french, spanish, chinese }).flatMap(casesIn)

export const casesAfterwards: Case[] = Object.entries(afterwards).flatMap(casesIn)

function casesIn([language, text]: [string, string]): Case[] {
  const seen = new Set<string>()
  return text
    .trim()
    .split(/\n{2,}(?=\[)/)
    .map((block) => {
      const [, kind = '', wants = '', rest = ''] = /^\[(\w+): ([a-z ]+)\]\n([\s\S]*)$/.exec(block) ?? []
      const [before = '', message = ''] = rest.split(/^> /m)
      const lines = before.trim().split('\n')
      const heldOut = seen.has(kind)
      seen.add(kind)
      return {
        language,
        kind,
        heldOut,
        wants: wants.split(' or ') as Case['wants'],
        said: lines.flatMap((line) => saidIn(line)),
        marks: Object.assign({}, ...lines.map(markIn)) as Case['marks'],
        message: message.trim(),
      }
    })
}

/** `bot 3h: Shall I book it?` */
function saidIn(line: string): Case['said'] {
  const [, by, ago = '', text = ''] = /^(ana|bot) (\d+[mhd]): (.*)$/.exec(line) ?? []
  return by === 'ana' || by === 'bot' ? [{ by, minutes: minutesIn(ago), text: text.replaceAll('\\n', '\n') }] : []
}

/** `/new 2m` */
function markIn(line: string): Case['marks'] {
  const [, mark, ago = ''] = /^\/(new|continue) (\d+[mhd])$/.exec(line) ?? []
  return mark ? { [`${mark}At`]: minutesIn(ago) } : {}
}

function minutesIn(ago: string): number {
  const unit = { m: 1, h: 60, d: 1440 }[ago.slice(-1)] ?? Number.NaN
  return Number(ago.slice(0, -1)) * unit
}
