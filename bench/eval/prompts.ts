import { type ChatId, rootLane } from '../../src/domain/ids.ts'
import type { Meaning } from '../../src/domain/recall.ts'
import { createGateway } from '../../src/gateway/gateway.ts'
import type { HistorySource } from '../../src/gateway/history-source.ts'
import type { Question } from '../../src/gateway/question.ts'
import type { RecallMethod } from '../../src/gateway/recall/recall.ts'
import { gatewaySettings } from '../../src/tasks/context/gateway-settings.ts'
import { createHistorySource } from '../../src/tasks/context/history.ts'
import { buildQuestion, unstoredMessage } from '../../src/tasks/context/question.ts'
import { benchConfig } from '../recall/context.ts'
import type { EvalQuestion } from './conversation.ts'
import type { StoredConversation } from './store.ts'

/** What a brain is given, and how much of it is about the past. */
export interface Prompt {
  system: string
  text: string
  context: string
}

export type PromptFor = (question: EvalQuestion) => Prompt

export interface GatewayOptions {
  /** Changes of `[conversation]`. */
  conversation?: Partial<typeof benchConfig.conversation>
  method?: RecallMethod | undefined
  /** Puts something between the store and the gateway. */
  source?: ((source: HistorySource) => HistorySource) | undefined
  meaningOf?: ((text: string) => Meaning | undefined) | undefined
  /** Whoever asks, everything that this person may read is searched. */
  readsAsIf?: string
}

const FENCE = 'f00dcafe'

/** The prompt as an answer gets it: the same gateway over the same store, for a brain without tools. */
export function createGatewayPrompts(
  { db, personOf, chatIdOf }: StoredConversation,
  { conversation, method, source: change = (source) => source, meaningOf, readsAsIf }: GatewayOptions = {},
): PromptFor {
  const config = { ...benchConfig, conversation: { ...benchConfig.conversation, ...conversation } }
  const source = change(createHistorySource(db, () => config, method))
  const gateway = createGateway(source, () => gatewaySettings(config, { hasTools: false }))
  return ({ chat: name, from, at, text }) => {
    const chat = chatIdOf(name)
    const lane = rootLane(chat)
    const person = personOf(from)
    const message = unstoredMessage({ chat, lane, name: from, at, text, trust: person.role, origin: 'chat' })
    const asked = buildQuestion({ db, config: () => config }, { person, messages: [message], chat, lane, now: at })
    const { failures, ...opening } = gateway.open({
      ...asked,
      person: readsAsIf === undefined ? asked.person : withAccessOf(asked.person, personOf(readsAsIf).id, chat),
      meaning: meaningOf?.(text),
      fence: FENCE,
      factor: 1,
    })
    if (failures.length > 0) throw new Error('a step of the gateway failed', { cause: failures[0]?.err })
    return opening
  }
}

function withAccessOf(person: Question['person'], id: number, here: ChatId): Question['person'] {
  return { ...person, chats: { here, allChatsOf: id, has: () => true } }
}

/** The same rules for the model and the same message, with a past that somebody else has chosen. */
export function createPeerPrompts(
  stored: StoredConversation,
  contextFor: (question: EvalQuestion) => string,
): PromptFor {
  const withoutPast = createGatewayPrompts(stored, { conversation: { enabled: false } })
  return (question) => {
    const { system, text } = withoutPast(question)
    const context = contextFor(question)
    const rules = [system, `The message is from ${question.from}.`]
    return {
      system: [...rules, ...(context === '' ? [] : [`Earlier messages:\n${context}`])].join('\n\n'),
      text,
      context,
    }
  }
}
