import type { Config } from '../../config/config.ts'
import type { FastModel } from '../../gateway/layers/fast-model.ts'
import { questionText } from '../../gateway/question.ts'
import { reasonMessages } from '../../gateway/reason-messages.ts'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import { textIn } from '../../messages/localized.ts'
import type { Brain } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { insertUsage } from '../../store/work/usage.ts'
import type { EmbedQuery } from '../recall/embedding.ts'
import type { TaskQuestion } from './question.ts'

interface EmbeddingDeps {
  config(): Config
  /** Present only when vectors are switched on. */
  embedQuery?: EmbedQuery | undefined
  log: { warn(fields: object, text: string): void }
}

/** Adds the embedding of the question. Without it, recall searches by words only. */
export async function withMeaning(
  { embedQuery, config, log }: EmbeddingDeps,
  question: TaskQuestion,
  signal: AbortSignal,
): Promise<TaskQuestion> {
  const { enabled, recallShare } = config().conversation
  if (!embedQuery || !enabled || recallShare === 0) return question
  const answer = await embedQuery(questionText(question), signal).catch((err: unknown) => {
    log.warn({ err }, 'the question could not be embedded')
    return { reason: reasonMessages.found.meaningUnknown }
  })
  if ('meaning' in answer) return { ...question, meaning: answer.meaning }
  log.warn({ why: textIn(answer.reason, 'en') }, 'recall searches by words only')
  return { ...question, unclear: reasonMessages.found.wordsOnly(answer.reason) }
}

interface CompleterDeps {
  db: Database
  clock: SteadyClock
  config(): Config
}

/** The brain's fast model. Its cost is booked even when the call fails. */
export function createBookedCompleter(
  { db, clock, config }: CompleterDeps,
  brain: Brain,
  taskId: number,
): FastModel | undefined {
  if (!brain.complete) return undefined
  const complete = brain.complete.bind(brain)
  return {
    async complete(prompt, limits, signal) {
      const answer = await complete(prompt, { ...limits, model: config().conversation.selectionModel }, signal)
      const { usage } = answer
      if (usage) {
        const booked = {
          ...usage,
          firstTextMs: usage.firstTextMs ?? null,
          origin: 'triage',
          brain: brain.name,
        } as const
        insertUsage(db, { ...booked, taskId, ...momentOf(clock) })
      }
      return answer
    },
  }
}
