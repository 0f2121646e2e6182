import type { Config } from '../../config/config.ts'
import { besideLane, rootLane } from '../../domain/ids.ts'
import { later, momentOf } from '../../lib/time/clock.ts'
import { parseTitle, titlePrompt } from '../../memory/title-request.ts'
import { findUntitledChat, firstExchange, type StoredExchange, setChatTitle } from '../../store/messages/chat-titles.ts'
import { type Claim, releaseClaim, updateClaimed } from '../../store/work/claims.ts'
import { enqueueTask, liveInQueue } from '../../store/work/tasks.ts'
import { isUpkeepAffordable } from '../../store/work/usage.ts'
import { type FastModelDeps, fastModelFor } from '../queue/fast-model-access.ts'
import type { Runner } from '../queue/runners.ts'
import type { CutReason } from '../run/run-trail.ts'

export interface TitleWriterDeps extends FastModelDeps {
  config(): Pick<Config, 'web'>
  scrub(text: string): string
}

const KIND = 'title'
const HOUR_MS = 3_600_000
/** Older chats without a title of their own keep the one they have. */
const NEW_CHAT_MS = 24 * HOUR_MS
const ANSWER_LIMITS = { timeoutMs: 30_000, maxChars: 1000 }

/**
 * Has the fast model write a title for each new chat of the page, once, after its first answer. If there is no model, or
 * no usable answer, the title stays as it is.
 */
export function createTitleWriter(deps: TitleWriterDeps): Runner & { findWork(): void } {
  const { db, clock } = deps

  function findWork(): void {
    const { now, steady } = momentOf(clock)
    if (!deps.config().web.titles) return
    const found = findUntitledChat(db, new Date(now.getTime() - NEW_CHAT_MS))
    if (!found) return
    const { chat, personId } = found
    const lane = rootLane(chat)
    const queue = besideLane(KIND, lane)
    if (liveInQueue(db, queue).length > 0) return
    const times = { dueAt: steady, deadlineAt: later(steady, HOUR_MS), queuedAt: steady }
    enqueueTask(db, { kind: KIND, chat, lane, queue, personId, route: { chat }, ...times }, now)
  }

  async function writeTitle(
    { task }: Claim,
    exchange: StoredExchange,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const complete = isUpkeepAffordable(db, clock.now()) ? fastModelFor(deps, task, ANSWER_LIMITS) : undefined
    const answer = await complete?.(titlePrompt(exchange), signal)
    return answer === undefined ? undefined : parseTitle(deps.scrub(answer))
  }

  return {
    kinds: [KIND],
    slots: { count: () => 1, isRequeuedAtStop: true },
    findWork,
    async run(claim, signal) {
      if (!(await deps.persist(() => updateClaimed(db, claim, { state: 'running' })))) return
      const { chat, attempt } = claim.task
      const exchange = firstExchange(db, chat)
      const title = exchange && (await writeTitle(claim, exchange, signal))
      const isShutdown = signal.aborted && (signal.reason as CutReason) === 'shutdown'
      await deps.persist(() =>
        db.transaction(() => {
          if (isShutdown) return releaseClaim(db, claim, { state: 'queued', attempt: attempt - 1 })
          const end = { state: 'answered', reason: null, suspicion: 0, finishedAt: clock.now().getTime() } as const
          return releaseClaim(db, claim, end) && setChatTitle(db, chat, title, exchange?.upTo ?? 0)
        }),
      )
    },
  }
}
