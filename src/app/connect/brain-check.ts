import { makeChatId } from '../../domain/ids.ts'
import { textIn } from '../../messages/localized.ts'
import { createClaude } from '../../spawner/claude/claude.ts'
import type { ClaudeOptions } from '../../spawner/claude/options.ts'
import type { Turn } from '../../spawner/spawner.ts'
import { describeFailure } from '../../tasks/run/retries.ts'

/** The result of one small call: the answer and its price, or the error as a person would read it. */
export type BrainCheck = { ok: true; answer: string; usd: number } | { ok: false; sentence: string }

/** Makes one small call, exactly as the daemon would. */
export async function checkBrain(options: ClaudeOptions, signal: AbortSignal): Promise<BrainCheck> {
  const brain = createClaude(options)
  let usd = 0
  try {
    for await (const event of brain.run(smallest, signal)) {
      if (event.kind === 'usage') usd += event.usage.costUsd
      if (event.kind === 'done') return { ok: true, answer: event.text.trim(), usd }
      if (event.kind === 'failed') return { ok: false, sentence: textIn(describeFailure(event.failure, 'owner'), 'en') }
    }
    return { ok: false, sentence: 'The call was stopped before it was answered.' }
  } finally {
    await brain.close()
  }
}

const smallest: Turn = {
  task: 0,
  kind: 'reply',
  chat: makeChatId('web', 'setup'),
  person: { id: 0, name: 'owner' },
  model: 'general',
  trust: 'owner',
  foreign: [],
  system: 'Answer with the single word OK.',
  text: 'Say OK.',
  question: 'Say OK.',
  files: [],
}
