import type { Config } from '../../config/config.ts'
import type { GatewaySettings } from '../../gateway/question.ts'
import type { Brain } from '../../spawner/spawner.ts'

/** No prompt is larger, whatever it counts as in tokens: the whole of it has to travel, with everything around it. */
const MAX_PROMPT_BYTES = 4_000_000

/** Layer 2, in the owner's own words; read anew at each turn. */
export interface Persona {
  persona?: (() => string | undefined) | undefined
}

/** What layers 1 and 2 are made of. */
export interface Identity {
  tools: boolean
  persona?: string | undefined
  note?: string | undefined
}

export function identityOf({ persona }: Persona, { tools, promptNote: note }: Brain): Identity {
  const own = persona?.()
  return { tools, ...(own !== undefined && { persona: own }), ...(note !== undefined && { note }) }
}

/** What the configuration says about context. */
export function gatewaySettings({ conversation }: Config, { tools, persona, note }: Identity): GatewaySettings {
  return {
    ...conversation,
    maxBytes: MAX_PROMPT_BYTES,
    tools,
    ...(persona !== undefined && { persona }),
    ...(note !== undefined && { note }),
  }
}
