import { type ChatId, makeChatId } from '../src/domain/ids.ts'
import type { Database } from '../src/store/database.ts'
import { importMessages } from '../src/store/messages/import-messages.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import type { SampleLines } from './sample-lines.ts'

const START = Date.UTC(2016, 0, 1)
const STEP_MS = 5 * 60_000
const BATCH = 2000
const RUN = 12

/** Twelve lines, then a silence that begins another conversation. */
export function timeOf(n: number): number {
  return START + n * STEP_MS + Math.floor(n / RUN) * 40 * 60_000
}

export function chatOf(n: number): ChatId {
  return makeChatId('web', `years-${n}`)
}

/** One conversation after the other, each in the next chat. */
export function sayForYears(
  db: Database,
  { messages, chats }: { messages: number; chats: number },
  sample: SampleLines,
) {
  const owner = ensureOwner(db, 'Ana', new Date())
  for (let first = 0; first < messages; first += BATCH) {
    const lines = Array.from({ length: Math.min(BATCH, messages - first) }, (_, n) => {
      const i = first + n
      const role = i % 2 === 0 ? ('human' as const) : ('bot' as const)
      return {
        chat: chatOf(Math.floor(i / RUN) % chats),
        id: String(i),
        at: new Date(timeOf(i)),
        from: role === 'bot' ? 'Skein' : 'Ana',
        role,
        text: sample.line(),
        replyTo: undefined,
        topic: undefined,
      }
    })
    importMessages(db, lines, { owner, now: new Date() })
  }
}
