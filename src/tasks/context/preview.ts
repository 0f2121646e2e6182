import type { Config } from '../../config/config.ts'
import { UsageError } from '../../domain/errors.ts'
import { type ChatId, isLocal, rootLane } from '../../domain/ids.ts'
import type { Audience } from '../../domain/message.ts'
import type { Person } from '../../domain/person.ts'
import type { Meaning, ReadableChats } from '../../domain/recall.ts'
import type { Opening } from '../../gateway/assembly.ts'
import { createLabelsFor } from '../../gateway/choosing/labels.ts'
import { createGateway } from '../../gateway/gateway.ts'
import type { RecallMethod } from '../../gateway/recall/recall.ts'
import { fenceOf } from '../../gateway/rendering/fence.ts'
import type { Database } from '../../store/database.ts'
import { audienceOf, isPrivateTo } from '../../store/messages/chats.ts'
import { pastMessages } from '../../store/recall/lane-history.ts'
import { fenceKey } from '../../store/secret-keys.ts'
import { readFactor } from '../../store/work/usage.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { createHistorySource, type OtherSources } from './history.ts'
import { buildQuestion, type QuestionDeps, unstoredMessage } from './question.ts'

/** A made-up message for a preview. */
export interface SimulatedMessage {
  chat: ChatId
  /** Who would read the answer, for a chat without messages. For other chats this is known. */
  audience?: Audience | undefined
  text: string
  from: string
  /** The stored message that it replies to. */
  replyTo?: number | undefined
  /** Its embedding, if vectors are switched on. */
  meaning?: Meaning | undefined
  /** Later messages and summaries are ignored. */
  at: Date
  /** In tokens; the configured budget by default. */
  budget?: number
}

export interface PreviewDeps extends QuestionDeps {
  person: Person
  /** Decides which learned token factor is used. */
  brain: { name: string; model: string | undefined }
  /** How older messages are searched; by default in the same way as for an answer. */
  method?: RecallMethod | undefined
  sources?: OtherSources
}

/** The brain that answers by default. */
export function defaultBrain({ brain }: Pick<Config, 'brain'>): PreviewDeps['brain'] {
  return { name: brain.default ?? 'claude', model: brain.claude.model }
}

/** Shows what the model would see if a message arrived. Changes nothing and asks no model. */
export function createPreview({
  db,
  config,
  person,
  brain,
  shows,
  profiles,
  method,
  sources,
}: PreviewDeps): (message: SimulatedMessage) => Opening {
  const source = createHistorySource(db, config, method, sources)
  const labelsFor = createLabelsFor()
  const fence = fenceOf(fenceKey(db), 'preview')
  return ({ chat, audience, text, from, replyTo, meaning, at, budget }) => {
    const settings = gatewaySettings(config(), { hasTools: true })
    const gateway = createGateway(source, () => ({ ...settings, maxTokens: budget ?? settings.maxTokens }), labelsFor)
    const lane = rootLane(chat)
    const isNew = audienceOf(db, chat) === undefined
    const isPrivate = isNew ? isLocal(chat) || audience === 'private' : isPrivateTo(db, chat, person.id)
    const unstored = unstoredMessage({ chat, lane, name: from, at, text, trust: person.role, origin: 'chat' })
    const message = { ...unstored, replyTo }
    const facts = { person, messages: [message], chat, lane, now: at, isPrivate: () => isPrivate }
    const question = buildQuestion({ db, config, shows, profiles }, facts)
    if (replyTo !== undefined) assertReadable(db, replyTo, question.person.chats, at)
    return gateway.open({ ...question, meaning, fence, factor: readFactor(db, brain.name, brain.model) })
  }
}

/** The error is the same for a missing message and for one they may not read, so it does not reveal which it is. */
function assertReadable(db: Database, id: number, chats: ReadableChats, at: Date): void {
  const [line] = pastMessages(db, [id])
  if (!line || !chats.has(line.chat)) throw new UsageError(`There is no message ${id} to reply to.`)
  if (line.at > at) throw new UsageError(`Message ${id} is newer than the reply.`)
}
