import type { Config } from '../../config/config.ts'
import type { GatewaySettings } from '../../gateway/question.ts'
import type { Brain } from '../../spawner/spawner.ts'

/** The largest prompt in bytes, whatever its number of tokens, so that it can be sent in one request. */
const MAX_PROMPT_BYTES = 4_000_000

/** Layer 2, written by the owner. It is read again for each turn. */
export interface Persona {
  persona?: (() => string | undefined) | undefined
}

/** The input for layers 1 and 2. */
export interface Identity {
  tools: boolean
  persona?: string | undefined
  note?: string | undefined
}

export function identityOf({ persona }: Persona, { hasTools: tools, promptNote: note }: Brain): Identity {
  const personaText = persona?.()
  return { tools, ...(personaText !== undefined && { persona: personaText }), ...(note !== undefined && { note }) }
}

export function gatewaySettings({ conversation }: Config, { tools, persona, note }: Identity): GatewaySettings {
  return {
    ...conversation,
    maxBytes: MAX_PROMPT_BYTES,
    tools,
    ...(persona !== undefined && { persona }),
    ...(note !== undefined && { note }),
  }
}
