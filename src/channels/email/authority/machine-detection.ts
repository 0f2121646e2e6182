import { z } from 'zod'
import type { ChannelMemory } from '../../../domain/message.ts'
import { parseJson } from '../../../lib/text/json.ts'
import type { Inbox } from '../../channel.ts'
import type { ThreadToken } from '../threads/message-ids.ts'

/**
 * The recent exchange in a thread, used to detect machines that do not identify themselves: they answer within seconds,
 * or repeat themselves or us, several times in a row.
 */
export interface ThreadExchange {
  /** In ms. */
  answeredAt?: number | undefined
  /** Sketches of the last texts of both sides. */
  texts: number[][]
  /** How many of their mails in a row looked automatic. */
  inARow: number
}

export const noExchange: ThreadExchange = { texts: [], inARow: 0 }

const QUICK_REPLY_MS = 15_000
const MACHINE_AFTER_MAILS = 3
const MAX_REMEMBERED_TEXTS = 4
const SKETCH_HASHES = 24
/** With fewer different words a comparison says nothing: people send short thanks too. */
const MIN_WORDS = 5
const MIN_ALIKE_SHARE = 0.8

/** Call this after our answer was sent. */
export function afterAnswer(exchange: ThreadExchange, answer: { text: string; at: number }): ThreadExchange {
  return { ...exchange, answeredAt: answer.at, texts: remember(exchange.texts, sketchOf(answer.text)) }
}

export interface ExchangeVerdict {
  exchange: ThreadExchange
  /** Several mails in a row looked automatic. */
  isMachine: boolean
  /** This is the mail that reached the threshold. */
  isFoundOut: boolean
}

/** Call this after a mail arrived, with the time its server recorded. */
export function afterMail(exchange: ThreadExchange, mail: { text: string; at: number }): ExchangeVerdict {
  const sketch = sketchOf(mail.text)
  const since = mail.at - (exchange.answeredAt ?? Number.NEGATIVE_INFINITY)
  // Servers record whole seconds.
  const isQuick = since > -1000 && since < QUICK_REPLY_MS
  const isAlike = exchange.texts.some((earlier) => similarity(earlier, sketch) >= MIN_ALIKE_SHARE)
  const inARow = isQuick || isAlike ? Math.min(exchange.inARow + 1, MACHINE_AFTER_MAILS) : 0
  const texts = remember(exchange.texts, sketch)
  const isMachine = inARow >= MACHINE_AFTER_MAILS
  return {
    exchange: { ...exchange, texts, inARow },
    isMachine,
    isFoundOut: isMachine && exchange.inARow < MACHINE_AFTER_MAILS,
  }
}

function remember(texts: number[][], sketch: number[]): number[][] {
  return sketch.length < MIN_WORDS ? texts : [...texts, sketch].slice(-MAX_REMEMBERED_TEXTS)
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
  return [...new Set(words.map(hash))].toSorted((a, b) => a - b).slice(0, SKETCH_HASHES)
}

function similarity(a: number[], b: number[]): number {
  if (Math.min(a.length, b.length) < MIN_WORDS) return 0
  const union = [...new Set([...a, ...b])].toSorted((x, y) => x - y).slice(0, SKETCH_HASHES)
  return union.filter((word) => a.includes(word) && b.includes(word)).length / union.length
}

function hash(word: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193) >>> 0
  return value
}

const shape = z.object({
  answeredAt: z.number().optional(),
  texts: z.array(z.array(z.number()).max(SKETCH_HASHES)).max(MAX_REMEMBERED_TEXTS),
  inARow: z.number().int().min(0),
})

/** Damaged data counts as no exchange yet. */
export function readExchange(stored: string | undefined): ThreadExchange {
  return shape.safeParse(parseJson(stored)).data ?? noExchange
}

export function writeExchange(exchange: ThreadExchange): string {
  return JSON.stringify(exchange)
}

/** The stored exchange of a thread. */
export function storedExchange(inbox: Pick<Inbox, 'memory'>, account: string, token: ThreadToken) {
  const place = { channel: 'email', account, name: `exchange:${token}` } as const
  return {
    read: (): ThreadExchange => readExchange(inbox.memory(place.channel, account, place.name)),
    memory: (exchange: ThreadExchange): ChannelMemory => ({ ...place, value: writeExchange(exchange) }),
  }
}
