import type { Config } from '../../config/config.ts'
import type { GatewaySettings } from '../../gateway/question.ts'
import type { Brain } from '../../spawner/spawner.ts'

/** The largest prompt in bytes, whatever its number of tokens, so that it can be sent in one request. */
const MAX_PROMPT_BYTES = 4_000_000

/** What the prompt depends on besides the configuration. */
type Prompted = Pick<Brain, 'hasTools' | 'promptNote'>

export function gatewaySettings({ conversation }: Config, { hasTools, promptNote }: Prompted): GatewaySettings {
  return {
    ...conversation,
    maxBytes: MAX_PROMPT_BYTES,
    tools: hasTools,
    ...(promptNote !== undefined && { note: promptNote }),
  }
}
