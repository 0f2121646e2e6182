import type { Meaning } from '../../src/domain/recall.ts'
import type { HistorySource } from '../../src/gateway/history-source.ts'
import { createRank, weights } from '../../src/gateway/recall/rank.ts'
import { createBaselines } from '../recall/baselines.ts'
import { benchConfig } from '../recall/context.ts'
import type { EvalQuestion } from './conversation.ts'
import { createGatewayPrompts, createPeerPrompts, type GatewayOptions, type PromptFor } from './prompts.ts'
import type { StoredConversation } from './store.ts'

/** One way to choose what the model sees. */
export interface Arm {
  name: string
  /** Whose way this is, and where it is described. */
  source: string
  promptFor: PromptFor
}

export interface ArmOptions {
  /** How many tokens of the past a prompt may have; as configured by default. */
  budget?: number | undefined
  /** Adds gateways with something taken out, which must be worse. */
  sabotaged: boolean
  meaningOf?: ((text: string) => Meaning | undefined) | undefined
}

export const OURS = 'skein'

export function createArms(stored: StoredConversation, owner: string, options: ArmOptions): Arm[] {
  const { sabotaged, meaningOf, budget = benchConfig.conversation.maxTokens } = options
  const ours = (changes?: GatewayOptions) =>
    createGatewayPrompts(stored, { ...changes, conversation: { maxTokens: budget, ...changes?.conversation } })
  const peers = createBaselines(stored.db).map(({ name, source, contextFor }) => {
    const promptFor = createPeerPrompts(stored, (question) => contextFor(toRecallQuestion(stored, question), budget))
    return { name, source, promptFor }
  })
  return [
    { name: 'no memory', source: 'the message alone', promptFor: createPeerPrompts(stored, () => '') },
    ...peers,
    { name: OURS, source: 'this gateway, as a daemon without a model uses it', promptFor: ours() },
    ...(meaningOf
      ? [
          {
            name: `${OURS} with vectors`,
            source: 'the same, with the local model for meanings',
            promptFor: ours({ meaningOf }),
          },
        ]
      : []),
    ...(sabotaged ? sabotagedArms(owner, ours) : []),
  ]
}

export const sabotagedNames = {
  recall: `${OURS}, recall off`,
  recallAndSummaries: `${OURS}, summaries too`,
  order: `${OURS}, worst first`,
  privacy: `${OURS}, privacy off`,
}

function sabotagedArms(owner: string, ours: (changes: GatewayOptions) => PromptFor): Arm[] {
  const rank = createRank(weights)
  const worstFirst = {
    rank: (...found: Parameters<typeof rank>) => Array.from(rank(...found), (score) => -score),
    stops: false,
  }
  const withoutRecall = { conversation: { recallShare: 0 } }
  return [
    { name: sabotagedNames.recall, source: 'recall_share = 0', promptFor: ours(withoutRecall) },
    {
      name: sabotagedNames.recallAndSummaries,
      source: 'recall_share = 0, and the store gives no summaries',
      promptFor: ours({ ...withoutRecall, source: withoutSummaries }),
    },
    {
      name: sabotagedNames.order,
      source: 'the ranking of recalled lines is turned round',
      promptFor: ours({ method: worstFirst }),
    },
    {
      name: sabotagedNames.privacy,
      source: 'everybody reads the chats of the owner; its leaks are meant',
      promptFor: ours({ readsAsIf: owner }),
    },
  ]
}

function withoutSummaries(source: HistorySource): HistorySource {
  return {
    ...source,
    laneSummary: () => undefined,
    conversations: (...query) => source.conversations(...query).map((one) => ({ ...one, summary: undefined })),
  }
}

function toRecallQuestion({ chatIdOf }: StoredConversation, { id, chat, from, at, text }: EvalQuestion) {
  return { id, chat: chatIdOf(chat), after: '', at: at.toISOString(), from, text, category: '' }
}
