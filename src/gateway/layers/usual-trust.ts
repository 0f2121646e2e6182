import type { TierPiece } from '../choosing/tiers.ts'
import type { PastMessage } from '../past.ts'
import type { RenderStyle } from '../rendering/render.ts'
import type { LanePast } from './lane-past.ts'

/** Of fewer lines it is said best behind each name. */
const MANY_LINES = 12

/** Where many lines are of people who are trusted alike, as in an imported chat, it is said once over all of them. */
export function withUsualTrust(style: RenderStyle, messages: PastMessage[]): RenderStyle {
  const trusts = messages.filter(({ author }) => author === 'human').map(({ trust }) => trust)
  const [usual, ...others] = new Set(trusts)
  const isOnce = usual !== undefined && usual !== 'owner' && others.length === 0 && trusts.length >= MANY_LINES
  return isOnce ? { ...style, usual } : style
}

/** All that the history may show line by line. */
export function historyLines({ guaranteed }: LanePast, pieces: TierPiece[]): PastMessage[] {
  return [...guaranteed.map(({ message }) => message), ...pieces.flatMap(({ messages }) => messages)]
}
