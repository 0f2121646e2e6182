import { z } from 'zod'

/**
 * How a thread has gone lately between us and the other side, to tell a machine that does not say it is one: it answers
 * within seconds, again and again, or says the same again and again, or what we said.
 */
export interface Exchange {
  /** In ms. */
  answeredAt?: number | undefined
  /** Of the last texts of either side, what is left of their words. */
  texts: number[][]
  /** How many of theirs in a row looked like that. */
  inARow: number
}

export const noExchange: Exchange = { texts: [], inARow: 0 }

const QUICK_MS = 15_000
const SUSPICIOUS = 3
const REMEMBERED = 4
const SKETCH = 24
/** Fewer different words say nothing: people thank, too. */
const FEWEST_WORDS = 5
const ALIKE = 0.8

/** After an answer of ours has left. */
export function afterAnswer(exchange: Exchange, answer: { text: string; at: number }): Exchange {
  return { ...exchange, answeredAt: answer.at, texts: remember(exchange.texts, sketchOf(answer.text)) }
}

export interface Heard {
  exchange: Exchange
  /** Several in a row were none of a person's. */
  isMachine: boolean
  /** This is the first of them. */
  isFoundOut: boolean
}

/** After a mail of theirs came, at the time that its server says. */
export function afterMail(exchange: Exchange, mail: { text: string; at: number }): Heard {
  const sketch = sketchOf(mail.text)
  const since = mail.at - (exchange.answeredAt ?? Number.NEGATIVE_INFINITY)
  // Servers count in whole seconds.
  const isQuick = since > -1000 && since < QUICK_MS
  const isAlike = exchange.texts.some((earlier) => likeness(earlier, sketch) >= ALIKE)
  const inARow = isQuick || isAlike ? Math.min(exchange.inARow + 1, SUSPICIOUS) : 0
  const texts = remember(exchange.texts, sketch)
  const isMachine = inARow >= SUSPICIOUS
  return { exchange: { ...exchange, texts, inARow }, isMachine, isFoundOut: isMachine && exchange.inARow < SUSPICIOUS }
}

function remember(texts: number[][], sketch: number[]): number[][] {
  return sketch.length < FEWEST_WORDS ? texts : [...texts, sketch].slice(-REMEMBERED)
}

/** The smallest hashes of its words: two texts share as many of them as of their words, however long they are. */
function sketchOf(text: string): number[] {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(hash))].toSorted((a, b) => a - b).slice(0, SKETCH)
}

function likeness(a: number[], b: number[]): number {
  if (Math.min(a.length, b.length) < FEWEST_WORDS) return 0
  const union = [...new Set([...a, ...b])].toSorted((x, y) => x - y).slice(0, SKETCH)
  return union.filter((word) => a.includes(word) && b.includes(word)).length / union.length
}

/** FNV-1a. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193) >>> 0
  return value
}

const shape = z.object({
  answeredAt: z.number().optional(),
  texts: z.array(z.array(z.number()).max(SKETCH)).max(REMEMBERED),
  inARow: z.number().int().min(0),
})

/** From what was kept; damaged, it is as if nothing had been said yet. */
export function readExchange(kept: string | undefined): Exchange {
  if (kept === undefined) return noExchange
  try {
    return shape.safeParse(JSON.parse(kept)).data ?? noExchange
  } catch {
    return noExchange
  }
}

export function writeExchange(exchange: Exchange): string {
  return JSON.stringify(exchange)
}
