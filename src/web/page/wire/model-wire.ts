import type { AnyText } from '../../../messages/localized.ts'

/** Who answers in a chat. */
export interface WirePickedModel {
  brain: string
  /** Missing if the provider chooses the model. */
  model?: string | undefined
  effort?: WireEffort | undefined
  /** It was chosen for this chat. */
  isChosen: boolean
}

export type WireEffort = 'low' | 'medium' | 'high'

/** The models that can be chosen for a chat. */
export interface WireModelList {
  offers: WireModelOffer[]
  /** Why this person may not choose here. */
  refusal?: AnyText
}

export interface WireModelOffer {
  /** Names it when it is chosen. */
  name: string
  brain: string
  role?: string | undefined
  model?: string | undefined
  hasEffort: boolean
  isCurrent: boolean
  /** Tokens that it can read. */
  window?: number
  /** US dollars per million tokens. */
  price?: { input: number; output: number }
  /** Why it cannot answer now. */
  problem?: AnyText
}

/** What is chosen: a model of the list, or with no name the default. */
export interface ModelChoice {
  name?: string
  effort?: WireEffort
}

/** What was said about the choice, and who answers now. */
export interface ModelChosen {
  said: string
  model: WirePickedModel
}
