// Finds facts in closed conversations, in the background and with the fast model.
//   check(lane)      after the summary of a closed conversation: plans a task if the lane has enough new messages
//   nextBatch        the messages, and those among them that may be sources (extraction-batch.ts)
//   factPrompt, parseFactAnswer      the request, and the form of its answer (memory/fact-request.ts)
//   keepFoundFacts   each fact against its source, what is known, the limit and the rules of the memory (found-facts.ts)
// Each batch is asked about once and recorded together with its facts, so a restart continues after it.
import type { Config } from '../../config/config.ts'
import type { DropReason } from '../../domain/fact.ts'
import { besideLane, type ChatId, type Lane } from '../../domain/ids.ts'
import type { AskModel } from '../../domain/job-service.ts'
import { later, momentOf } from '../../lib/time/clock.ts'
import { factPrompt, type KnownFact, parseFactAnswer } from '../../memory/fact-request.ts'
import { insertExtraction } from '../../store/memory/extractions.ts'
import { ownerId, readPerson } from '../../store/people/people.ts'
import { type Claim, releaseClaim, updateClaimed } from '../../store/work/claims.ts'
import { enqueueTask, liveInQueue, recordEvent } from '../../store/work/tasks.ts'
import { isUpkeepAffordable } from '../../store/work/usage.ts'
import type { Memory } from '../memory/memory.ts'
import { type FastModelDeps, fastModelFor } from '../queue/fast-model-access.ts'
import type { Runner } from '../queue/runners.ts'
import type { CutReason } from '../run/run-trail.ts'
import { type BatchDeps, type ExtractionBatch, livingLines, nextBatch } from './extraction-batch.ts'
import { keepFoundFacts } from './found-facts.ts'

export interface FactExtractionDeps extends FastModelDeps, BatchDeps {
  memory: Pick<Memory, 'list' | 'remember'>
  config(): Pick<Config, 'memory' | 'conversation' | 'timezone'>
  hasModel(): boolean
}

export interface FactExtraction extends Runner {
  /** Plans the extraction for a lane if it has enough new messages. */
  check(lane: Lane): void
}

const KIND = 'facts'
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MAX_BATCHES_PER_RUN = 4
const MAX_ATTEMPTS = 2
const MAX_KNOWN_FACTS = 30
const ANSWER_LIMITS = { timeoutMs: 120_000, maxChars: 20_000 }

