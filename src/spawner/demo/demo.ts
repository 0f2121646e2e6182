import { oneLine } from '../../lib/text/text.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { Language } from '../../messages/languages.ts'
import { type AnyText, joinTexts } from '../../messages/localized.ts'
import { brainMessages as texts } from '../brain-messages.ts'
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
  connect: AnyText
  languageIn(chat: Turn['chat']): Language
  timezone(): string
  /** The delay between two pieces of the stream. */
  pieceMs: number
}

/** Useful offline: it says that it is not a model, and it finds what you wrote. */
export function createDemo(deps: DemoDeps): Brain {
  return {
    name: 'demo',
    maxAttempts: 1,
    hasSessions: false,
    hasTools: false,
    forget() {},
    async *run(turn, signal) {
      if (signal.aborted) return
      const answer = composeAnswer(deps, deps.search(turn, 3), deps.languageIn(turn.chat))
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

function composeAnswer({ connect, timezone }: DemoDeps, matches: DemoMatch[], language: Language): string {
  if (matches.length === 0) return texts.demoFoundNothing(connect)[language]
  const format = { timeZone: timezone(), dateStyle: 'medium', timeStyle: 'short' } as const
  const quotes = matches.map(({ at, chatTitle, text }) => {
    const date = { en: at.toLocaleString('en-GB', format), de: at.toLocaleString('de', format) }
    return texts.demoQuote(date, chatTitle, oneLine(text, MAX_QUOTE_CHARS))
  })
  return texts.demoFound(joinTexts(quotes, '\n'), connect)[language]
}
