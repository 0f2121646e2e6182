import type { TierPiece } from '../choosing/tiers.ts'
import type { PastMessage } from '../past.ts'
import type { RenderStyle } from '../rendering/render.ts'
import type { LanePast } from './lane-past.ts'

/** With fewer lines the trust is written behind each name. */
const MIN_LINES = 12

/** When many lines have the same trust, as in an imported chat, it is written once for all of them. */
export function withUsualTrust(style: RenderStyle, messages: PastMessage[]): RenderStyle {
  const trusts = messages.filter(({ author }) => author === 'human').map(({ trust }) => trust)
  const [usual, ...others] = new Set(trusts)
  const isOnce = usual !== undefined && usual !== 'owner' && others.length === 0 && trusts.length >= MIN_LINES
  return isOnce ? { ...style, usual } : style
}

/** All lines that the history may show. */
export function historyLines({ guaranteed }: LanePast, pieces: TierPiece[]): PastMessage[] {
  return [...guaranteed.map(({ message }) => message), ...pieces.flatMap(({ messages }) => messages)]
}
