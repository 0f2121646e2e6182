import { z } from 'zod'

/**
 * The recent exchange in a thread, used to detect machines that do not identify themselves: they answer within seconds,
 * or repeat themselves or us, several times in a row.
 */
export interface Exchange {
  /** In ms. */
  answeredAt?: number | undefined
  /** Sketches of the last texts of both sides. */
  texts: number[][]
  /** How many of their mails in a row looked automatic. */
  inARow: number
}

export const noExchange: Exchange = { texts: [], inARow: 0 }

const QUICK_MS = 15_000
const SUSPICIOUS = 3
const REMEMBERED = 4
const SKETCH = 24
/** With fewer different words a comparison says nothing: people send short thanks too. */
const FEWEST_WORDS = 5
const ALIKE = 0.8

/** Call this after our answer was sent. */
export function afterAnswer(exchange: Exchange, answer: { text: string; at: number }): Exchange {
  return { ...exchange, answeredAt: answer.at, texts: remember(exchange.texts, sketchOf(answer.text)) }
}

export interface Heard {
  exchange: Exchange
  /** Several mails in a row looked automatic. */
  isMachine: boolean
  /** This is the mail that reached the threshold. */
  isFoundOut: boolean
}

/** Call this after a mail arrived, with the time its server recorded. */
export function afterMail(exchange: Exchange, mail: { text: string; at: number }): Heard {
  const sketch = sketchOf(mail.text)
  const since = mail.at - (exchange.answeredAt ?? Number.NEGATIVE_INFINITY)
  // Servers record whole seconds.
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

/**
 * The smallest hashes of its words. The share of common hashes estimates the share of common words, whatever the
 * length.
 */
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

/** Damaged data counts as no exchange yet. */
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
