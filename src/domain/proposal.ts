import type { DiffLine } from '../lib/text/line-diff.ts'
import type { ChatId } from './ids.ts'
import type { ProfileFile } from './profile.ts'

/** What became of a proposal. An accepted one can be undone. */
export type ProposalState = 'open' | 'accepted' | 'declined' | 'undone'

export const proposalDecisions = ['accept', 'decline', 'undo'] as const
export type ProposalDecision = (typeof proposalDecisions)[number]

/** A change of a profile or skill that a model proposed after a corrected mistake. It waits until a person decides. */
export interface Proposal {
  id: number
  file: ProfileFile
  /** The title of the section; empty for a skill, which is changed as a whole. */
  section: string
  /** The text of the section or skill when the change was proposed. */
  before: string
  text: string
  reason: string
  /** In whose conversation it was proposed. */
  personId: number
  chat: ChatId
  /** The message that corrected the mistake. */
  messageId: number | undefined
  taskId: number
  state: ProposalState
  at: Date
}

/** A proposal as people decide about it. */
export interface ShownProposal extends Proposal {
  /** The name of the person in whose conversation it was proposed. */
  person: string
  /** It is about the profile of somebody else, so the reason and the words are left out. */
  isPrivate: boolean
  /** What is different from the present text. */
  changes: DiffLine[]
  /** The text was changed since, so the proposal cannot be accepted. */
  isOutdated: boolean
  /** The message that corrected the mistake, if the reader may read it. */
  source: { id: number; name: string; at: Date; text: string } | undefined
}

/** `USER.md, Answers`, or `skill weekly-report`. */
export function proposalTarget({ file, section }: Pick<Proposal, 'file' | 'section'>): string {
  const [name = '', folder = ''] = file.split('/').toReversed()
  if (name === 'SKILL.md') return `skill ${folder}`
  return section === '' ? name : `${name}, ${section}`
}
