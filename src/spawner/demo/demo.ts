import { oneLine } from '../../lib/text/text.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { Brain, Turn } from '../spawner.ts'

/** One of the person's own lines that shares words with the question. */
export interface DemoMatch {
  at: Date
  chatTitle: string
  text: string
}

export interface DemoDeps {
  /** The person's own earlier lines that match best, best first; only lines that may be shown in this chat. */
  search(turn: Pick<Turn, 'person' | 'chat' | 'question'>, limit: number): DemoMatch[]
  /** How to connect a real model, as one sentence. */
  connect: string
  timezone(): string
  /** The delay between two pieces of the stream. */
  pieceMs: number
}

/** Useful offline: it says that it is not a model, and it finds what you wrote. */
export function createDemo(deps: DemoDeps): Brain {
  return {
    name: 'demo',
    attempts: 1,
    sessions: false,
    tools: false,
    forget() {},
    async *run(turn, signal) {
      if (signal.aborted) return
      const answer = composeAnswer(deps, deps.search(turn, 3))
      let shownText = ''
      for (const piece of answer.match(/\S+\s*/g) ?? []) {
        shownText += piece
        yield { kind: 'text', text: shownText }
        await sleep(deps.pieceMs, signal)
        if (signal.aborted) return
      }
      yield { kind: 'done', text: answer }
    },
    async close() {},
  }
}

const MAX_QUOTE_CHARS = 300

function composeAnswer(deps: DemoDeps, matches: DemoMatch[]): string {
  const disclosure = `I am Skein's demo, not a language model. ${deps.connect}`
  if (matches.length === 0) {
    return `${disclosure}\n\nUntil then I search what you wrote. Nothing earlier matches this message, but it is stored, and I will find it next time.`
  }
  const quotes = matches.map(
    (line) =>
      `- ${formatDate(line.at, deps.timezone())}, in "${line.chatTitle}":\n  > ${oneLine(line.text, MAX_QUOTE_CHARS)}`,
  )
  return `This is closest among what you wrote before:\n\n${quotes.join('\n')}\n\n${disclosure}`
}

function formatDate(at: Date, timezone: string): string {
  return at.toLocaleString('en-GB', { timeZone: timezone, dateStyle: 'medium', timeStyle: 'short' })
}
