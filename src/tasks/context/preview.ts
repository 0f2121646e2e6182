import type { Config } from '../../config/config.ts'
import { type ChatId, isLocal, rootLane } from '../../domain/ids.ts'
import type { Meaning } from '../../domain/meaning.ts'
import type { Audience } from '../../domain/message.ts'
import type { Person } from '../../domain/person.ts'
import type { Opening } from '../../gateway/assembly.ts'
import { createLabelsFor } from '../../gateway/choosing/labels.ts'
import { createGateway } from '../../gateway/gateway.ts'
import { fenceOf } from '../../gateway/rendering/fence.ts'
import type { Database } from '../../store/database.ts'
import { audienceOf, isPrivateTo } from '../../store/messages/chats.ts'
import { fenceKey } from '../../store/recall/fence-key.ts'
import { readFactor } from '../../store/work/estimates.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { createHistorySource } from './history.ts'
import { askedOf } from './question.ts'
import { unstoredMessage } from './unstored.ts'

/** A message that did not arrive. */
export interface Imagined {
  chat: ChatId
  /** Who would read along where nothing was said yet; elsewhere it is known. */
  audience?: Audience | undefined
  text: string
  from: string
  /** What it is about, where vectors are on. */
  meaning?: Meaning | undefined
  /** Nothing newer counts, summaries included. */
  at: Date
  /** In tokens; the configured one when unsaid. */
  budget?: number
}

export interface PreviewDeps {
  db: Database
  config(): Config
  person: Person
  /** Whose estimates count. */
  brain: { name: string; model: string | undefined }
}

/** What the model would see if a message arrived; changes nothing and asks no model. */
export function createPreview({ db, config, person, brain }: PreviewDeps): (imagined: Imagined) => Opening {
  const source = createHistorySource(db, config)
  const labelsFor = createLabelsFor()
  const fence = fenceOf(fenceKey(db), 'preview')
  return ({ chat, audience, text, from, meaning, at, budget }) => {
    const settings = gatewaySettings(config(), { tools: true })
    const gateway = createGateway(source, () => ({ ...settings, maxTokens: budget ?? settings.maxTokens }), labelsFor)
    const lane = rootLane(chat)
    const isNew = audienceOf(db, chat) === undefined
    const isPrivate = isNew ? isLocal(chat) || audience === 'private' : isPrivateTo(db, chat, person.id)
    const message = unstoredMessage({ chat, lane, name: from, at, text, trust: person.role, origin: 'chat' })
    const asked = askedOf(db, config(), {
      person,
      messages: [message],
      chat,
      lane,
      now: at,
      isPrivate: () => isPrivate,
    })
    return gateway.open({ ...asked, meaning, fence, factor: readFactor(db, brain.name, brain.model) })
  }
}