export function createFactExtraction(deps: FactExtractionDeps): FactExtraction {
  const { db, clock, log } = deps

  function findBatch(lane: Lane): ExtractionBatch | undefined {
    const { memory, conversation } = deps.config()
    if (!memory.extract || !conversation.enabled) return undefined
    const { now } = momentOf(clock)
    const silentSince = new Date(now.getTime() - conversation.activeMinutes * 60_000)
    return isUpkeepAffordable(db, now) ? nextBatch(deps, lane, { now, silentSince }) : undefined
  }

  function check(lane: Lane): void {
    if (!deps.hasModel()) return
    const queue = besideLane(KIND, lane)
    if (liveInQueue(db, queue).length > 0) return
    const batch = findBatch(lane)
    if (!batch) return
    const { now, steady } = momentOf(clock)
    enqueueTask(
      db,
      {
        kind: KIND,
        chat: batch.chat,
        lane,
        queue,
        personId: ownerId(db),
        route: { chat: batch.chat },
        dueAt: steady,
        deadlineAt: later(steady, 7 * DAY_MS),
        queuedAt: steady,
      },
      now,
    )
  }

  /** Returns false if no model answered, so that the batch is left for later. */
  async function runBatch(claim: Claim, batch: ExtractionBatch, complete: AskModel, signal: AbortSignal) {
    const { lane } = claim.task
    const isAsked = batch.sources.length > 0 && batch.maxFacts > 0
    const answer = isAsked ? await askForFacts(batch, complete, signal) : noFacts
    if (!answer || signal.aborted) return false
    return await deps.persist(() =>
      db.transaction(() => {
        if (!updateClaimed(db, claim, { state: 'running' })) return false
        const now = clock.now()
        const living = livingLines(db, lane, batch)
        const sources = batch.sources.filter(({ id }) => living.has(id))
        const kept = keepFoundFacts(deps, { ...batch, sources, facts: answer.facts, now })
        const dropped: Partial<Record<DropReason, number>> = { ...kept.dropped }
        if (answer.malformed > 0) dropped.malformed = answer.malformed
        const range = { fromId: batch.lines[0]?.id ?? 0, toId: batch.lines.at(-1)?.id ?? 0 }
        const size = { messages: batch.lines.length, sources: isAsked ? batch.sources.length : 0 }
        const outcome = { ...range, ...size, ...kept, dropped }
        insertExtraction(db, { taskId: claim.task.id, lane, ...outcome }, now)
        recordEvent(db, claim.task.id, 'facts', JSON.stringify(outcome), now)
        return true
      }),
    )
  }

  async function askForFacts({ chat, sources, maxFacts }: ExtractionBatch, complete: AskModel, signal: AbortSignal) {
    const { timezone } = deps.config()
    const known = knownFacts(chat, sources)
    let problem: string | undefined
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !signal.aborted; attempt++) {
      const answer = await complete(factPrompt({ lines: sources, known, maxFacts, timezone }, problem), signal)
      if (answer === undefined) return undefined
      const parsed = parseFactAnswer(deps.scrub(answer), timezone)
      if (parsed) return parsed
      problem = 'it is not one JSON object with a list "facts".'
    }
    return { facts: [], malformed: 1 }
  }

  /** What is known where these messages were written, the facts that share most words with them first. */
  function knownFacts(chat: ChatId, sources: ExtractionBatch['sources']): KnownFact[] {
    const person = readPerson(db, sources[0]?.personId ?? ownerId(db))
    const sought = new Set(sources.flatMap(({ text }) => db.words(text)))
    return deps.memory
      .list({ person, chat, now: clock.now() })
      .map((fact) => ({ fact, matches: db.words(fact.statement).filter((word) => sought.has(word)).length }))
      .sort((a, b) => b.matches - a.matches)
      .slice(0, MAX_KNOWN_FACTS)
      .map(({ fact }) => fact)
  }

  return {
    kinds: [KIND],
    slots: { count: () => 1, isRequeuedAtStop: true },
    check,
    async run(claim, signal) {
      if (!(await deps.persist(() => updateClaimed(db, claim, { state: 'running' })))) return
      const { lane, id } = claim.task
      try {
        for (let batches = 0; batches < MAX_BATCHES_PER_RUN && !signal.aborted; batches++) {
          const batch = findBatch(lane)
          const complete = batch && fastModelFor(deps, claim.task, ANSWER_LIMITS)
          if (!complete || !(await runBatch(claim, batch, complete, signal))) break
        }
      } catch (err) {
        log.error({ err, task: id, lane }, 'the extraction of facts broke; it is tried again in an hour')
        return await deps.persist(() => requeue(claim, 'retry', HOUR_MS))
      }
      if (signal.aborted && (signal.reason as CutReason) === 'shutdown')
        return await deps.persist(() => requeue(claim, 'queued', 0))
      const now = clock.now()
      const end = { state: 'answered', reason: null, suspicion: 0, finishedAt: now.getTime() } as const
      await deps.persist(() =>
        db.transaction(() => {
          if (releaseClaim(db, claim, end)) recordEvent(db, id, 'answered', null, now)
        }),
      )
    },
  }

  function requeue(claim: Claim, state: 'queued' | 'retry', afterMs: number): void {
    const changes = state === 'queued' ? { attempt: claim.task.attempt - 1 } : { suspicion: 0 }
    const update = { state, ...changes, dueAt: later(clock.steady(), afterMs) }
    if (releaseClaim(db, claim, update)) recordEvent(db, claim.task.id, state, null, clock.now())
  }
}

const noFacts = { facts: [], malformed: 0 }
