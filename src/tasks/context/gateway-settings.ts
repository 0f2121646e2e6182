import type { Config } from '../../config/config.ts'
import type { GatewaySettings } from '../../gateway/question.ts'

/** No prompt is larger, whatever it counts as in tokens: the whole of it has to travel, with everything around it. */
const MOST_BYTES = 4_000_000

/** What the configuration says about context. */
export function gatewaySettings(
  { conversation }: Config,
  { tools, persona, note }: { tools: boolean; persona?: string | undefined; note?: string | undefined },
): GatewaySettings {
  return {
    ...conversation,
    maxBytes: MOST_BYTES,
    tools,
    ...(persona !== undefined && { persona }),
    ...(note !== undefined && { note }),
  }
}
