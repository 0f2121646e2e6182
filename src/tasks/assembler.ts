import { createHash, randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Lane } from '../domain/ids.ts'
import { createGateway, type Question } from '../gateway/gateway.ts'
import { policyFor } from '../gateway/policy.ts'
import type { Clock } from '../lib/clock.ts'
import { formsOf } from '../spawner/file-forms.ts'
import type { Brain, Turn, TurnFile } from '../spawner/spawner.ts'
import { anewSince } from '../store/chats.ts'
import type { Claim } from '../store/claims.ts'
import type { Database } from '../store/database.ts'
import { closeEpoch, type Epoch, findOpenEpoch, joinEpoch, openEpoch, useEpoch } from '../store/epochs.ts'
import type { FileShelf } from '../store/file-shelf.ts'
import { filesOf } from '../store/files.ts'
import { recentTalk, type StoredMessage, taskMessages, unseenTalk } from '../store/messages.ts'
import { readPerson } from '../store/people.ts'
import { closingReason, lowestTrust } from './epoch-rules.ts'
import { idsOf, toPastLines, trustsOf } from './past-lines.ts'
import { rightsOf } from './toolset.ts'
import type { Workspaces } from './workspaces.ts'

export interface AssemblerDeps {
  db: Database
  clock: Clock
  config(): Config
  brain: Pick<Brain, 'name' | 'sessions' | 'tools' | 'forget'>
  shelf: Pick<FileShelf, 'pathOf'>
  workspaces: Pick<Workspaces, 'pathOf'>
}

/** A turn, and the epoch it is asked in when the brain keeps sessions. */
export interface Assembled {
  turn: Turn
  epoch: Epoch | undefined
}

/** Joins store and gateway: from a claimed task to the turn a brain is given. */
export function createAssembler(deps: AssemblerDeps): (claim: Claim) => Assembled {
  const { db, clock, brain } = deps
  const gateway = createGateway(
    {
      recent: (lane, before, limit) => toPastLines(db, recentTalk(db, lane as Lane, before, limit)),
      anewSince: (lane) => anewSince(db, lane as Lane),
    },
    () => {
      const { conversation, timezone } = deps.config()
      return {
        enabled: conversation.enabled,
        lookback: conversation.lookbackCount,
        maxTokens: conversation.maxTokens,
        botChars: conversation.contextTruncation,
        activeMs: conversation.activeMinutes * 60_000,
        timezone,
        tools: brain.tools,
      }
    },
  )

  /** The session id and the exact prompt are committed here, before anything is spawned. */
  return ({ task }) =>
    db.transaction(() => {
      const now = clock.now()
      const person = readPerson(db, task.personId)
      const messages = taskMessages(db, task.id)
      const question: Question = { lane: task.lane, messages: toPastLines(db, messages), now }
      const last = messages.at(-1)?.id ?? 0
      const own = new Set(messages.map((message) => message.id))
      // What a prompt opened now would show: an epoch is left for another only if that one would be trusted more.
      const { lookbackCount } = deps.config().conversation
      const past = recentTalk(db, task.lane, last, lookbackCount).filter((message) => !own.has(message.id))
      const trust = lowestTrust([person.role, ...trustsOf(db, [...past, ...messages])])
      const terms = termsOf(deps, person.role)
      const usual = {
        task: task.id,
        kind: task.kind,
        chat: task.chat,
        person: { id: person.id, name: person.name },
        trust,
        ownTools: [...rightsOf(deps.config(), person.role).tools],
        question: messages.map((message) => message.text).join('\n'),
        files: turnFiles(messages),
        workspace: deps.workspaces.pathOf(task.chat),
      }
      if (!brain.sessions || !deps.config().conversation.enabled || !deps.config().brain.claude.epochs) {
        return { turn: { ...usual, ...gateway.open(question) }, epoch: undefined }
      }

      const current = usable(task.lane, { now, terms, trust })
      if (current) {
        const gained = unseenTalk(db, current, last).filter((message) => !own.has(message.id))
        const lowest = lowestTrust([current.trust, trust, ...trustsOf(db, gained)])
        useEpoch(db, current.id, { seen: newest([...gained, ...messages]), trust: lowest }, now)
        joinEpoch(db, task.id, current.id)
        const session = { id: current.session, opens: false }
        const text = gateway.goOn(question, toPastLines(db, gained))
        return { turn: { ...usual, trust: lowest, session, system: current.prompt, text }, epoch: current }
      }
      const opening = gateway.open(question)
      const seen = newest([...past, ...messages])
      const made = {
        lane: task.lane,
        brain: brain.name,
        session: randomUUID(),
        prompt: opening.system,
        terms,
        trust,
        seen,
      }
      const epoch = openEpoch(db, made, now)
      joinEpoch(db, task.id, epoch.id)
      return { turn: { ...usual, ...opening, session: { id: epoch.session, opens: true } }, epoch }
    })

  function turnFiles(messages: StoredMessage[]): TurnFile[] {
    const hung = filesOf(db, idsOf(messages))
    const files = messages.flatMap((message) => hung.get(message.id) ?? [])
    const forms = formsOf(files)
    return files.map(({ hash, name, type, bytes }, at) => {
      return { name, type, bytes, path: deps.shelf.pathOf(hash), form: forms[at] ?? 'workspace' }
    })
  }

  function usable(lane: Lane, turn: { now: Date; terms: string; trust: Epoch['trust'] }): Epoch | undefined {
    const epoch = findOpenEpoch(db, lane)
    if (!epoch) return undefined
    const reason =
      epoch.turns === 0
        ? 'its first turn was not answered'
        : closingReason({
            now: turn.now,
            openedAt: new Date(epoch.openedAt),
            usedAt: new Date(epoch.usedAt),
            idleMs: deps.config().conversation.activeMinutes * 60_000,
            anewSince: anewSince(db, lane),
            terms: { was: epoch.terms, is: turn.terms },
            trust: { was: epoch.trust, is: turn.trust },
            contextTokens: epoch.contextTokens,
            windowTokens: epoch.windowTokens ?? undefined,
          })
    if (reason === undefined) return epoch
    closeEpoch(db, epoch.id, reason, turn.now)
    brain.forget(epoch.session)
    return undefined
  }
}

/** What an epoch's prompt depends on beside the conversation itself. */
function termsOf(deps: AssemblerDeps, role: string): string {
  const { model, effort, tools } = deps.config().brain.claude
  return createHash('sha256')
    .update(JSON.stringify([deps.brain.name, model, effort, tools, policyFor(deps.brain), role]))
    .digest('hex')
}

function newest(messages: StoredMessage[]): number {
  return Math.max(0, ...idsOf(messages))
}
