import type { Config } from '../../config/config.ts'
import { questionText } from '../../gateway/question.ts'
import type { Understand } from '../recall/understand.ts'
import type { Asked } from './question.ts'

interface UnderstoodDeps {
  config(): Config
  /** Where vectors are on. */
  understand?: Understand | undefined
  log: { warn(fields: object, text: string): void }
}

/** What was not understood is looked for by its words. */
export async function understood(
  { understand, config, log }: UnderstoodDeps,
  asked: Asked,
  signal: AbortSignal,
): Promise<Asked> {
  const { enabled, recallShare } = config().conversation
  if (!understand || !enabled || recallShare === 0) return asked
  const answer = await understand(questionText(asked), signal).catch((err: unknown) => {
    log.warn({ err }, 'what a message means could not be told')
    return { reason: 'its meaning could not be told' }
  })
  if ('meaning' in answer) return { ...asked, meaning: answer.meaning }
  log.warn({ why: answer.reason }, 'recall goes by words alone')
  return { ...asked, unclear: `recall went by words alone, because ${answer.reason}` }
}
